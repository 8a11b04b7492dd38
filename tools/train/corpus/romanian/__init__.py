# SPDX-License-Identifier: Apache-2.0
"""What belongs to Romanian: names, places, institutions, templates, numbers and spellings. The tables of the languages
refer to it under "ro"."""
