"""The parts of a Word file that say nothing of the answer: types, relations, styles, settings (ECMA-376, Part 1)."""

from __future__ import annotations

from typing import Final

XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_WORDML: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"

CONTENT_TYPES: Final = (
    f'{XML}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_WORDML}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_WORDML}.styles+xml"/>'
    f'<Override PartName="/word/settings.xml" ContentType="{_WORDML}.settings+xml"/>'
    f'<Override PartName="/word/footnotes.xml" ContentType="{_WORDML}.footnotes+xml"/>'
    '<Override PartName="/docProps/core.xml"'
    ' ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
    '<Override PartName="/docProps/app.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>'
    "</Types>"
)
PACKAGE_RELATIONS: Final = (
    f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/officeDocument" Target="word/document.xml"/>'
    f'<Relationship Id="rId2" Type="{_PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>'
    f'<Relationship Id="rId3" Type="{_OFFICE}/relationships/extended-properties" Target="docProps/app.xml"/>'
    "</Relationships>"
)
DOCUMENT_RELATIONS: Final = (
    f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/relationships/settings" Target="settings.xml"/>'
    f'<Relationship Id="rId3" Type="{_OFFICE}/relationships/footnotes" Target="footnotes.xml"/>'
    "</Relationships>"
)
APP: Final = f'{XML}<Properties xmlns="{_OFFICE}/extended-properties"><Application>pincite</Application></Properties>'
SETTINGS: Final = (
    f'{XML}<w:settings xmlns:w="{WORD}">'
    '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>'
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word"'
    ' w:val="15"/></w:compat><w:themeFontLang w:val="en-US" w:eastAsia="ko-KR"/></w:settings>'
)
SEPARATORS: Final = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
)
"""The line above the footnotes, which Word wants as footnotes of their own."""
PAGE: Final = (
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" w:footer="709" w:gutter="0"/>'
    "</w:sectPr>"
)

_STYLES: Final = (
    ("Title", "Title", "", '<w:spacing w:after="240"/>', '<w:b/><w:sz w:val="32"/><w:szCs w:val="32"/>'),
    (
        "Heading1",
        "heading 1",
        "",
        '<w:keepNext/><w:spacing w:before="280" w:after="100"/><w:outlineLvl w:val="0"/>',
        '<w:b/><w:sz w:val="26"/><w:szCs w:val="26"/>',
    ),
    (
        "FootnoteText",
        "footnote text",
        "",
        '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="18"/>',
    ),
    ("Refusal", "Refusal", "", '<w:ind w:left="360"/>', "<w:b/>"),
    ("Facts", "Facts", "", '<w:spacing w:after="40"/>', '<w:sz w:val="18"/>'),
)


def styles(language: str) -> str:
    """The styles, with the language in which the text is to be checked.

    Args:
        language: tag such as `en-US` or `ko-KR`.
    """
    latin = language if not language.startswith("ko") else "en-US"
    defaults = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman"'
        ' w:eastAsia="Malgun Gothic" w:cs="Times New Roman"/><w:sz w:val="22"/><w:szCs w:val="22"/>'
        f'<w:lang w:val="{latin}" w:eastAsia="ko-KR" w:bidi="ar-SA"/></w:rPr></w:rPrDefault>'
        # Without a gap put in between Korean letters and digits, which 제10조제3항 must not have.
        '<w:pPrDefault><w:pPr><w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/>'
        '<w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault>'
        "</w:docDefaults>"
    )
    paragraphs = "".join(
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/><w:basedOn w:val="Normal"/>'
        f"{more}<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
        for key, name, more, paragraph, run in _STYLES
    )
    return (
        f'{XML}<w:styles xmlns:w="{WORD}">{defaults}'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">'
        '<w:name w:val="Default Paragraph Font"/></w:style>'
        '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/>'
        '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
        f"{paragraphs}</w:styles>"
    )
