"""Who may talk to the page: the real server, asked by those who may not."""

from __future__ import annotations

import socket
from contextlib import closing

import httpx
import pytest

from kit.pages import WEEK, Question
from tacit.interview import Log
from tacit.web.guard import MAX_BODY, Guard, session_of

HTML = "<script>alert('x')</script><b onmouseover=\"alert(1)\">&amp;"


def test_without_the_secret_nothing_is_shown(server, visitor):
    path = visitor.start(WEEK)
    for address in ("/", path, f"{path}/side", f"{path}/export/json", "/static/page.js", "/describe/1", "/nothing"):
        for key in (None, "", "wrong", server.key[:-1], "ä"):
            params = {} if key is None else {"key": key}
            answer = httpx.get(server.base + address, params=params, trust_env=False)
            assert answer.status_code == 403
            assert "week" not in answer.text
            assert "set-cookie" not in answer.headers
    forged = {f"tacit_{server.port}": "wrong"}
    assert httpx.post(server.base + f"{path}/answer", cookies=forged, trust_env=False).status_code == 403


def test_the_secret_becomes_a_cookie_and_the_address_clean(server):
    answer = httpx.get(server.address, trust_env=False)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert server.key not in answer.text
    assert 'content="0;url=/"' in answer.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""])
def test_another_host_is_refused(server, visitor, host):
    headers = {"Host": host.format(port=server.port)}
    assert visitor.http.get("/", headers=headers).status_code in (400, 421)


def test_localhost_is_the_same_place(server):
    with httpx.Client(trust_env=False) as http:
        at = f"http://localhost:{server.port}/"
        http.get(at, params={"key": server.key})
        assert http.get(at).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:{port}"},
    ],
)
def test_a_foreign_page_cannot_post(server, visitor, headers):
    path = visitor.start(WEEK)
    question = visitor.question(path)
    headers = {name: value.format(port=server.port) for name, value in headers.items()}
    data = {"token": visitor.token, "question": question.name, "answer": "yes"}
    assert visitor.http.post(f"{path}/answer", data=data, headers=headers).status_code == 403
    assert visitor.question(path) == question


def test_a_form_needs_the_token(visitor):
    path = visitor.start(WEEK)
    question = visitor.question(path)
    for token in ("", "wrong", visitor.token + "0"):
        for address in (f"{path}/answer", f"{path}/delete", f"{path}/duplicate", "/new", f"{path}/relation"):
            data = {"token": token, "question": question.name, "answer": "yes", "example": "roster"}
            assert visitor.http.post(address, data=data).status_code == 403
    assert visitor.question(path) == question
    assert visitor.http.put(path).status_code == 405


def test_large_bodies_are_refused(visitor):
    path = visitor.start(WEEK)
    large = b"x" * 10_000_000
    assert _status(visitor, path, large) == 413

    def in_chunks():
        for start in range(0, len(large), 100_000):
            yield large[start : start + 100_000]

    assert _status(visitor, path, in_chunks()) == 413
    assert visitor.post("/new", text="x" * (MAX_BODY - 1000)).status_code == 422  # read, but not a problem
    assert visitor.question(path) is not None


def _status(visitor, path, content):
    """The status. The server may hang up before all is sent: then its answer is lost, but it has taken nothing."""
    try:
        return visitor.http.post(f"{path}/answer", content=content).status_code
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        return 413


def test_a_body_without_an_end_is_cut(server, visitor):
    """Chunked, without a length, and never finished: after the limit the server answers and hangs up."""
    path = visitor.start(WEEK)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=20)) as line:
        head = f"POST {path}/answer HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n"
        line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        try:
            for _ in range(MAX_BODY // 0x10000 + 2):
                line.sendall(chunk)
            answer = line.recv(100)
        except (BrokenPipeError, ConnectionResetError):
            answer = b"HTTP/1.1 413"
    assert b" 413" in answer


@pytest.mark.parametrize(
    "address",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/i/1;DROP TABLE interview",
        "/i/' OR 1=1",
        "/i/-1",
        "/i/99999999999999999999999",
        "/i/" + "9" * 5000,
        "/i/0x1",
        "/i/1/answers/../../etc",
        "/i/1/answers/%00",
        "/i/1/export/../../secret",
        "/i/1/export/toml",
        "/i/1/why/99999",
        "/i/700/side",
        "//evil.example/",
    ],
)
def test_tricks_with_addresses(visitor, address):
    visitor.start(WEEK)
    answer = visitor.http.get(httpx.URL(str(visitor.http.base_url).rstrip("/")).copy_with(raw_path=address.encode()))
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert visitor.http.get("/i/1").status_code == 200


