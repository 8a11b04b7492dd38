#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates gold notes in a style that the bundled model has not seen: ward messages of an invented hospital. Fields
are separated by bars, names are written as SURNAME^Given, staff by initials and pager, wards, beds and numbers in the
hospital's own forms, and the free text is what nurses type in a hurry. `tools/adapt` is measured on them.

Usage: make_gold.py [NOTES [SEED]] > gold.jsonl    (an even seed and an odd one share no name and no place)
"""

import json
import random
import re
import sys

MARK = re.compile(r"\[\[(\w+):([^\]]+)\]\]")
SURNAMES = (
    "Abernathy Ashdown Bexley Birtwhistle Bracegirdle Cattermole Chilcott Clutterbuck Copplestone Crabtree Dalrymple Dewhurst Dunwoody Eardley "
    "Entwistle Fairclough Featherstone Fotheringham Garside Gathercole Greenhalgh Hathersage Heneghan Higginbottom Inchbald Jellicoe Kettlewell "
    "Kilbride Lathbury Lillywhite Longbottom Mapplebeck Micklethwait Mossop Nettlefold Ogilvy Oxenford Pardoe Penhaligon Pickersgill Quennell "
    "Ramsbottom Rigglesworth Satterthwaite Shufflebotham Sidebotham Stanhope Swithenbank Tattersall Thistlewood Twelvetrees Umpleby Vavasour "
    "Waddilove Warburton Wigglesworth Winterbourne Wolstenholme Yardley Zouche Okwuosa Nakamura Bhattacharya Petrosyan Vandersloot Kuusisto"
).split()
GIVEN = (
    "Ada Albert Alma Arthur Basil Beryl Cecil Clara Cyril Daphne Dorothea Edgar Edith Elsie Ernest Esme Eunice Florence Freda Geoffrey Gladys "
    "Harold Hilda Horace Ida Iris Ivy Leonard Lionel Mabel Maud Mildred Mona Muriel Nora Olive Percy Phyllis Reginald Rhoda Rupert Sidney "
    "Stanley Sybil Thora Una Vera Violet Walter Wilfred Winifred Amara Kenji Priya Tove Anahit"
).split()
STREETS = "Tannery Lane,Weir Bank,Maltings Yard,Otter Close,Priory Fold,Saltpan Road,Bellfounders Row,Heron Hill,Ropewalk,Cinder Path".split(",")
TOWNS = "Thornwick,Eastlea,Marrowby,Upper Denholm,Crossgill,Hartsmere,Wexcombe,Staveley Green,Ferrybridge Quay,Low Carrick".split(",")
JOBS = "ret. signalman,school cook,ferry pilot,glazier,bee keeper,lorry driver,lace maker,ex-miner".split(",")
COMPLAINTS = (
    "fall from ht, # NOF R|SOB ^^, RR 28, crackles bibasal|conf & off legs 2/7|haematemesis x2, Hb 71|DKA, ket 6.1, pH 7.09|PR bleed, haem stable|"
    "collapse ?cause, ECG 2:1 AVB|cellulitis L leg, Wells 1|AECOPD, on 28% venturi|urosepsis, lact 3.4|TIA, ABCD2 5|LRTI, CURB 3"
).split("|")
CARE = (
    "obs 4hrly|NBM from 02:00|IVI 8hrly|cannula L ACF ok|pressure areas intact, Waterlow 14|BM 6.2|bowels open type 4|fluid bal +640|"
    "VTE proph given|analgesia eff|cath draining|mobile with ZF x1|MUST 2, dietic ref|NEWS 3, esc n/a|abx day 3 of 7|awaits echo"
).split("|")


class Ward:
    """The subject of one message."""

    def __init__(self, rng: random.Random, half: int):
        self.rng = rng
        self.surnames, self.streets, self.towns = SURNAMES[half::2], STREETS[half::2], TOWNS[half::2]
        self.surname, self.given, self.kin_given = rng.choice(self.surnames), *rng.sample(GIVEN[half::2], 2)
        self.town = rng.choice(self.towns)

    def digits(self, form: str) -> str:
        """Replaces # by a digit and @ by a capital."""
        return "".join(self.rng.choice("0123456789") if c == "#" else self.rng.choice("ABCDEFGHJKLMNPRSTWXYZ") if c == "@" else c for c in form)

    def day(self) -> str:
        return f"{self.rng.randint(1, 28):02}{self.rng.randint(1, 12):02}"

    def staff(self) -> str:
        initials = self.digits("@@@") if self.rng.random() < 0.6 else self.digits("@@").lower() + "b"
        form = self.rng.choice(("{0}", "{0}/b{1}", "{0} blp {1}"))
        initials, pager = f"[[DOCTOR:{initials}]]", self.digits("[[PHONE:####]]")
        return form.format(initials, pager)

    def header(self) -> str:
        r = self.rng
        born = f"{r.randint(1921, 2001)}{r.randint(1, 12):02}{r.randint(1, 28):02}"
        fields = [
            "PID",
            self.digits("[[MEDICAL_RECORD:KH~@##-####]]"),
            f"[[PATIENT:{self.surname.upper()}^{self.given}{'' if r.random() < 0.6 else self.digits('^@')}]]",
            f"[[DATE:{born}]]",
            r.choice("MF"),
            f"[[STREET:{r.randint(1, 140)} {r.choice(self.streets)}]]^[[CITY:{self.town}]]^[[ZIP:{self.digits('@@# #@@')}]]",
            self.digits("[[PHONE:0##7# ######]]") if r.random() < 0.7 else "",
        ]
        visit = [
            "PV1",
            self.digits("[[ENCOUNTER:V/#######]]"),
            f"[[LOCATION:W{r.randint(1, 14)}{r.choice('abc')}-{r.randint(1, 32):02}]]",
            f"adm [[DATE:{self.day()}]] {r.randint(0, 23):02}{r.randint(0, 59):02}",
            self.staff(),
        ]
        return "|".join(fields) + "\n" + "|".join(visit)

    def line(self) -> str:
        r = self.rng
        kin = r.choice(("dtr", "son", "wife", "husb", "sis", "nbr"))
        forms = [
            lambda: f"hist: {r.choice(COMPLAINTS)}",
            lambda: f"{r.choice(CARE)}. {r.choice(CARE)}.",
            lambda: f"{kin} [[FAMILY:{self.kin_given}]] rang {self.digits('[[PHONE:07### ######]]')}, will bring hearing aid",
            lambda: f"s/b {self.staff()}: {r.choice(CARE)}, rv mane",
            lambda: f"[[PATIENT:{self.given}]] settled o/n, {r.choice(CARE)}",
            lambda: f"lives alone in [[CITY:{self.town}]], [[PROFESSION:{r.choice(JOBS)}]], carers bd",
            lambda: f"tfr from [[HOSPITAL:{r.choice(self.towns)} {r.choice(('Cott Hosp', 'Infirm', 'MIU', 'Gen'))}]] [[DATE:{self.day()}]], notes req",
            lambda: f"GP [[DOCTOR:{r.choice(self.surnames)}]] @ [[HOSPITAL:{r.choice(self.streets).split()[0]} Surg]] aware",
            lambda: f"plan: {r.choice(CARE)}; {r.choice(CARE)}; dc [[DATE:{self.day()}]] if ok",
            lambda: f"Mr [[PATIENT:{self.surname[0]}]] refused {r.choice(('bath', 'bloods', 'lunch'))} again. {r.choice(CARE)}" if r.random() < 0.3 else f"{r.choice(CARE)}",
            lambda: f"bed swap w/ [[PATIENT:{r.choice(self.surnames).upper()}]] ([[LOCATION:W{r.randint(1, 14)}{r.choice('abc')}-{r.randint(1, 32):02}]])",
        ]
        return f"NTE|{r.randint(0, 23):02}{r.randint(0, 59):02}|{r.choice(forms)()}"

    def message(self) -> str:
        lines = [self.header(), *(self.line() for _ in range(self.rng.randint(4, 9)))]
        return "\n".join([*lines, f"SIG|{self.staff()}|[[DATE:{self.day()}]]"]) + "\n"


def main():
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    for number in range(notes):
        marked, text, spans, at = Ward(rng, seed % 2).message(), "", [], 0
        for mark in MARK.finditer(marked):
            text += marked[at : mark.start()]
            spans.append({"start": len(text), "end": len(text) + len(mark[2]), "label": mark[1]})
            text += mark[2]
            at = mark.end()
        print(json.dumps({"id": f"message-{seed}-{number}", "lang": "en", "text": text + marked[at:], "spans": spans}))


if __name__ == "__main__":
    main()
