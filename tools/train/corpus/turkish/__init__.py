# SPDX-License-Identifier: Apache-2.0
"""The Turkish data: names, places, institutions, templates, numbers and grammar. The tables by language refer to it
under "tr"."""
