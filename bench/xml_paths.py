# SPDX-License-Identifier: Apache-2.0
"""Where elements are in an XML file, for the benchmarks of structured files."""

import collections

from lxml import etree


def local_name(tag: str) -> str:
    """Without its namespace. A prefix that a file does not declare is part of it."""
    return tag.rpartition("}")[2]


def xml_paths(root) -> dict:
    """By element, in the order of the file: /Patient[1]/name[1]/given[2], local names counted among their siblings."""
    paths = {}
    counts = collections.defaultdict(collections.Counter)  # of the names in an element
    for element in root.iter(etree.Element):
        parent = element.getparent() if element is not root else None
        counts[parent][element.tag] += 1
        step = f"/{local_name(element.tag)}[{counts[parent][element.tag]}]"
        paths[element] = paths.get(parent, "") + step
    return paths
