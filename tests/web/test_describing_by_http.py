"""Describing a problem by HTTP: lists, days, values, sentences, groups, tables, texts; and what people do to forms."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape

import httpx
import pytest

from kit.pages import WEEK, Visitor
from tacit.formats.problem_file import parse_problem
from tacit.interview import Log

NURSES = "Anna, Ben, Carla, Dora, Emil, Finn, Gina, Hugo"
TABLE = "Name\tMon\tTue\tWed\nAnna\tearly\tlate\toff\nBen\tlate\toff\tearly\nCarla\toff\tearly\tlate\n"


def describe(visitor: Visitor, **fields: object) -> str:
    """Send the form of the start page; returns the address of the description."""
    answer = visitor.post("/describe", to="next", **{"who": NURSES, "when": "week", "what": "shifts", **fields})
    assert answer.status_code == 303
    return re.match(r"/describe/\d+", answer.headers["location"])[0]


def sent_by(page: str) -> dict[str, list[str]]:
    """All that the form on a page sends as it is."""
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input [^>]*>", page.partition("<main")[2]):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if "name" in given and (given.get("type") not in ("checkbox", "radio") or " checked" in tag):
            fields.setdefault(unescape(given["name"]), []).append(unescape(given.get("value", "")))
    for name, text in re.findall(r'<textarea [^>]*name="(\w+)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL):
        fields[name] = [unescape(text)]
    fields.pop("token", None)
    return fields


def choose(visitor: Visitor, at: str, to: str, **changed: object):
    """Send the second form as it is, but for what was changed."""
    return visitor.post(f"{at}/rules", **{**sent_by(visitor.http.get(f"{at}/rules").text), "to": to, **changed})


def problem_of(server, interview: str):
    with Log(server.db) as log:
        kept = log.kept(int(interview.split("/")[2].split("?")[0]))
    return parse_problem(kept.problem, source="", examples=False), kept


def upload(visitor: Visitor, content: bytes, name: str = "plans.xlsx", pasted: str = "", token: str | None = None):
    files = {"file": (name, content)} if content else {"file": ("", b"")}
    data = {"token": visitor.token if token is None else token, "pasted": pasted}
    return visitor.http.post("/describe/table", data=data, files=files)


# --- lists and sentences ---


def test_a_ward_from_three_fields(server, visitor):
    at = describe(visitor)
    page = visitor.http.get(f"{at}/rules").text
    assert "no early right after night" in page
    started = choose(visitor, at, "start", about="Nights are long.\nThink of the trainees.")
    file, _ = problem_of(server, started.headers["location"])
    v = file.problem.vocabulary
    assert (len(v), v.names[0], v.names[-1]) == (56, "shift[Anna,Mon]", "shift[Hugo,Sun]")
    assert list(file.problem.groups) == ["weekend"]
    assert file.about == "Nights are long.\nThink of the trainees."
    names = {relation.name for relation in file.problem.language}
    assert {"x != night or y != early", "count(night) <= k", "count(not off) <= k", "x != night"} <= names
    assert "==" not in names
    assert "Think of the trainees." in visitor.http.get(started.headers["location"]).text


def test_all_that_is_in_the_catalogue_is_common(server, visitor):
    at = describe(visitor, who="1-4", when="list", days="1-4", what="numbers", low="1", high="4")
    file, _ = problem_of(server, choose(visitor, at, "start").headers["location"])
    assert 'language = "common"' in file.text


def test_unticked_sentences_are_not_in_the_language(server, visitor):
    at = describe(visitor)
    sent = sent_by(visitor.http.get(f"{at}/rules").text)
    left = [
        key for key in sent["tick"] if not key.startswith("count") and key != "follow next in row: x != off or y != off"
    ]
    assert visitor.post(f"{at}/rules", **{**sent, "tick": [*left, "pair column"], "to": "stay"}).status_code == 303
    # It is kept, and shown again when the page is loaded again.
    again = sent_by(visitor.http.get(f"{at}/rules").text)["tick"]
    assert "pair column" in again
    assert not [key for key in again if key.startswith("count row")]
    file, _ = problem_of(server, choose(visitor, at, "start").headers["location"])
    over = {relation.name: relation.over for relation in file.problem.language}
    assert not [name for name in over if name.startswith("count") and "not" not in name]
    assert "x != off or y != off" not in over
    assert over["x != night or y != early"] == ("next in row of shift", "column of shift")


def test_all_none_and_as_proposed(visitor):
    at = describe(visitor)
    ticked = len(sent_by(visitor.http.get(f"{at}/rules").text)["tick"])
    choose(visitor, at, "none")
    page = visitor.http.get(f"{at}/rules").text
    assert not re.search(r'value="count row" checked', page)
    refused = choose(visitor, at, "start")
    assert refused.status_code == 422
    assert "Tick at least one sentence" in refused.text
    choose(visitor, at, "all")
    assert len(sent_by(visitor.http.get(f"{at}/rules").text)["tick"]) > ticked
    choose(visitor, at, "usual")
    assert len(sent_by(visitor.http.get(f"{at}/rules").text)["tick"]) == ticked


def test_groups_are_named_and_ticked(server, visitor):
    at = describe(visitor)
    choose(visitor, at, "add")
    refused = choose(visitor, at, "start", **{"name 1": "seniors"})
    assert refused.status_code == 422
    assert "Tick who or what belongs to “seniors”" in refused.text
    started = choose(visitor, at, "start", **{"name 1": "seniors", "label 1": ["r Anna", "r Ben"]})
    file, _ = problem_of(server, started.headers["location"])
    assert file.problem.groups == {"weekend": ("Sat", "Sun"), "seniors": ("Anna", "Ben")}
    # The description is still there, and the group with a name of a row is refused.
    assert "go on with it" in visitor.http.get(f"{at}/rules").text
    assert "is the name of a row" in choose(visitor, at, "start", **{"name 1": "Emil"}).text
    choose(visitor, at, "drop 1")
    assert 'value="seniors"' not in visitor.http.get(f"{at}/rules").text


def test_groups_where_rows_and_columns_have_the_same_labels(server, visitor):
    at = describe(visitor, who="1-4", when="list", days="1-4", what="numbers", low="1", high="4")
    choose(visitor, at, "add")
    started = choose(visitor, at, "start", **{"name 0": "top", "label 0": ["r 1", "r 2"]})
    file, _ = problem_of(server, started.headers["location"])
    assert list(file.problem.groups["top"]) == ["row 1", "row 2"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"who": "", "name": "may"}, "Write at least one name"),
        ({"who": " , ;\n\t\n"}, "Write at least one name"),
        ({"who": "Anna, Ben, anna"}, "“Anna” and “anna”: the same name at places 1 and 3"),
        ({"who": "Anna\tBen\nCarla\tDora"}, "looks like a whole table"),
        ({"who": "1-900", "when": "list", "days": "1-900"}, "810,000 cells in all"),
        ({"who": "1-99999"}, "more than 1,000 names"),
        ({"who": "\n".join(f"n{i}" for i in range(2000))}, "More than 1,000 names"),
        ({"who": "x" * 150_000}, "too long"),
        ({"when": "weeks", "weeks": "0"}, "from 1 to 53"),
        ({"when": "weeks", "weeks": "many"}, "A number of weeks is needed"),
        ({"when": "dates", "first": "2026-06-01", "last": ""}, "The last day is missing"),
        ({"when": "dates", "first": "2026-06-02", "last": "2026-06-01"}, "before the first"),
        ({"when": "dates", "first": "0001-01-01", "last": "9999-12-31"}, "at most 371"),
        ({"when": "list", "days": ""}, "Write at least one name"),
        ({"what": "numbers", "low": "5", "high": "5"}, "must be larger"),
        ({"what": "numbers", "low": "0", "high": "999999999"}, "more than"),
        ({"what": "numbers", "low": "a", "high": "²"}, "Two whole numbers"),
        ({"what": "list", "values_text": "early"}, "at least two values"),
        ({"what": "list", "values_text": "a, b", "absent_text": "c"}, "“c” is not one of the values"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(visitor, fields, said):
    at = describe(visitor, **fields)
    page = unescape(visitor.http.get(f"{at}?go=1").text)
    assert said.lower() in page.lower()
    assert visitor.http.get(f"{at}/rules").headers["location"] == f"{at}?go=1"


@pytest.mark.parametrize(
    "who",
    [
        "<script>alert(1)</script>, b",
        'quo"te, back\\slash',
        "日本, Ünï, 🩺",
        "a[1], b]",
        "x, count, off, not",
        "=1+1, @cmd",
    ],
)
def test_odd_names_are_names(server, visitor, who):
    at = describe(visitor, who=who, name="<b>", what="list", values_text=f"{who}, maybe", when="none")
    page = visitor.http.get(f"{at}/rules").text
    assert "<script>alert" not in page
    started = choose(visitor, at, "start")
    file, kept = problem_of(server, started.headers["location"])
    assert len(file.problem.vocabulary) == len(who.split(","))
    assert kept.name == "<b>"


def test_plans_and_options_are_chosen_at_the_end(server, visitor):
    at = describe(visitor, who="Anna, Ben, Carla, Dora")
    assert "seed is a number" in unescape(choose(visitor, at, "start", seed="-1").text)
    started = choose(visitor, at, "start", until="plan", seed="7", largest="6")
    _, kept = problem_of(server, started.headers["location"])
    assert (kept.options["until"], kept.options["seed"], kept.options["largest"]) == ("plan", 7, 6)


def test_a_description_is_kept_while_it_is_typed(visitor):
    heard = visitor.post("/describe", fragment=True, who="Anna, Be", when="week", what="shifts").json()
    assert heard["who"] == "2: Anna, Be"
    heard_again = visitor.post(heard["address"], fragment=True, who="Anna, Ben, Anna").json()
    assert "the same name" in heard_again["who_wrong"]
    assert "Anna, Ben, Anna" in visitor.http.get(heard["address"]).text
    assert f'href="{heard["address"]}"' in visitor.http.get("/").text
    visitor.post(f"{heard['address']}/delete")
    assert visitor.http.get(heard["address"]).status_code == 404


# --- the text behind it ---


def test_the_text_can_be_changed_and_errors_are_at_the_line(server, visitor):
    at = describe(visitor)
    text = sent_by(visitor.http.get(f"{at}/text").text)["text"][0]
    wrong = text.replace('relation = "x != late"', 'relation = "x != lat"')
    line = 1 + wrong[: wrong.index('"x != lat"')].count("\n")
    page = visitor.post(f"{at}/text", text=wrong, to="start")
    assert page.status_code == 422
    assert f"<p>Line {line}, language" in page.text
    assert re.search(rf'<span class="here"><b>{line}</b>.*x != lat', page.text)
    assert f'data-line="{line}"' in page.text
    assert "x != lat&#34;" in visitor.http.get(f"{at}/text").text  # what was typed is kept
    broken = visitor.post(f"{at}/text", text="a = \n", to="start")
    assert '<span class="here"><b>1</b> a = ' in broken.text
    assert "changed the text" in visitor.http.get(f"{at}/rules").text
    started = visitor.post(
        f"{at}/text", text=text.replace('name = "roster"', 'name = "by hand"'), to="start", until="scopes"
    )
    assert problem_of(server, started.headers["location"])[1].name == "by hand"
    visitor.post(f"{at}/text", text="nonsense", to="boxes")
    assert sent_by(visitor.http.get(f"{at}/text").text)["text"][0] == text


def test_a_relation_in_a_box_of_one_line_is_not_told_a_line(visitor):
    path = visitor.start('language = ["!="]\n[variables]\nx = [1, 2]\ny = [1, 2]\n')
    page = visitor.http.get(f"{path}/model").text
    question = re.search(r'name="question" value="([^"]*)"', page)[1]
    said = visitor.post(f"{path}/relation", relation="x +", question=question).text
    error = re.search(r'id="relation-error" role="alert">(.*?)</p>', said)[1]
    assert error.startswith("“x +”: ")
    assert "line" not in error
    assert "element" not in error


# --- tables ---


def test_a_pasted_table_is_understood_and_its_plans_are_known(server, visitor):
    at = upload(visitor, b"", pasted=TABLE).headers["location"]
    page = visitor.http.get(at).text
    for text in ("3: Anna, Ben, Carla", "3: Mon, Tue, Wed", "The cells that you pasted"):
        assert text in page
    assert visitor.post(at, to="next").headers["location"] == f"{at}/rules"
    started = choose(visitor, at, "start")
    file, kept = problem_of(server, started.headers["location"])
    assert len(kept.examples) == 1
    assert (
        kept.examples[0][0]["cell[Anna,Mon]" if "cell[Anna,Mon]" in file.problem.names else file.problem.names[0]]
        == "early"
    )


def test_slips_and_empty_cells_are_chosen(server, visitor):
    rows = "\n".join(f"n{i}\tearly\tlate\tearly\tlate\t" for i in range(6)).replace("n3\tearly", "n3\tearyl")
    at = upload(visitor, b"", pasted=f"\tMon\tTue\tWed\tThu\tFri\n{rows}\n").headers["location"]
    page = unescape(visitor.http.get(at).text)
    assert "'earyl' is rare; did you mean 'early'?" in page
    assert "6 are empty" in page
    visitor.post(at, to="stay", taken="earyl\tearly", empty="off")
    page = unescape(visitor.http.get(at).text)
    assert "3: off, early, late" in page
    assert "none of them complete" not in page
    visitor.post(at, to="next")
    file, kept = problem_of(server, choose(visitor, at, "start").headers["location"])
    assert set(kept.examples[0][0].values()) == {"early", "late", "off"}
    assert len(kept.examples[0][0]) == len(file.problem.names) == 30


def test_a_workbook_is_read_and_nothing_in_it_is_run(visitor):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "May"
    for row in (line.split("\t") for line in TABLE.splitlines()):
        sheet.append(row)
    good = io.BytesIO()
    book.save(good)
    at = upload(visitor, good.getvalue(), "C:\\My plans\\<i>may.xlsx").headers["location"]
    assert "&lt;i&gt;may.xlsx" in visitor.http.get(at).text
    sheet["C3"] = '=WEBSERVICE("http://127.0.0.1/")'
    bad = io.BytesIO()
    book.save(bad)
    refused = upload(visitor, bad.getvalue(), "may.xlsx")
    assert refused.status_code == 422
    assert "may.xlsx, sheet May, cell C3: its formula was saved without a result" in unescape(refused.text)


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "", "choose a file, or paste"),
        (b"PK\x03\x04nothing", "a.xlsx", "a.xlsx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old.xls", "save it as .xlsx"),
        (b"Anna,early\nBen,late\n", "x.csv", "x.csv"),
        (b"\0" * 1000, "zero.csv", "zero.csv"),
        (b",Mon,Mon\nAnna,a,b\nBen,b,a\n", "twice.csv", "is there twice"),
    ],
)
def test_tables_that_are_none(visitor, content, name, said):
    answer = upload(visitor, content, name)
    assert answer.status_code == 422
    assert said in unescape(answer.text)


def test_a_bomb_and_a_flood_are_refused(visitor):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 50_000_000)
        archive.writestr("[Content_Types].xml", b"")
    assert upload(visitor, packed.getvalue()).status_code == 422
    assert upload(visitor, b"x" * 21_500_000, "large.csv").status_code == 413
    assert visitor.post("/describe", who="x" * 4_000_000).status_code == 413


def test_a_table_needs_the_token_too(visitor):
    assert upload(visitor, TABLE.encode(), "a.tsv", token="wrong").status_code == 403
    headers = {"Content-Type": "multipart/form-data; boundary=q"}
    for body in (b"", b"--q", b"--q\r\n\r\n--q--", b"--q\r\n" * 500):
        assert visitor.http.post("/describe/table", content=body, headers=headers).status_code == 403


def test_nothing_is_kept_of_nothing_and_the_field_says_what_is_missing(visitor):
    def kept():
        return len(set(re.findall(r'href="/describe/\d+"', visitor.http.get("/").text)))

    before = kept()
    empty = {"who": " ", "when": "week", "what": "shifts"}
    answer = visitor.post("/describe", to="next", **empty)
    assert answer.status_code == 422
    assert 'id="who-error" role="alert">Write at least one name.</p>' in answer.text
    heard = visitor.post("/describe", fragment=True, to="stay", **empty)
    assert "address" not in heard.json()
    assert kept() == before
    # From the page that says so it goes on as from the start page.
    assert 'action="/describe"' in answer.text
    at = describe(visitor, who="", when="list", days="1-3")
    assert "Write at least one name." in visitor.http.get(f"{at}?go=1").text
    assert kept() == before + 1


def test_a_draft_that_is_not_there(visitor):
    for rest in ("999999", "999999/rules", "999999/text", "x", "-1"):
        assert visitor.http.get(f"/describe/{rest}").status_code == 404


# --- the list, and what is shown where ---


def test_an_interview_is_renamed_and_found_again_by_its_file(server, visitor, tmp_path):
    path = visitor.start(WEEK)
    visitor.post(f"{path}/rename", name="  Ward\n<3> ")
    assert "<strong>Ward &lt;3&gt;</strong>" in visitor.http.get("/").text
    assert "Ward &lt;3&gt;" in visitor.http.get(path).text
    visitor.post(f"{path}/rename", name=" ")
    assert "<strong>Ward &lt;3&gt;</strong>" in visitor.http.get("/").text
    with Log(server.db) as log:
        assert log.latest("week", "").id >= int(path.split("/")[2])
        assert log.latest("Ward <3>", "") is None


def test_a_deletion_can_be_taken_back_from_anywhere(visitor):
    path, other = visitor.start(WEEK), visitor.start(WEEK)
    visitor.post(f"{path}/rename", name="the one")
    visitor.post(f"{path}/delete")
    page = visitor.http.get(other).text
    assert "“the one” is deleted." in page
    assert f'action="{path}/restore"' in page
    visitor.post(f"{path}/gone")
    assert "is deleted." not in visitor.http.get(other).text
    assert f'action="{path}/restore"' in visitor.http.get("/").text  # there it stays
    visitor.post(f"{path}/restore")
    assert f'href="{path}"' in visitor.http.get("/").text
    assert f'action="{path}/restore"' not in visitor.http.get("/").text


def test_a_notice_is_for_the_tab_that_it_belongs_to(server, visitor):
    path = visitor.start(WEEK)
    other = Visitor(server)
    stale = visitor.question(path).name
    visitor.post(f"{path}/answer", question=stale, answer="yes")
    told = other.post(f"{path}/answer", question=stale, answer="yes").headers["location"]
    assert "in the meantime" not in visitor.http.get(path).text
    assert "in the meantime" in other.http.get(told).text
    assert "in the meantime" in other.http.get(told).text  # also when it is loaded again
    by_script = other.post(f"{path}/answer", fragment=True, question=stale, answer="yes")
    assert "in the meantime" in by_script.text
    assert "in the meantime" in other.http.get(by_script.headers["X-Tacit-At"]).text
    assert "in the meantime" not in visitor.http.get(path).text
    other.close()


def test_one_candidate_is_one_candidate(visitor):
    path = visitor.start('language = ["!="]\n[variables]\nx = [1, 2]\ny = [1, 2]\n')
    assert "1 of 1 possible constraint is open." in visitor.http.get(path).text


def test_a_locked_page_is_drawn_like_others_and_says_what_to_do(server):
    page = httpx.get(f"{server.base}/i/1", trust_env=False)
    assert page.status_code == 403
    assert "open that address here" in page.text
    style = re.search(r'rel="stylesheet" href="([^"]*)"', page.text)[1]
    drawn = httpx.get(server.base + style, trust_env=False)
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert httpx.post(server.base + style, trust_env=False).status_code == 403


def test_a_form_of_before_a_restart_is_told_in_plain_words(visitor):
    path = visitor.start(WEEK)
    visitor.token = "of another server"
    answer = visitor.post(f"{path}/answer", answer="yes")
    assert answer.status_code == 403
    assert "load the page again" in answer.text
