"""Go Text Protocol, version 2: what engines and boards say to each other in lines of text."""

from upstar.gtp.protocol import Command, GtpError, answer_text, read_command
from upstar.gtp.session import Session

__all__ = ["Command", "GtpError", "Session", "answer_text", "read_command"]
