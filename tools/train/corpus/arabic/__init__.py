# SPDX-License-Identifier: Apache-2.0
"""The Arabic data: names, places, institutions, templates, and how the script is written. The tables of the other
languages refer to it under "ar"."""