def test_html_in_names_and_labels_is_text(visitor):
    name, label = HTML, HTML.replace("[", "").replace(",", "")
    text = f"""
name = '''{name}'''
about = '''{HTML}'''
language = ["!=", "<"]
[variables]
"a{HTML.replace('"', "'")}" = {{ rows = ['''{label}''', "b"], columns = ["x", "y"], domain = ['''{HTML}''', "fine"] }}
lone = ['''{HTML}''', "fine"]
"""
    answer = visitor.post("/new", text=text)
    path = answer.headers["location"]
    question = visitor.question(path)
    assert any(HTML in value for value in question.shown.values()) or any(HTML in key for key in question.shown)
    pages = [path, f"{path}/model", "/", f"{path}/side?tab=picture", f"{path}/answers"]
    for said in ("no", "no", "yes"):
        visitor.post(f"{path}/answer", question=visitor.question(path).name, answer=said)
        pages += [f"{path}/answers/1", path]
    pages += [f"{path}/side?tab=history", f"{path}/side?tab=picture&relation={HTML}", f"{path}?tab={HTML}"]
    for page in pages:
        shown = visitor.http.get(page)
        assert shown.status_code == 200
        assert "<script>alert" not in shown.text
        assert "<b onmouseover" not in shown.text
    download = visitor.http.get(f"{path}/export/json")
    assert download.status_code == 200
    assert HTML[:8] not in download.headers["content-disposition"]
    copy = visitor.post(f"{path}/duplicate").headers["location"]
    assert "<script>alert" not in visitor.http.get(copy).text
    gone = visitor.post(f"{copy}/delete")
    assert "<script>alert" not in visitor.http.get(gone.headers["location"]).text


def test_html_in_what_is_wrong_is_text(visitor):
    answer = visitor.post("/new", text=f'name = "x"\nlanguage = ["{HTML[:8]} x"]\n[variables]\na = "1..3"')
    assert answer.status_code == 422
    assert "<script>" not in answer.text.replace("<script src", "")
    assert "&lt;script" in answer.text
    path = visitor.start(WEEK)
    question = visitor.question(path)
    refused = visitor.post(f"{path}/relation", question=question.name, relation=HTML)
    assert refused.status_code == 422
    assert "<script>alert" not in refused.text


def test_every_answer_has_the_headers(server, visitor):
    for answer in (
        visitor.http.get("/"),
        visitor.http.get("/nothing"),
        visitor.http.get("/static/page.js"),
        visitor.http.put("/"),
        httpx.get(server.base, trust_env=False),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "server" not in answer.headers


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline(visitor):
    path = visitor.start(WEEK)
    for page in ("/", path, f"{path}/model", f"{path}?tab=picture"):
        text = visitor.http.get(page).text
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text
        assert " style=" not in text
        assert " on" + "click=" not in text


def test_too_many_requests():
    """Requests without the secret have a limit of their own."""
    guard = Guard(None, port=1, secret="s", rate=1, burst=3, outside_rate=1, outside_burst=2)

    def ask(cookie):
        headers = [(b"host", b"127.0.0.1:1"), (b"cookie", cookie)]
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
        from starlette.datastructures import Headers

        refusal = guard._refuse(scope, Headers(scope=scope))
        return None if refusal is None else refusal.status_code

    assert [ask(b"tacit_1=wrong") for _ in range(4)] == [403, 403, 429, 429]
    assert [ask(f"tacit_1={session_of('s')}".encode()) for _ in range(5)] == [None, None, None, 429, 429]


def test_two_answers_to_one_question(visitor, server):
    """Two tabs show the same question; only one answer counts, and the other tab is told."""
    path = visitor.start(WEEK)
    question = visitor.question(path)
    first = visitor.post(f"{path}/answer", fragment=True, question=question.name, answer="no")
    second = visitor.post(f"{path}/answer", fragment=True, question=question.name, answer="yes")
    assert "in the meantime" not in first.text
    assert "in the meantime" in second.text
    assert Question.read(first.text) == Question.read(second.text)
    with Log(server.db) as log:
        assert [entry.answer for entry in log.entries(int(path[3:]))] == [False]


def test_an_answer_to_another_question_of_the_same_number(visitor):
    """One tab undoes and answers differently. The other tab still shows another question of the same number."""
    path = visitor.start(WEEK)
    first = visitor.question(path)
    visitor.post(f"{path}/answer", question=first.name, answer="no")
    seen = visitor.question(path)
    visitor.post(f"{path}/answer", question=seen.name, answer="undo")
    visitor.post(f"{path}/answer", question=first.name, answer="yes")
    now = visitor.question(path)
    assert seen.name.split("-")[0] == now.name.split("-")[0]
    assert seen.shown != now.shown
    late = visitor.post(f"{path}/answer", fragment=True, question=seen.name, answer="no")
    assert "in the meantime" in late.text
    assert visitor.question(path) == now
