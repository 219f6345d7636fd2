"""The words of the demo's handbook, page by page, and where long words may break."""

from __future__ import annotations

from dataclasses import dataclass

Block = tuple[str, str]


@dataclass(frozen=True)
class PageText:
    """One page: blocks of (kind, text), and those of a right column where it has two."""

    blocks: tuple[Block, ...]
    right: tuple[Block, ...] = ()
    contents: bool = False


# Words with their break points; others stay whole.
BREAKS = {
    word.replace("-", ""): word
    for word in (
        "agree-ment al-ready ap-point-ment be-long-ings check-list com-plaint com-plaints con-di-tion de-duc-tion "
        "de-duc-tions de-liv-ered de-pos-it de-pos-its elec-tric-ity emer-gency fur-nished hand-book hear-ing hous-ing "
        "in-crease in-spec-tion in-ter-est land-lord land-lords main-tain med-i-a-tion neigh-bors neigh-bor "
        "or-di-nary pay-ment per-cent per-mis-sion pho-to-graphs prob-lem prop-erty re-ceipt rea-son-able re-pair "
        "re-pairs re-quest re-turn sep-a-rate state-ment tem-per-a-ture ten-ancy ten-ant ten-ants trades-per-son "
        "vio-la-tion with-out writ-ten writ-ing"
    ).split()
}

COVER = (
    ("Renting in Larkhaven", 24),
    ("A Handbook for Tenants and Landlords", 13),
    ("", 12),
    ("Office of Rental Housing", 12),
    ("City of Larkhaven, State of Merrow", 12),
    ("", 12),
    ("2025 Edition", 12),
)

FRONT_PAGES = (
    PageText(
        (
            ("chapter", "About this handbook"),
            (
                "text",
                "This handbook explains the Residential Tenancy Act, chapter 14 of the Municipal Code of Larkhaven, "
                "in everyday words. It is not the law itself. Where the handbook and the Act differ, the Act decides.",
            ),
            (
                "text",
                "The handbook describes the rules as they stand on April 1, 2025. The Office of Rental Housing cannot "
                "act as your lawyer, but its staff will explain the rules to anyone who asks, free of charge.",
            ),
            (
                "text",
                "The handbook may be copied freely. Copies in large print, in Spanish and in Vietnamese can be had at "
                "the counter.",
            ),
            (
                "text",
                "Larkhaven and Merrow do not exist. This handbook was written for pincite's demo and describes the "
                "law of no place.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Contents"),
            ("contents", "Chapter 1. Before you rent 1"),
            ("contents", "Chapter 2. Deposits and moving in 2"),
            ("contents", "Chapter 3. Paying the rent 3"),
            ("contents", "Chapter 4. Heat and repairs 4"),
            ("contents", "Chapter 5. Living in your home 5"),
            ("contents", "Chapter 6. Moving out 6"),
            ("contents", "Chapter 7. Getting your deposit back 7"),
            ("contents", "Chapter 8. When you disagree 8"),
            ("contents", "Words and addresses 9"),
        ),
        contents=True,
    ),
)

