"""Bridges to other libraries. Each imports its library on first use."""
