"""What pages of other sites can and cannot do, and what survives a reload, in a real browser."""

import re

import pytest

from web.browser import CHROMIUM, WAIT, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
POSITION = "?game=domineering&position=4x4&view=value"


def test_images_of_another_site_do_nothing(workbench):
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(WAIT)
        answers = []
        page.on("response", lambda answer: answers.append(answer.status))
        images = "".join(f'<img src="{workbench}{POSITION}&n={n}">' for n in range(30))
        frame = f'<iframe src="{workbench}{POSITION}"></iframe>'
        page.set_content(images + frame, timeout=WAIT)
        page.wait_for_function(
            "() => [...document.images].every(image => image.complete)", timeout=WAIT
        )
        assert answers.count(403) >= 30
        assert set(answers) == {403}


def test_a_link_of_another_site_keeps_the_token(start):
    server = start("--host", "0.0.0.0")
    entrance = re.sub(r"//[^:/]+:", "//127.0.0.1:", server.address)
    inside = entrance.partition("?")[0]
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(WAIT)
        page = context.new_page()
        assert page.goto(inside).status == 401
        assert page.goto(entrance).status == 200
        course = context.new_page()
        course.set_default_timeout(WAIT)
        course.set_content(f'<a href="{inside}{POSITION}">the exercise</a>')
        with course.expect_navigation() as navigation:
            course.get_by_text("the exercise").click()
        assert navigation.value.status == 200


def test_a_search_survives_a_reload(workbench):
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.goto(f"{workbench}?game=domineering&position=10x10&view=solve")
        page.get_by_role("button", name="Solve", exact=True).click()
        page.get_by_text(re.compile("nodes")).first.wait_for()
        page.reload()
        history = context.new_page()
        history.set_default_timeout(WAIT)
        history.goto(f"{workbench}jobs")
        history.get_by_role("link", name=re.compile("Solve domineering")).first.click()
        history.get_by_text(re.compile("running: .* nodes")).wait_for()
        history.get_by_role("button", name="Stop").click()
        history.get_by_text("unknown").or_(history.get_by_text("stopped")).first.wait_for()
        history.get_by_role("link", name="JSON").wait_for()
