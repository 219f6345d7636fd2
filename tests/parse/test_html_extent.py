"""HTML: the document is read, the site around it is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parse.text_files.html import parse_html

RULES = "<p>The keeper must lock the gate at dusk and open it at dawn.</p>"
TEXT = "The keeper must lock the gate at dusk and open it at dawn."

ROWS = [
    ("main_alone", f"<div>Top story</div><main>{RULES}</main><div>Follow us</div>", TEXT),
    ("main_by_role", f"<div>Top story</div><div role=main>{RULES}</div>", TEXT),
    ("main_keeps_its_own_header", f"<main><header>No. 4</header>{RULES}<footer>Done at dusk</footer></main>",
     f"No. 4\n\n{TEXT}\n\nDone at dusk"),
    ("main_keeps_its_notes", f"<main>{RULES}<aside role=complementary>A note</aside></main>", f"{TEXT}\n\nA note"),
    ("main_left_empty_for_a_script", f"<main id=app></main><div>{RULES}</div>", TEXT),
    ("article_alone", f"<div>Popular</div><article>{RULES}</article><div>Share</div>", TEXT),
    ("articles_in_a_row", f"<article>{RULES}</article><div>Popular</div><article>{RULES}</article>",
     f"{TEXT}\n\n{TEXT}"),
    ("small_article_is_a_card", f"{RULES * 3}<article>Related</article>", "\n\n".join([TEXT] * 3 + ["Related"])),
    ("footer_of_the_page", f"{RULES}<footer>© Harbor City</footer>", TEXT),
    ("footer_in_a_division", f"<div>{RULES}<footer>© Harbor City</footer></div>", TEXT),
    ("footer_of_a_section", f"<section>{RULES}<footer>Added by Order 3</footer></section>",
     f"{TEXT}\n\nAdded by Order 3"),
    ("header_of_the_page", f"<header><p>Harbor City</p></header><h1>Rules</h1>{RULES}", f"Rules\n\n{TEXT}"),
    ("header_with_the_only_title", f"<header><h1>Rules</h1><p>In force</p></header>{RULES}",
     f"Rules\n\nIn force\n\n{TEXT}"),
    ("header_of_a_section", f"<section><header><h2>§ 1</h2></header>{RULES}</section>", f"§ 1\n\n{TEXT}"),
    ("navigation_by_role", f"<ul role=navigation><li>Home</ul>{RULES}", TEXT),
    ("navigation_in_main", f"<main><nav>Home</nav>{RULES}</main>", TEXT),
    ("complementary_aside", f"<aside role=complementary>Subscribe</aside>{RULES}", TEXT),
    ("aside_that_may_be_a_note", f"{RULES}<aside>Not on Sundays.</aside>", f"{TEXT}\n\nNot on Sundays."),
    ("search", f"<form role=search>Search the site</form>{RULES}", TEXT),
    ("cookie_banner_by_class", f"<div class='wide cookie-banner'>We use cookies</div>{RULES}", TEXT),
    ("cookie_banner_by_id", f"<div id=cookieConsent>We use cookies</div>{RULES}", TEXT),
    ("cookie_dialog", f"<section role=dialog>We use cookies</section>{RULES}", TEXT),
    ("closed_dialog", f"<dialog>Are you sure?</dialog>{RULES}", TEXT),
    ("section_on_cookies", f"<section id=cookie-notice>We use cookies.</section>{RULES}", f"We use cookies.\n\n{TEXT}"),
    ("all_in_a_footer", f"<footer>{RULES}</footer>", TEXT),
    ("nearly_all_in_a_banner", f"<p>Harbor</p><div class=cookie-notice>{RULES}</div>", f"Harbor\n\n{TEXT}"),
    ("unclosed_header", f"<header>Harbor City<main>{RULES}", TEXT),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_document_without_its_site(raw: str, expected: str) -> None:
    assert parse_html(raw).text == expected


def test_title_and_headings_are_the_documents() -> None:
    raw = f"<title>Rules - Harbor City</title><header><h1>Harbor City</h1></header><main><h1>Rules</h1>{RULES}</main>"
    parsed = parse_html(raw)
    assert parsed.title == "Rules"
    assert [section.heading for section in parsed.sections] == ["Rules"]


PIECES = st.sampled_from(
    "<main> </main> <article> </article> <section> </section> <header> </header> <footer> </footer> <aside>"
    " <nav> </nav> <h1> </h1> <p> word <br>".split()
)


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_a_page_that_shows_text_always_gives_some(raw: str) -> None:
    shown = parse_html(re.sub(r"\b(main|article|section|header|footer|aside)", r"x-\1", raw)).text
    assert bool(parse_html(raw).text) == bool(shown)