PAGES = (
    PageText(
        (
            ("chapter", "Chapter 1. Before you rent"),
            (
                "text",
                "Look at the home by daylight, run the water, and open every window. Ask who pays for heat, water and "
                "trash. Ask the neighbors whether the building is warm in winter. Do not pay anything before you have "
                "seen the home from the inside.",
            ),
            ("heading", "Application costs"),
            (
                "text",
                "A landlord may pass on what a credit or background check really costs, but never more than $35. "
                "There is no other application fee in Larkhaven. If the landlord asks for money to hold a home for "
                "you, get a receipt that says whether you get it back.",
            ),
            ("heading", "A written agreement"),
            (
                "text",
                "An oral agreement is valid, but a written one is easier to prove. An agreement for more than twelve "
                "months has to be in writing; otherwise it becomes a month-to-month tenancy. You must get a complete "
                "copy within 10 days after signing. Read what it says about pets, parking and late fees.",
            ),
            (
                "text",
                "Some terms have no effect even if you signed them: for example, that you give up your deposit, that "
                "the landlord may come in at any time, or that you may not complain to the Office.",
            ),
            ("heading", "Fair treatment"),
            (
                "text",
                "A landlord may ask for proof of income. As a rule of thumb, many landlords in Larkhaven look for an "
                "income of two and one-half times the rent, but no law requires it.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 2. Deposits and moving in"),
            (
                "text",
                "Before you move in, the landlord may ask for a deposit. All deposits together may come to no more "
                "than one and one-half months' rent, or two months' rent if the home is furnished. A pet deposit of up "
                "to $250 may be added, but never for an animal that assists a person with a disability.",
            ),
            (
                "text",
                "Example: The rent is $1,200 a month and the home is unfurnished. The deposit may be $1,800 at most. "
                "If you have a cat, the landlord may ask for up to $2,050 in all.",
            ),
            ("heading", "Where the money is kept"),
            (
                "text",
                "Within 30 days the landlord has to put the deposit in a separate bank account and tell you the name "
                "of the bank. A small landlord, with four homes or fewer in the city, does not need a separate "
                "account, but has to give you a receipt.",
            ),
            ("heading", "The checklist"),
            (
                "text",
                "Within 5 days after you get the keys, walk through the home with the landlord and fill in the green "
                "checklist (Form RH-7). Take photographs of every room, and of the inside of the oven and the "
                "refrigerator. Keep them together with your copy until you have your deposit back.",
            ),
            (
                "text",
                "If the landlord never offered this inspection, nothing may be deducted later for damage or cleaning. "
                "Unpaid rent may still be deducted.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 3. Paying the rent"),
            (
                "text",
                "Rent is due on the first day of the month unless your agreement names another day. You need not pay "
                "through a website or an app if you do not want to. If you pay cash, ask for a receipt every time; the "
                "landlord has to give you one.",
            ),
            ("heading", "Paying late"),
            (
                "text",
                "A late fee is allowed only if your agreement provides for one, and only after 5 days. It may be no "
                "more than 4 percent of the monthly rent or $50, whichever is less. With a rent of $1,200 that is $48; "
                "with a rent of $1,500 it is $50, because 4 percent would be $60.",
            ),
            (
                "text",
                "If you know that you will be late, write to the landlord before the rent is due and offer a date. "
                "The Emergency Rent Fund of the City can help once in two years with up to $900; apply at the counter "
                "before the landlord goes to court.",
            ),
            ("heading", "Rent increases"),
            (
                "text",
                "The rent can go up only once in twelve months. You have to get written notice at least 60 days "
                "before, or at least 90 days before if the increase is more than 7 percent. Larkhaven has no limit on "
                "the amount of an increase.",
            ),
            (
                "text",
                "Bring the notice to the Office if you are not sure about it. If it does not state the old rent, the "
                "new rent and the date, you do not have to pay the increase.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 4. Heat and repairs"),
            (
                "text",
                "From October 15 to April 30 your home has to reach 68 degrees Fahrenheit between 6 a.m. and 11 p.m., "
                "and 62 degrees at night. Measure the temperature in the middle of the room, three feet above the "
                "floor, and write down the time.",
            ),
            ("heading", "How to ask for a repair"),
            ("item", "Write to the landlord, even if you have already called. Say what is broken and since when."),
            ("item", "Keep a copy, and note the day on which the letter was delivered."),
            ("item", "Offer times at which someone can come in."),
            (
                "text",
                "An urgent repair has to begin within 24 hours: no heat, no water, no electricity, no working toilet, "
                "an outer door that does not lock, or a danger to life or health. Any other repair has to begin within "
                "14 days.",
            ),
            ("heading", "If nothing happens"),
            (
                "text",
                "You may hire a licensed tradesperson and take the cost off the rent, up to half a month's rent or "
                "$600, whichever is greater, and only once in six months. With a rent of $1,400 the limit is $700. "
                "Send the landlord a copy of the bill with the reduced payment.",
            ),
            (
                "text",
                "Or you may pay the rent into the escrow account of the Office (Form RH-4) until the repair is made. "
                "Never simply stop paying: a tenant who keeps the rent can be told to move out.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 5. Living in your home"),
            ("heading", "When the landlord may come in"),
            (
                "text",
                "The landlord needs a good reason and has to tell you in writing at least 24 hours before, with the "
                "date, the purpose and an approximate time. Visits are allowed between 8 a.m. and 7 p.m. To show the "
                "home to buyers or new tenants the notice is 48 hours, with no more than two visits a week.",
            ),
            (
                "text",
                "In an emergency, such as a burst pipe, the landlord may come in without notice, and has to leave a "
                "note that says who came in, when and why.",
            ),
            ("heading", "Guests, roommates and subletting"),
            (
                "text",
                "Guests are your own business. If a guest stays longer than 14 days in a row, tell the landlord. To "
                "sublet you need written permission. The landlord may refuse only for a good reason, and has to answer "
                "within 15 days; no answer counts as a yes.",
            ),
            ("heading", "Noise"),
            (
                "text",
                "Quiet hours in Larkhaven are from 10 p.m. to 7 a.m. Talk to your neighbor first. The Office does not "
                "deal with noise; call the City's Noise Desk.",
            ),
            ("heading", "Locks and services"),
            (
                "text",
                "No landlord may lock you out, or cut off heat, water, gas or electricity to make you leave. If this "
                "happens, call the police and the Office at once. A court can give you two months' rent or twice your "
                "loss, whichever is greater.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 6. Moving out"),
            (
                "text",
                "If you rent your home without a fixed term, that means month-to-month, give written notice at "
                "least 30 days before you leave. The landlord has to give you at least 60 days, or at least 90 days if "
                "you have lived there for more than two years. If you rent by the week, 7 days are enough on either "
                "side.",
            ),
            ("heading", "Leaving early"),
            (
                "text",
                "A fixed term binds both sides until its last day. There are exceptions: victims of domestic violence "
                "or stalking may leave on 14 days' notice, and members of the armed forces who are called to duty or "
                "moved more than 50 miles may leave on 30 days' notice. Otherwise, look for someone to take over your "
                "agreement and ask the landlord to consent.",
            ),
            ("heading", "Notices from the landlord"),
            (
                "text",
                "If rent is unpaid, you may get a notice to pay or move out within 10 days. If you pay everything in "
                "that time, you may stay. For another serious breach you get 30 days, and you may stay if you put "
                "things right within 14 days.",
            ),
            (
                "text",
                "Only a court can order you to leave, and only a marshal of the City can carry out the order. If you "
                "get papers from the court, do not ignore them: answer by the date that they name, and call Legal Aid.",
            ),
            ("heading", "Before you go"),
            (
                "text",
                "Ask for a second inspection. The landlord has to come within 7 days and name what would be deducted, "
                "so that you can mend it. Leave your new address in writing; until you do, the time for the return of "
                "your deposit does not run.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 7. Getting your deposit back"),
            (
                "text",
                "Within 21 days after you have moved out, the landlord has to return the deposit with its interest or "
                "send you a written list of deductions. If repairs take longer, you get an estimate within the 21 days "
                "and the final list within 45 days. Bills over $150 have to be enclosed.",
            ),
            ("heading", "What may be deducted"),
            ("item", "Unpaid rent and lawful late fees."),
            ("item", "Damage beyond ordinary wear: a hole in a door, a burn in the carpet."),
            ("item", "Cleaning, if the home is dirtier than the checklist says."),
            ("heading", "What may not be deducted"),
            ("item", "Faded paint, worn carpet and small nail holes."),
            ("item", "Repainting between tenants, and the cost of finding a new tenant."),
            ("heading", "An example"),
            (
                "text",
                "Dana paid a deposit of $1,800 and lived in the home for one year. At a rate of 1.8 percent the "
                "interest is $32.40. Dana burned the carpet; the repair cost $240. One late fee of $48 was unpaid. "
                "Dana gets back $1,544.40.",
            ),
            (
                "text",
                "If the landlord misses the time limit, nothing at all may be kept. A landlord who keeps a deposit on "
                "purpose owes twice the amount in addition.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Chapter 8. When you disagree"),
            (
                "text",
                "Talk first, then write. If that does not help, file a complaint with the Office on Form RH-1, within "
                "one year. The fee is $30; households with a low income do not pay it. Several tenants of one building "
                "can file together for a single fee.",
            ),
            ("heading", "What happens next"),
            ("item", "The landlord has 15 days to answer."),
            ("item", "The Office offers free mediation. About six of ten cases are settled there."),
            ("item", "If not, there is a hearing. You get at least 10 days' notice of it."),
            ("item", "The decision comes within 45 days after the hearing closes."),
            (
                "text",
                "You can take part by video if you ask 3 working days before, and you can have an interpreter, free of "
                "charge, if you ask 5 working days before. Bring a friend or a lawyer if you like. Send your papers "
                "and photographs 7 days before the hearing.",
            ),
            ("heading", "If you do not accept the decision"),
            ("text", "Either side can appeal to the District Court of Merrow within 20 days."),
            ("heading", "No revenge"),
            (
                "text",
                "A landlord may not punish you for a complaint. If the rent goes up, services are cut or you are told "
                "to leave within six months after you complained, the law presumes that it is retaliation, and the "
                "landlord has to prove otherwise.",
            ),
        )
    ),
    PageText(
        (
            ("chapter", "Words and addresses"),
            ("heading", "Words"),
            ("entry", "Arrears: rent that is due and has not been paid."),
            ("entry", "Escrow: an account of the Office in which rent waits until a dispute is settled."),
            ("entry", "Fixed term: a tenancy with a last day agreed from the start."),
            (
                "entry",
                "Month-to-month: a tenancy that goes on from one month to the next until one side gives notice.",
            ),
            ("entry", "Ordinary wear: what happens to a home that is used properly. You do not pay for it."),
            (
                "entry",
                "Sublet: to rent your home, or a part of it, to someone else while your own agreement goes on.",
            ),
        ),
        right=(
            ("heading", "Addresses"),
            ("entry", "Office of Rental Housing, 12 Quay Street, ground floor."),
            (
                "entry",
                "The counter is open Monday to Thursday from 9 a.m. to 4 p.m. and Friday from 9 a.m. to noon.",
            ),
            ("entry", "Telephone 555-0142. Urgent line for homes without heat, day and night: 555-0143."),
            ("entry", "Emergency Rent Fund: at the same counter, on Tuesdays by appointment."),
            ("entry", "Legal Aid of Merrow, 8 Court Square, telephone 555-0170. Advice is free on Wednesdays."),
            ("entry", "Noise Desk of the City, telephone 555-0188."),
        ),
    ),
)
