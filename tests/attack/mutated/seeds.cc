// SPDX-License-Identifier: Apache-2.0
#include "tests/attack/mutated/seeds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace redact::testing {

namespace {

// UTF-16 of a text in Latin-1, with or without a byte order mark.
std::string wide(const std::string& latin, bool high_first, bool marked) {
  std::string out;
  const auto add = [&](char high, char low) {
    out += high_first ? high : low;
    out += high_first ? low : high;
  };
  if (marked) add('\xFE', '\xFF');
  for (const char c : latin) add('\0', c);
  return out;
}

std::vector<std::string> written(Kind kind) {
  switch (kind) {
    case Kind::kFhirJson:
    case Kind::kRuledJson:
      return {
          R"({"resourceType": "Patient", "id": "p7", "text": {"status": "generated", "div":
 "<div xmlns=\"http://www.w3.org/1999/xhtml\">Mr <b>Tom</b> Quill &amp; wife,<br/>born 14 March 1948</div>"},
 "identifier": [{"system": "urn:oid:1.2", "value": "4471-90"}],
 "name": [{"use": "official", "family": "Quill", "given": ["Tom", "J\u00f6rg"]}],
 "telecom": [{"system": "phone", "value": "0117 496 0382"}], "gender": "male",
 "birthDate": "1948-03-14", "_birthDate": {"id": "x"}, "deceasedDateTime": "2024-02-03T10:00:00Z",
 "address": [{"line": ["12 High St"], "city": "Leeds", "postalCode": "LS1 4DY"}],
 "photo": [{"contentType": "image/png", "data": "iVBORw0KGgo="}],
 "multipleBirthInteger": 2, "active": true})",
          R"({"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"http://ward.example/fhir/Patient/p7",
"resource":{"resourceType":"Patient","id":"p7","name":[{"text":"Ana Greco"}],"birthDate":"1951"}},
{"resource":{"resourceType":"DocumentReference","status":"current","subject":{"reference":"Patient/p7"},
"content":[{"attachment":{"contentType":"text/plain","data":"UGF0aWVudDogQW5hIEdyZWNvLCBzZWVuIDEyLzAzLzIwMjQu","size":37,"hash":"AAAA"}},
{"attachment":{"contentType":"text/html","data":"PHA+TXJzIEFuYSA8Yj5HcmVjbzwvYj48L3A+"}},{"attachment":{"data":"JVBERi0xLjc="}}]}}]})",
          R"({"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}],"text":"BP"},
"subject":{"reference":"http://ward.example/Patient/p7","display":"Tom Quill"},"effectiveDateTime":"2024-03-12",
"valueQuantity":{"value":7.50,"unit":"mmol/l"},"note":[{"time":"2024-03-12T10:11:12+01:00","text":"Seen by Dr Owen Pritchard\nno fever"}],
"extension":[{"url":"http://x.example/e","valueString":"Mrs Quill rang"},{"url":"http://x.example/f","valueDate":"2024-03-12"}],
"component":[{"valueString":null},{"valueString":""}]})",
          R"([{"a": "Dr Owen Pritchard \ud83d\ude00", "b": [1, -2.5e3, null, true, {"c": "x\/y\\z\t\u0000"}]}, "Ana", []])"};
    case Kind::kFhirXml:
    case Kind::kRuledXml:
      return {
          R"(<?xml version="1.0" encoding="UTF-8"?>
<Patient xmlns="http://hl7.org/fhir"><id value="p7"/><text><status value="generated"/>
<div xmlns="http://www.w3.org/1999/xhtml" title='a "b"'>Mr <b>Tom</b> Quill &amp; wife<br/>14 March 1948</div></text>
<identifier><value value="4471-90"/></identifier><name><family value="Quill"/><given value="T&#246;m"/></name>
<telecom><system value="phone"/><value value="0117 496 0382"/></telecom><birthDate value="1948-03-14"/>
<deceasedDateTime value="2024-02-03"><extension url="x"><valueString value="Mrs Quill"/></extension></deceasedDateTime></Patient>)",
          R"(<f:Observation xmlns:f="http://hl7.org/fhir"><!-- by Owen --><f:subject><f:reference value="Patient/p7"/></f:subject>
