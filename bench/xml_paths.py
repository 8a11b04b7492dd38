# SPDX-License-Identifier: Apache-2.0
"""Where elements are in an XML file, for the benchmarks of structured files."""

from lxml import etree


def xml_path(element) -> str:
    """/Patient/name[1]/given[2]: local names, counted among their siblings."""
    steps = []
    while element is not None:
        parent = element.getparent()
        same = [e for e in parent if e.tag == element.tag] if parent is not None else [element]
        steps.append(f"{etree.QName(element).localname}[{same.index(element) + 1}]")
        element = parent
    return "/" + "/".join(reversed(steps))
