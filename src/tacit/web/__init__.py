"""The page: interviews in a browser, on this machine only.

`connections` sees to it that nobody is kept out, and `guard` decides who may talk to the page. `desk` holds the
interviews that are being worked on, `workers` are the threads that do it, and `picture` says how a network is drawn.
`starting`, `questions` and `ending` are the screens; `weak_points` is what the last of them shows of gaps and doubtful
answers. `app` puts these together, and `server` runs it. Everything is rendered on the server. The page works without
JavaScript; with it, the next question replaces the last without a reload.
"""

from tacit.web.app import create_app
from tacit.web.server import LeftBusy, serve

__all__ = ["LeftBusy", "create_app", "serve"]
