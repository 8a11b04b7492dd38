# SPDX-License-Identifier: Apache-2.0
"""Invented mails as three kinds of programs write them: Python's email package, Thunderbird and Outlook, the latter two
by their public descriptions. Each has identifiers of one language in its header and in its texts."""

import base64
import dataclasses
import email.charset
import email.header
import email.policy
import html
import io
import quopri
import random
import re
import zipfile
from email.headerregistry import Address
from email.message import EmailMessage

from injected import Identifiers

# Of each language: subject, the line above a quoted reply, names of forwarded fields, closing; character sets beside UTF-8.
WORDS = {
    "en": ("Report {}", "On {} {} wrote:", ("From", "Sent", "To", "Subject"), "Kind regards", ("windows-1252", "iso-8859-1")),
    "es": ("Informe de {}", "El {} {} escribió:", ("De", "Enviado", "Para", "Asunto"), "Un saludo", ("windows-1252", "iso-8859-15")),
    "fr": ("Compte rendu de {}", "Le {} {} a écrit :", ("De", "Envoyé", "À", "Objet"), "Cordialement", ("windows-1252", "iso-8859-15")),
    "it": ("Referto di {}", "Il {} {} ha scritto:", ("Da", "Inviato", "A", "Oggetto"), "Cordiali saluti", ("windows-1252", "iso-8859-1")),
    "de": ("Befund {}", "Am {} schrieb {}:", ("Von", "Gesendet", "An", "Betreff"), "Mit freundlichen Grüßen", ("windows-1252", "iso-8859-1")),
    "ro": ("Raport {}", "La {}, {} a scris:", ("De la", "Trimis", "Către", "Subiect"), "Cu stimă", ("windows-1250", "iso-8859-2")),
    "tr": ("{} raporu", "{} tarihinde {} yazdı:", ("Kimden", "Gönderildi", "Kime", "Konu"), "Saygılarımla", ("windows-1254", "iso-8859-9")),
    "ar": ("تقرير {}", "في {} كتب {}:", ("من", "أرسلت", "إلى", "الموضوع"), "مع التحية", ("windows-1256", "iso-8859-6")),
}
PREAMBLE = "This is a multi-part message in MIME format.\r\n"
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@dataclasses.dataclass
class Text:
    """A text with the identifiers in it, each of which must be hidden."""

    text: str
    surfaces: list[str]


@dataclasses.dataclass
class Mail:
    style: str
    data: bytes
    fields: list[str]  # values that the header and the headers of parts hold, none of which may be left there
    texts: dict[str, Text]  # by the part: body, page, the type of an attachment


def ascii_of(name: str) -> str:
    letters = re.sub("[^a-z]", "", name.lower())
    return letters if len(letters) > 2 else f"user{sum(map(ord, name)) % 1000}"


