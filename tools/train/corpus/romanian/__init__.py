# SPDX-License-Identifier: Apache-2.0
"""The Romanian data: names, places, institutions, templates, numbers and spellings. The tables by language refer to it
under "ro"."""
