# SPDX-License-Identifier: Apache-2.0
"""What belongs to Arabic: names, places, institutions, templates, and how the script is written. The tables of the
other languages refer to it under "ar"."""