<f:effectiveDateTime value='2024-03-12' /><f:valueQuantity><f:value value="7.50"/><f:unit value="mmol/l"/></f:valueQuantity>
<f:note><f:text value="Seen by Dr Owen Pritchard&#10;no fever"/></f:note></f:Observation>)",
          R"(<DocumentReference xmlns="http://hl7.org/fhir"><content><attachment><contentType value="text/plain"/>
<data value="UGF0aWVudDogQW5hIEdyZWNvLCBzZWVuIDEyLzAzLzIwMjQu"/></attachment></content></DocumentReference>)"};
    case Kind::kCda:
      return {
          R"(<?xml version="1.0"?><?xml-stylesheet href="cda.xsl"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<id root="2.16.1" extension="77"/><effectiveTime value="20240312"/><recordTarget><patientRole><id extension="4471" root="2.16.2"/>
<addr use="HP"><streetAddressLine>12 High St</streetAddressLine><city>Leeds</city></addr><telecom value="tel:+44-117-496-0382"/>
<patient><name><given>Tom</given><family>Quill</family></name><birthTime value="19480314"/></patient></patientRole></recordTarget>
<component><structuredBody><component><section><code code="10164-2" displayName="History"/><title>Note</title>
<text><paragraph ID="p1">Mr Tom <content styleCode="Bold">Quill</content> &amp; wife<br/>seen 12/03/2024</paragraph>
<table><tr><th>Dr</th><td>Owen Pritchard</td></tr></table><![CDATA[Ana <Greco> & son]]></text>
<entry><observation classCode="OBS"><value xsi:type="ED" representation="B64" mediaType="text/plain">TXIgUXVpbGwgd2VudA==</value>
</observation></entry></section></component></structuredBody></component></ClinicalDocument>)",
          R"(<section xmlns="urn:hl7-org:v3"><title>Hospital &#67;ourse</title><text>Mrs Ana Greco<list><item>0117 496 0382</item>
