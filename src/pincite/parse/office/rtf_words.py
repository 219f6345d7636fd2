"""The control words of RTF that reading a text needs, by what they do (RTF specification 1.9.1)."""

from __future__ import annotations

LETTERS = {
    "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "tab": " ", "emspace": " ", "enspace": " ", "qmspace": " ", "line": "\n", "lbr": "\n", "softline": "\n",
}  # fmt: skip
"""Words that stand for a letter or a blank."""
SIGNS = {"~": " ", "_": "-", "{": "{", "}": "}", "\\": "\\"}
"""The same, of one sign behind the backslash."""
PARAGRAPH_ENDS = frozenset("par sect page column".split())
LEFT_OUT = frozenset(
    "aftncn aftnsep aftnsepc annotation atnauthor atndate atnicn atnid atnparent atnref atntime atrfend atrfstart"
    " author background bkmkend bkmkstart blipuid buptim category colorschememapping colortbl comment company creatim"
    " datafield datastore defchp defpap doccomm docvar factoidname falt fchars ffdeftext ffentrymcr ffexitmcr ffformat"
    " ffhelptext ffl ffname ffstattext file filetbl fldinst fontemb fontfile footer footerf footerl footerr"
    " formfield ftncn ftnsep ftnsepc g generator gridtbl header headerf headerl headerr hl hlfr hlinkbase hlloc hlsrc"
    " hsv htmltag keycode keywords latentstyles lchars levelnumbers leveltext lfolevel linkval list listlevel"
    " listname listoverride listoverridetable listpicture liststylename listtable lsdlockedexcept mailmerge manager"
    " nesttableprops nextfile nonesttables objalias objclass objdata objname objsect objtime oldcprops oldpprops"
    " oldsprops oldtprops oleclsid operator panose password passwordhash pgp pgptbl picprop pict pnseclvl pntxta pntxtb"
    " printim private propname protend protstart protusertbl pxe revtbl revtim rsidtbl rxe shprslt sn sp staticval"
    " subject sv svb tc template themedata txe upr userprops wgrffmtfilter windowcaption writereservation"
    " writereservhash xe xform xmlattrname xmlattrvalue xmlclose xmlname xmlnstbl xmlopen".split()
)
"""Groups that are no text of the document."""
KEPT_THOUGH_STARRED = frozenset("shpinst shptxt ud footnote listtext pntext shppict".split())
"""Groups that a reader may pass over, as their star says, and that hold text all the same."""

CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
"""Encodings of fonts by their character sets."""
