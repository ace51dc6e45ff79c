"""Bridges to other libraries. Each imports its library when it is first used."""