<item>Dr <sub>O</sub> Pritchard</item></list></text><author><time value="202403121011+0100"/><assignedAuthor><id nullFlavor="NI"/>
<assignedPerson><name>Dr Owen Pritchard</name></assignedPerson></assignedAuthor></author></section>)",
          R"(<letter xmlns:a='u'><a:to name="Ana Greco">Dear <!-- Tom --> Ana,</a:to><?pi Owen?><body/></letter>)"};
    case Kind::kHl7:
      return {
          "MSH|^~\\&|LAB|X|||20240312||ORU^R01|1|P|2.5\r"
          "PID|1||77^^^MRN~88^^^SSN||QUILL^TOM^J||19480314|M|||12 HIGH ST^^LEEDS^^LS1||0117 496 "
          "0382\rNK1|1|QUILL^ANA|WIFE\rPV1|1|I|W4^12^3||||9^PRITCHARD^OWEN\r"
          "OBX|1|TX|18748-4^Report||Mr Quill \\T\\ wife\\.br\\seen 12/03/2024 \\XC3A9\\||||||F\r"
          "OBX|2|NM|1||7.5|mmol/l\rNTE|1||Call Ana \\F\\ Tom~Dr Owen Pritchard\rZAB|1|Quill\r",
          "\vMSH|^~\\&|A|B\nPID|||4471||GRECO^ANA\nOBX|1|ED|x||^text^plain^Base64^"
          "TXIgUXVpbGwgd2VudA==\nOBX|2|FT|x||seen\nby Dr Owen Pritchard\n\x1c\r",
          "FHS|^~\\&|A\r\nBHS|^~\\&|A\r\nMSH|$%~\\&|A$B\r\nPID$$$4471$$GRECO%ANA\r\nBTS|1\r\nFTS|"
          "1\r\n",
          "MSH|^~\\\\&|ADT|X\\rPID|1||77||QUILL^TOM\\r\nOBX|1|ST|a||C:\\Ana\\E\\x"};
    case Kind::kHtml:
      return {
          "<!DOCTYPE html>\n<html><head><title>Ana Greco</title><style>.a{b:c}</style><meta "
          "content='x'></head>\n<body class=\"y\" title=\"Ana\"><script>if (a<b) Ana</script><!-- "
          "Tom --><p>Mrs <b>Ana</b> Gre<i>co</i>,&nbsp;J&ouml;rg<br>14/03/1948\n<table><tr><td>Tel"
          "<td>0117 496 0382</table><a href=\"mailto:ana@greco.example\">mail &lt;me&gt;</a>"
          "<textarea>Tom & co</textarea><img alt=Tom src='data:x'></body></html>\n",
          "<div>Dr Owen <ana@greco.example> wrote <b Margaret Ellison, tel 0117 496 0382 ></div>"
          "<svg><title>Tom</title><![CDATA[ Ana ]]></svg><p>&#65;na &#x47;reco &notit; &amp;amp;",
          "<ul><li>Tom Quill<li>seen 12/03/2024<noscript>Ana</noscript></ul><select><option "
          "value='Ana'>Ana</select></p><xmp>Tom</xmp><plaintext>Owen </div>",
          "<style><!-- a{content:\"Ana\"} /* Tom */ b{background:url(greco.png)} --></style><p "
          "style='x:url(Ana)'>Mr<!--[if mso]><b>Tom</b> Qu&iuml;ll<![endif]--> Quill<iframe "
          "srcdoc=\"&lt;p>Ana Gre&lt;b>co&lt;/b>&lt;!-- Tom -->\"></iframe><noframes>Dr <i>Owen</i>"
          "<script>x</script></noframes><script type='application/ld+json'>{\"name\": \"Ana "
          "Greco\"}</script><img src='data:image/png;base64,iVBORw0KGgo='><a "
          "href='data:text/html;base64,PHA+QW5hIEdyZWNvPC9wPg=='>x</a><noembed>Tom</noembed>"};
    case Kind::kJsonLines:
      return {
          R"({"id": 7, "note": {"text": "Patient: Tom Quill.", "by": "Quill"}, "summary": "Call 0117 496 0382, \u00e9", "mrn": 44719}
{"id": "b", "mrn": "77-1", "summary": "Seen by <b>Dr</b> Owen Pritchard", "note": {"text": "{\"a\": \"Ana Greco\"}", "x": [1, null]}}

{"note.text": "Ana\nGreco &amp; son", "summary": null, "mrn": null, "kept": {"note": {"text": "Ana"}}}
)",
          R"({"summary": "MSH|^~\\&|A|B\rPID|||4471||GRECO^ANA", "note": [{"text": "Ana"}, {"text": "Tom \ud83d\ude00"}], "mrn": ["1", "2"]})"
          "\r\n"
          R"({"mrn": true, "note": {"text": "<div>Mrs <i>Ana</i> Greco</div>"}, "summary": "x\/y\u0000"})"};
    case Kind::kTable:
      return {
          "mrn;note;seen;plan\n44719;Patient: Tom Quill.;Quill;\"Call 0117 496 0382; then "
          "<b>stop</b>\"\n7;;x;\"Dr \"\"Owen\"\" Pritchard\nno fever\"\n",
          "note,mrn,plan\r\n\"Ana, Greco\",,seen 12/03/2024\r\n\r\n{},\"4,4\",\"<div>Mrs "
          "<i>Ana</i></div>\"\r\n\"MSH|^~\\&|A|B\rPID|||4471||GRECO^ANA\",1,\"{\"\"a\"\": "
          "\"\"Ana\"\"}\"",
          "\xEF\xBB\xBFplan\tnote\tmrn\nTom \xE9\tAna <br> Greco\t7\n\t\"\"\t\n"};
    case Kind::kUtf16: {
      const std::string note =
          "Patient: Tom Quill\r\nSeen by Dr J\xF6rg <b>M\xFCller</b>, 12/03/2024.\n";
      return {wide(note, false, true), wide(note, true, true), wide(note, false, false),
              wide(note, true, false)};
    }
    case Kind::kNote:
      return {
          "Patient: Tom Quill\r\nSeen by <b>Dr</b> Owen Prit<i>chard</i>, J&uuml;rgen.<br>p<0.05 "
          "R&D\n"
          "<a href=\"mailto:owen@brannocks.example\">mail</a> <b Margaret Ellison, tel 0117 496 "
          "0382 > & more\n",
          "DOB: 14/03/1948 Tel: 0117 496 0382\n\t<i>Ana</i> &amp; &#65;na &#0; <!-- Tom --> "
          "[PATIENT] "
          "<PATIENT>\n\xEF\xBB\xBF caf\xC3\xA9 \xE9 \xF0\x9F\x98\x80",
          "Ana\xE2\x80\x8F Greco <br/>seen <u>12/03/2024</u>\r\r<span title='Ana'>x</span> a<b>c"};
    case Kind::kMail:
      return {
          "Return-Path: <tom@quill.example>\r\nReceived: from a.example (a.example [192.0.2.7])\r\n"
          "\tby b.example for <ana@greco.example>; Tue, 12 Mar 2024 10:11:12 +0100\r\nFrom: "
          "=?utf-8?Q?J=C3=B6rg_Quill?= <tom@quill.example>\r\nTo: \"Greco, Ana\" "
          "<ana@greco.example>, Owen (ward) <o@b.example>\r\nSubject: "
          "=?iso-8859-1?B?TXJzIEdyZWNv6Q==?="
          "\r\n =?utf-8?q?_seen?= 12/03/2024\r\nMessage-ID: <a.7@quill.example>\r\nDKIM-Signature: "
          "v=1; "
          "b=AbC\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n boundary=\"=_b "
          "1\"\r\n\r\n"
          "This is MIME of Tom.\r\n--=_b 1\r\nContent-Type: multipart/alternative; "
          "boundary=b2\r\n\r\n"
          "--b2\r\nContent-Type: text/plain; charset=\"utf-8\"\r\nContent-Transfer-Encoding: "
          "quoted-printable\r\n\r\nDear Ana,\r\nMr J=C3=B6rg Quill (14/03/1948) has no fever and "
          "takes =\r\n"
          "500 mg.=20\r\n> On 1 March 2024 Owen Pritchard wrote:\r\n-- "
          "=20\r\nTom\r\n--b2\r\nContent-Type: "
          "text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\n"
          "PHA+RGVhciA8Yj5BbmE8L2I+LCBNciBK9nJnIFF1aWxsPC9wPjxpbWcg\r\nc3JjPSdjaWQ6YS44QHgnPg=="
          "\r\n\r\n"
          "--b2--\r\n\r\n--=_b 1\r\nContent-Type: text/plain; name=\"Quill.txt\"\r\n"
          "Content-Disposition: attachment; "
          "filename*=utf-8''Qu%C3%AFll.txt\r\nContent-Transfer-Encoding: "
          "base64\r\n\r\nUGF0aWVudDogQW5hIEdyZWNvLCBzZWVuIDEyLzAzLzIwMjQu\r\n--=_b "
          "1\r\nContent-Type: "
          "application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjc=\r\n--=_b "
          "1--\r\nTom\r\n",
          "From tom@quill.example Tue Mar 12 10:11:12 2024\nMessage-ID: <b.9@quill.example>\nFrom: "
          "tom@quill.example (Tom Quill)\nIn-Reply-To: <a.7@quill.example>\nX-Ward-Greco: "
          "4471\nSubject: Fwd: "
          "Ana\n  Greco\nMime-Version: 1.0\nContent-Type: multipart/mixed; "
          "boundary=b\n\n--b\n\n>From 12/03/2024 Owen\n>>From Ana\nAna From\nSee Dr Owen "
          "Pritchard, 0117 496 0382\n--b\nContent-Type: message/rfc822\n\nFrom: Ana Greco "
          "<ana@greco.example>\nSubject: Tom\nContent-Type: text/plain; charset=windows-1252\n"
          "Content-Transfer-Encoding: 8bit\n\nMr Qu\xEFll, seen 12/03/2024\n--b\nContent-Type: "
          "application/json\nContent-Id: <a.8@x>\n\n{\"a\": \"Ana Greco\"}\n--b\nContent-Type: "
          "text/xml\n\n"
          "<a xmlns='u'>Owen</a>\n--b--\n",
          "MIME-Version: 1.0\r\nTo: undisclosed-recipients:;\r\nCc: Team Leeds: Owen "
          "<o@b.example>;\r\n"
          "Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html\r\n\r\n<p "
          "=\r\ntitle=3D\"Ana\">"
          "Mrs <b>Ana</b> Gre=\r\nco, J=FCrgen</p>\r\n"};
    case Kind::kRtf:
      return {
          R"({\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset238 Arial CE;}{\f2\fcharset204 X;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1 Dr Pritchard;}}{\*\generator Msftedit 5.41;}
{\info{\author Ana Greco}{\creatim\yr2024\mo3\dy12\hr8\min30}}{\header Mr {\b Tom} Quill\par}
\pard\b Patient:\b0  Tom Quill, J\'f6rg M\u252\'fcller\line DOB 14/03/1948\tab Tel: 0117 496 0382\par
\f1 \'b3\f0 {\*\bkmkstart Greco1}{\field{\*\fldinst HYPERLINK "mailto:ana@greco.example" \\o "x"}{\fldrslt Ana}}{\*\bkmkend Greco1}
{\trowd\cellx900 Dr Owen\cell Pritchard\cell\row}\revdttm-1735484831 seen{\footnote by Tom\-my} 12/03/2024}
)",
          R"({\rtf1\uc2 Mrs Ana\u8217\'92\'92s Gre{\i co}{\pict\wmetafile8\picwgoal240\pichgoal120 0100090000}\emdash (Tom){\v Owen}
{\object\objemb{\*\objclass Package}{\*\objdata 0105000002}{\result Quill}}{\*\nosuch Pritchard}\uc0\u228 \bin3 {a}.}  Tom)",
          R"({\rtf1\ansicpg1252{\fonttbl{\f0 A;}{\f2\fcharset204 B;}}Ana \f2\u1040\'c0\u1085 \f0 Greco})"};
    case Kind::kDocx:
    case Kind::kXlsx:
    case Kind::kOds:
    case Kind::kOdt: return {};
  }
  return {};
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::kFhirJson: return "FhirJson";
    case Kind::kFhirXml: return "FhirXml";
    case Kind::kRuledJson: return "RuledJson";
    case Kind::kRuledXml: return "RuledXml";
    case Kind::kCda: return "Cda";
    case Kind::kHl7: return "Hl7";
    case Kind::kHtml: return "Html";
    case Kind::kRtf: return "Rtf";
    case Kind::kDocx: return "Docx";
    case Kind::kXlsx: return "Xlsx";
    case Kind::kOds: return "Ods";
    case Kind::kOdt: return "Odt";
    case Kind::kJsonLines: return "JsonLines";
    case Kind::kTable: return "Table";
    case Kind::kUtf16: return "Utf16";
    case Kind::kNote: return "Note";
    case Kind::kMail: return "Mail";
  }
  return {};
}

