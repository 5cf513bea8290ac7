"""The page: interviews in a browser, on this machine only.

`guard` decides who may talk to it, `desk` holds the interviews that are being worked on, `board` and `picture` say how
an example and a network are drawn; `starting`, `questions` and `ending` are the screens; `app` puts these together,
`server` runs it. Everything is rendered here; the page works without JavaScript, and with a little of it the next
question replaces the last.
"""

from tacit.web.app import create_app
from tacit.web.server import serve

__all__ = ["create_app", "serve"]
