"""Abbreviations of legal and everyday English, and the words that tell what follows one. Data only, lower case.

Keys are the letters before the last full stop: `u.s.c`, `inc`. What each group means is said at its name.
"""

from __future__ import annotations

from typing import Final

# A sentence never ends here: something always follows.
NEVER_FINAL: Final = frozenset(
    """adm approx atty attys brig ca capt cf col cmdr compare def dr e.g eg esp fr gen gov hon i.e ie jud lt maj messrs
    mr mrs ms mt mx orig pl prof pres rev sen sgt supt v viz vs""".split()
)

# A number, a letter or a section sign follows when the sentence goes on (`Sec. 5`, `Exh. A`, `Jan. 3`).
BEFORE_NUMBER: Final = frozenset(
    """c r s amend amdt amdts ann annot app apr apt art arts aug bldg ch chap chaps chs cl cls cong dec div exh exhs ex
    feb fig figs fl fn fns id infra jan jul jun ln lns mar n nn no nos nov oct ord p para paras par pars pg pgs pp
    pt pts q reg regs rm sch sched sec secs sect sep sept sess ss stmt subch subd subdiv subdivs subds subp subpara
    subparas subpt subsec subsecs supp supra tbl tit tits vol vols""".split()
)

# Names and citation words, with a capital letter: the sentence goes on unless a word that opens sentences follows
# (`Acme Inc. The ...`).
IN_NAMES: Final = frozenset(
    """acad pub admin adv agric ala am amer app'x appx ariz ark ass'n assn assoc assocs asst aud auth auto ave bankr bd
    bhd blvd bros bur bus cal calif cent cert cir civ cmty co code colo com comm comm'n comm'r commn commr comp conn
    const constr cont coop corp corps cos crim ct cts ctr cty del dep dep't dept depts det dev dist distrib doing
    econ ed edn educ elec emp eng'g envtl equip est evid fed fam fin fla found ga gen'l gov't govt gmbh guar haw
    hist hosp hous hwy ill immigr inc ind indem indus info ins inst int'l intl inv isl jr juris kan kans ky la lab
    laws legis liab lit llc llp ltd mach mass md me med mem merch metro mfg mich minn miss mo mont mun mut nat nat'l
    natl neb nev okla ont op ore org pa par pharm phil plc prac pres proc prod prop prot prov psych pty pub'g publ'n
    ptnr rd rds rec rehab relns rels rep repl reprod rev'd ret reh'g rul rptr sav sch serv servs so soc sol south sp
    sq sr st sta stat stats ste sts sup super sur svcs sys tech tel telecom temp tenn ter tex tpk tr transp trib twp
    univ unif urb util va vet vt wash w.d wis wkly wyo""".split()
)

# Often the last word of a sentence: it ends there unless a day, month or time zone follows.
OFTEN_FINAL: Final = frozenset("etc a.m p.m al seq".split())

AFTER_TIME: Final = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec est edt cst cdt mst mdt pst pdt et ct mt pt utc gmt eastern central mountain
    pacific noon""".split()
)

# Words that open sentences and hardly ever follow an abbreviation inside one.
SENTENCE_OPENERS: Final = frozenset(
    """a according additionally after all also although an and another any anyone are as at because before beginning
    both but by can do does during each effective either even every except finally first for from further
    furthermore generally he her his how however i if in instead it its landlords last likewise may moreover must
    neither nevertheless next no nor not nothing notwithstanding on once only or other otherwise our please pursuant
    rather second see several shall she should similarly since so some such tenants that the their then there
    thereafter therefore these they third this those thus to under unless until upon we what when where whereas
    whether which while who whoever with within without yes you your""".split()
)

# A line that begins with a label after one of these continues a reference (`paragraph` / `(b) of this section`).
BEFORE_REFERENCE: Final = frozenset(
    """article articles chapter chapters clause clauses division item items no nos number numbers page pages paragraph
    paragraphs part parts rule rules sec section sections subchapter subclause subdivision subdivisions subitem
    subparagraph subparagraphs subpart subsection subsections title titles under through in of by per with to §
    §§""".split()
)

# Head words of a numbered heading: with their number they are a label, not a sentence (`Sec. 5.`, `ARTICLE IV.`).
HEADING_WORDS: Final = (
    "§§?", "sec", "sect", "section", "art", "article", "ch", "chap", "chapter", "part", "title", "subpart",
    "subchapter", "division", "rule", "reg", "item", "para", "paragraph", "clause", "schedule", "appendix", "annex",
    "exhibit", "no", "step", "note", "question",
)  # fmt: skip
