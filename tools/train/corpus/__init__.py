# SPDX-License-Identifier: Apache-2.0
"""Synthetic documents with known identifiers, in each language."""
