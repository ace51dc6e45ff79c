"""The Go Text Protocol (GTP), version 2: controllers and engines exchange lines of text."""

from upstar.play.gtp.protocol import Command, GtpError, answer_text, read_command
from upstar.play.gtp.server import GtpServer

__all__ = ["Command", "GtpError", "GtpServer", "answer_text", "read_command"]
