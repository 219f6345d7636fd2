import pytest

from pincite.text.language import detect

ROWS = [
    pytest.param("How long does a landlord have?", "en", id="english"),
    pytest.param("보증금은 언제 반환되는가?", "ko", id="korean"),
    pytest.param("R&D 과제 PI는 누구인가 (Innovation Act)?", "ko", id="korean-with-latin-names"),
    pytest.param(
        'The Act ("국가연구개발혁신법") applies to every national research project in Korea.',
        "en",
        id="english-naming-korean",
    ),
    pytest.param("", "und", id="empty"),
    pytest.param("12 § 34 (5)", "und", id="no-letters"),
    pytest.param("Сколько времени есть у арендодателя?", "und", id="cyrillic"),
    pytest.param("Wie lange hat der Vermieter Zeit, die Kaution zurückzuzahlen?", "und", id="german"),
    pytest.param("Quand est-ce que le propriétaire doit rendre la caution ?", "und", id="french"),
    pytest.param("rent increase notice", "en", id="keywords"),
    pytest.param("賃貸人は敷金を返還しなければならない。", "und", id="japanese"),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_language_is_told_by_its_letters(text: str, expected: str) -> None:
    assert detect(text) == expected


def test_long_text_is_judged_by_slices() -> None:
    assert detect("The tenant shall pay. " * 5000 + "임대인은 " * 100) == "en"
    assert detect("임대인은 보증금을 반환한다. " * 20000) == "ko"