class Writer:
    """What the three styles share: people, texts and attachments of one mail."""

    def __init__(self, language: str, seed: int, passages: list[tuple[str, list[str]]]):
        self.rng, self.ids = random.Random(f"{language}{seed}"), Identifiers(language, seed)
        self.subject_of, self.wrote, self.forwarded, self.closing, charsets = WORDS[language]
        self.language, self.passages, self.fields, self.texts = language, passages, [], {}
        self.host = f"{ascii_of(self.ids.one('last'))}{self.ids.number(2)}.example"
        self.people = [self.person() for _ in range(3)]
        self.patient = f"{self.ids.first()} {self.ids.one('last')}"
        self.charset = self.rng.choice(("utf-8", *charsets))
        self.time = self.rng.choice(("Tue, 12 Mar 2024 10:11:12 +0100", "Thu, 05 Jun 2025 08:01:59 +0000"))
        self.subject = self.subject_of.format(self.patient)
        self.body = self.compose()
        for text in (self.subject, self.body.text, *(name for name, _ in self.people)):
            try:
                text.encode(self.charset)
            except UnicodeEncodeError:
                self.charset = "utf-8"
        self.texts["body"] = Text(f"{self.subject}\n\n{self.body.text}", [self.patient, *self.body.surfaces])

    def person(self) -> tuple[str, str]:
        first, last = self.ids.first(), self.ids.one("last")
        person = f"{first} {last}", f"{ascii_of(first)}.{ascii_of(last)}{self.ids.number(2)}@{self.host}"
        self.fields += [last, person[1]]
        return person

    def passage(self, least: int = 1) -> Text:
        drawn = [self.rng.choice(self.passages) for _ in range(self.rng.randint(least, 3))]
        return Text("\n\n".join(text for text, _ in drawn), [s for _, surfaces in drawn for s in surfaces])

    def compose(self) -> Text:
        """A letter with a signature and often a quoted or forwarded one below it."""
        (name, address), (other, other_address), _ = self.people
        new, old = self.passage(), self.passage()
        phone = f"0{self.ids.number(3)} {self.ids.number(6)}"
        below = self.rng.choice(("none", "quoted", "forwarded"))
        text = f"{new.text}\n\n{self.closing}\n{name}\n\n-- \n{name}\nTel. {phone}\n{address}\n"
        surfaces = [*new.surfaces, name, phone, address]
        if below == "quoted":
            quoted = "\n".join(f"> {line}".rstrip() for line in old.text.split("\n"))
            text += f"\n{self.wrote.format('12.03.2024', other)}\n{quoted}\n"
        elif below == "forwarded":
            lines = zip(self.forwarded, (f"{other} <{other_address}>", "12.03.2024 09:41", name, self.subject))
            text += "\n-----Original Message-----\n" + "\n".join(f"{field}: {value}" for field, value in lines) + f"\n\n{old.text}\n"
        if below != "none":
            surfaces += [*old.surfaces, other]
        return Text(text, surfaces)

    def page(self, block: str = "<p>{}</p>", head: str = "<html><head></head><body>", end: str = "</body></html>") -> str:
        lines = "\n".join(block.format(html.escape(line, quote=False) or "&nbsp;") for line in self.body.text.split("\n"))
        self.texts["page"] = self.texts["body"]
        return f"{head}\n{lines}\n{end}\n"

    def attachment(self) -> tuple[str, str, str, bytes]:
        """Type, file name, character set and content."""
        kind = self.rng.choice(("txt", "csv", "html", "rtf", "docx", "pdf", "eml"))
        letter = self.passage()
        name = f"{self.ids.one('last')} {self.ids.first()}.{kind}"
        self.fields.append(name.split(" ")[0])
        if kind in ("docx", "pdf"):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w") as archive:
                archive.writestr("word/document.xml", letter.text)
            return {"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "pdf": "application/pdf"}[kind], name, "", out.getvalue() if kind == "docx" else b"%PDF-1.4\n" + letter.text.encode()
        self.texts[kind] = letter
        if kind == "csv":
            return "text/csv", name, "utf-8", ("note\r\n" + "".join('"' + line.replace('"', '""') + '"\r\n' for line in letter.text.split("\n"))).encode()
        if kind == "html":
            return "text/html", name, "utf-8", "".join(f"<p>{html.escape(line)}</p>\n" for line in letter.text.split("\n")).encode()
        if kind == "rtf":
            escaped = "".join(c if c.isascii() and c not in "\\{}" else f"\\{c}" if c in "\\{}" else "".join(f"\\u{u - 65536 if u > 32767 else u}?" for u in units(c)) for c in letter.text)
            return "application/rtf", name, "", ("{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 " + escaped.replace("\n", "\\par\n") + "}").encode()
        if kind == "eml":
            inner = EmailMessage()
            inner["From"], inner["Subject"] = Address(*self.at(self.people[2])), self.subject
            inner["Message-ID"] = f"<{self.ids.number(9)}@{self.host}>"
            inner.set_content(letter.text, cte="quoted-printable")
            return "message/rfc822", name, "", inner.as_bytes(policy=email.policy.SMTP.clone(max_line_length=200))
        return "text/plain", name, "utf-8", letter.text.encode()

    @staticmethod
    def at(person: tuple[str, str]) -> tuple[str, str, str]:
        name, address = person
        return name, *address.split("@")

    def mail(self, style: str, data: bytes) -> Mail:
        return Mail(style, data, [*self.fields, self.host], self.texts)


def units(character: str) -> list[int]:
    code = character.encode("utf-16-le")
    return [int.from_bytes(code[i : i + 2], "little") for i in range(0, len(code), 2)]


def python_mail(writer: Writer) -> Mail:
    rng, message = writer.rng, EmailMessage()
    sender, receiver, copied = (Address(*writer.at(person)) for person in writer.people)
    message["From"], message["To"], message["Cc"] = sender, receiver, copied
    message["Subject"], message["Date"] = writer.subject, writer.time
    message["Message-ID"] = f"<{writer.ids.number(12)}@{writer.host}>"
    message["X-Mailer"] = f"{writer.host} 1.0"
    encoding = rng.choice(("8bit", "quoted-printable", "base64"))
    message.set_content(writer.body.text, charset=writer.charset, cte=encoding)
    if rng.random() < 0.6:
        message.add_alternative(writer.page(), subtype="html", charset=writer.charset, cte=rng.choice(("quoted-printable", "base64")))
        if rng.random() < 0.4:
            message.get_payload()[1].add_related(PIXEL, "image", "png", cid=f"<logo@{writer.host}>", filename="logo.png")
    if rng.random() < 0.5:
        kind, name, _, content = writer.attachment()
        if kind == "message/rfc822":
            message.add_attachment(email.message_from_bytes(content, policy=email.policy.default), filename=name)
        else:
            message.add_attachment(content, *kind.split("/"), filename=name)
    policy = rng.choice((email.policy.SMTP, email.policy.default.clone(utf8=False)))
    return writer.mail("Python", message.as_bytes(policy=policy))


class Parts:
    """Headers and bodies written by hand, with the line ends and the order of a program."""

    def __init__(self, writer: Writer):
        self.writer = writer

    def word(self, text: str, encoding: str = "q") -> str:
        if text.isascii():
            return text
        try:
            text.encode(self.writer.charset)
            charset = email.charset.Charset(self.writer.charset)
        except UnicodeEncodeError:
            charset = email.charset.Charset("utf-8")
        charset.header_encoding = email.charset.QP if encoding == "q" else email.charset.BASE64
        return email.header.Header(text, charset, 60).encode(linesep="\r\n")

    def encoded(self, text: str, encoding: str) -> str:
        data = text.replace("\n", "\r\n").encode(self.writer.charset)
        if encoding == "quoted-printable":
            return quopri.encodestring(data).decode("ascii")
        if encoding == "base64":
            return self.lines(data)
        return data.decode("latin-1")

    @staticmethod
    def lines(data: bytes, width: int = 76) -> str:
        digits = base64.b64encode(data).decode()
        return "\r\n".join(digits[i : i + width] for i in range(0, len(digits), width)) + "\r\n"

    @staticmethod
    def joined(boundary: str, parts: list[str], preamble: str = "") -> str:
        return preamble + "".join(f"--{boundary}\r\n{part}\r\n" for part in parts) + f"--{boundary}--\r\n"


def flowed(text: str) -> str:
    """format=flowed (RFC 3676): soft breaks behind a space, except in quotes; a space before lines that could be misread."""
    out = []
    for line in text.split("\n"):
        if line.startswith(">") or line == "-- ":
            out.append(line)
            continue
        line = line.rstrip()
        line = " " + line if line.startswith((" ", "From ", ">")) else line
        while len(line) > 72 and (cut := line.rfind(" ", 40, 72)) > 0:
            out.append(line[: cut + 1])
            line = line[cut + 1 :]
        out.append(line)
    return "\n".join(out)


def thunderbird_mail(writer: Writer) -> Mail:
    rng, parts = writer.rng, Parts(writer)
    (name, address), (other, other_address), _ = writer.people
    charset = writer.charset.upper() if writer.charset == "utf-8" else writer.charset
    identity = "-".join(f"{rng.getrandbits(bits):0{bits // 4}x}" for bits in (32, 16, 16, 16, 48))
    head = [f"Message-ID: <{identity}@{writer.host}>", f"Date: {writer.time}", "MIME-Version: 1.0", "User-Agent: Mozilla Thunderbird",
            f"Subject: {parts.word(writer.subject, 'b')}", f"Content-Language: {writer.language}",
            f"To: {parts.word(other, 'b')} <{other_address}>", f"From: {parts.word(name, 'b')} <{address}>",
            f"In-Reply-To: <{identity[::-1]}@{writer.host}>", f"Autocrypt: addr={address}; keydata=\r\n xsFNBF"]  # fmt: skip
    if other.isascii():
        head[6] = f'To: "{other}" <{other_address}>'
    plain = f"Content-Type: text/plain; charset={charset}; format=flowed\r\nContent-Transfer-Encoding: "
    encoding = rng.choice(("8bit", "base64"))
    body = f"{plain}{encoding}\r\n\r\n{parts.encoded(flowed(writer.body.text), encoding)}"
    if rng.random() < 0.5:
        markup = f'<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="content-type" content="text/html; charset={charset}">\n  </head>\n  <body>'
        page = writer.page("    <p>{}<br>\n    </p>", markup, "    <div class=\"moz-signature\"><br></div>\n  </body>\n</html>")
        page = f"Content-Type: text/html; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{parts.encoded(page, encoding)}"
        if rng.random() < 0.4:
            image = f'Content-Type: image/png; name="logo.png"\r\nContent-Disposition: inline; filename="logo.png"\r\nContent-Id: <part1.{identity[:8]}@{writer.host}>\r\nContent-Transfer-Encoding: base64\r\n\r\n{parts.lines(PIXEL)}'
            inner = f"------------r{identity[:12]}"
            page = f'Content-Type: multipart/related; boundary="{inner}"\r\n\r\n{parts.joined(inner, [page, image])}'
        inner = f"------------a{identity[:12]}"
        body = f'Content-Type: multipart/alternative; boundary="{inner}"\r\n\r\n{parts.joined(inner, [body, page])}'
    if rng.random() < 0.5:
        kind, file, set_of_file, content = writer.attachment()
        written = parts.word(file, "b")
        extended = "UTF-8''" + "".join(f"%{byte:02X}" for byte in file.encode())
        names = f'filename="{file}"' if file.isascii() else f"filename*0*={extended[:60]};\r\n filename*1*={extended[60:]}" if len(extended) > 60 else f"filename*={extended}"
        content = content.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r").decode() if kind == "message/rfc822" else parts.lines(content, 72)
        how = "8bit" if kind == "message/rfc822" else "base64"
        declared = f"; charset={set_of_file.upper()}" if set_of_file else ""
        file_part = f'Content-Type: {kind}{declared}; name="{written}"\r\nContent-Disposition: attachment; {names}\r\nContent-Transfer-Encoding: {how}\r\n\r\n{content}'
        inner = f"------------m{identity[:12]}"
        body = f'Content-Type: multipart/mixed; boundary="{inner}"\r\n\r\n{parts.joined(inner, [body, file_part], PREAMBLE)}'
    # Bodies in 8bit were read as Latin-1.
    return writer.mail("Thunderbird", ("\r\n".join(head) + "\r\n" + body).encode("latin-1"))


def outlook_mail(writer: Writer) -> Mail:
    rng, parts = writer.rng, Parts(writer)
    (name, address), (other, other_address), (third, third_address) = writer.people
    turned = lambda full: ", ".join(reversed(full.split(" ", 1)))
    mailbox = lambda full, at: f'"{turned(full)}" <{at}>' if full.isascii() else f"{parts.word(turned(full))}\r\n\t<{at}>"
    server, number = f"DB7PR0{writer.ids.number(1)}MB{writer.ids.number(4)}", writer.ids.number(12)
    head = [f"Received: from {server}.{writer.host} (10.{writer.ids.number(2)}.1.2) by\r\n AM0.{writer.host} with HTTPS; {writer.time}",
            f"From: {mailbox(name, address)}", f"To: {mailbox(other, other_address)}", f"CC: {mailbox(third, third_address)}",
            f"Subject: {parts.word(writer.subject)}", f"Thread-Topic: {parts.word(writer.subject)}", "Thread-Index: AQHadGF2u9xkq0XoEkGz0m9cYw==",
            f"Date: {writer.time}", f"Message-ID:\r\n\t<{server}{number}@{server}.{writer.host}>", f"References: <{number}@{writer.host}>",
            f"Accept-Language: {writer.language}", "X-MS-Has-Attach: yes", f"x-originating-ip: [10.{writer.ids.number(2)}.3.4]",
            f"x-ms-exchange-organization-authas: {address}", "x-ms-exchange-transport-crosstenantheadersstamped: AM0", "MIME-Version: 1.0"]  # fmt: skip
    writer.fields += [server, number]
    encoding = rng.choice(("quoted-printable", "base64"))
    of_text = lambda kind, text: f'Content-Type: text/{kind}; charset="{writer.charset}"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{parts.encoded(text, encoding)}'
    style = '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=%s">\n<meta name="Generator" content="Microsoft Word 15 (filtered medium)">\n<style><!--\n/* Font Definitions */\n@font-face\n\t{font-family:Calibri;\n\tpanose-1:2 15 5 2 2 2 4 3 2 4;}\np.MsoNormal, li.MsoNormal\n\t{margin:0cm;\n\tfont-size:11.0pt;\n\tfont-family:"Calibri",sans-serif;}\n--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]-->\n</head>\n<body lang="%s" style="word-wrap:break-word">\n<div class="WordSection1">' % (writer.charset, writer.language.upper())
    page = writer.page('<p class="MsoNormal"><span style="mso-fareast-language:EN-US">{}<o:p></o:p></span></p>', style, "</div>\n</body>\n</html>")
    boundary = f"_000_{server}{number}_"
    body = f'Content-Type: multipart/alternative;\r\n\tboundary="{boundary}"\r\n\r\n{parts.joined(boundary, [of_text("plain", writer.body.text), of_text("html", page)])}'
    if rng.random() < 0.6:
        kind, file, _, content = writer.attachment()
        written = parts.word(file)
        about = f'Content-Description: {written}\r\nContent-Disposition: attachment; filename="{written}";\r\n\tsize={len(content)}; creation-date="Tue, 12 Mar 2024 09:00:00 GMT";\r\n\tmodification-date="Tue, 12 Mar 2024 09:00:00 GMT"\r\n'
        how = "" if kind == "message/rfc822" else "Content-Transfer-Encoding: base64\r\n"
        content = content.decode() if kind == "message/rfc822" else parts.lines(content)
        file_part = f'Content-Type: {kind};\r\n\tname="{written}"\r\n{about}{how}\r\n{content}'
        outer = f"_004_{server}{number}_"
        body = f'Content-Type: multipart/mixed;\r\n\tboundary="{outer}"\r\n\r\n{parts.joined(outer, [body, file_part])}'
    return writer.mail("Outlook", ("\r\n".join(head) + "\r\n" + body).encode("latin-1"))


STYLES = (python_mail, thunderbird_mail, outlook_mail)


def mails(language: str, number: int, passages: list[tuple[str, list[str]]]) -> list[Mail]:
    return [STYLES[i % len(STYLES)](Writer(language, i, passages)) for i in range(number)]