std::string file_ending(Kind kind) {
  switch (kind) {
    case Kind::kFhirJson:
    case Kind::kRuledJson: return ".json";
    case Kind::kFhirXml:
    case Kind::kRuledXml:
    case Kind::kCda: return ".xml";
    case Kind::kHl7: return ".hl7";
    case Kind::kHtml: return ".html";
    case Kind::kRtf: return ".rtf";
    case Kind::kDocx: return ".docx";
    case Kind::kXlsx: return ".xlsx";
    case Kind::kOds: return ".ods";
    case Kind::kOdt: return ".odt";
    case Kind::kJsonLines: return ".jsonl";
    case Kind::kTable: return ".csv";
    case Kind::kUtf16:
    case Kind::kNote: return ".txt";
    case Kind::kMail: return ".eml";
  }
  return {};
}

std::vector<std::string> seeds(Kind kind, size_t max_bytes) {
  std::vector<std::string> out = written(kind);
  const std::filesystem::path shared = std::string(REDACT_SHARED_DIR) + "/documents";
  std::string folder, ending;
  if (kind == Kind::kFhirJson || kind == Kind::kRuledJson) folder = "fhir", ending = ".json";
  if (kind == Kind::kFhirXml || kind == Kind::kRuledXml) folder = "fhir", ending = ".xml";
  if (kind == Kind::kCda) folder = "cda", ending = ".xml";
  if (kind == Kind::kHl7) folder = "hl7v2", ending = ".hl7";
  if (folder.empty() || !std::filesystem::exists(shared)) return out;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(shared / folder)) {
    if (entry.path().extension() == ending && entry.file_size() <= max_bytes) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) out.push_back(bytes_of(path));
  return out;
}

}  // namespace redact::testing
