# SPDX-License-Identifier: Apache-2.0
"""What belongs to Turkish: names, places, institutions, templates, numbers and grammar. The tables of the languages
refer to it under "tr"."""
