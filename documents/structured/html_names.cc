// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/html_names.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/word_list.h"

namespace redact {

namespace {

// The elements of the standard, including obsolete ones, and Word's o:p. Each list is sorted.
constexpr auto kElements = sorted_words<
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big "
    "blink blockquote body br button canvas caption center cite code col colgroup data datalist dd "
    "del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form "
    "frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins "
    "isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta "
    "meter nav nobr noembed noframes noscript o:p object ol optgroup option output p param picture "
    "plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small "
    "source span strike strong style sub summary sup svg table tbody td template textarea tfoot th "
    "thead time title tr track tt u ul var video wbr xmp">();

// Of VML, and of the settings that Word and Outlook write into pages.
constexpr auto kOfficeElements = sorted_words<
    "m:brkbin m:brkbinsub m:defjc m:dispdef m:intlim m:lmargin m:mathfont m:mathpr m:narylim "
    "m:rmargin m:smallfrac m:wrapindent o:allowpng o:colormru o:idmap o:lock "
    "o:officedocumentsettings o:pixelsperinch o:relyonvml o:shapedefaults o:shapelayout "
    "o:targetscreensize v:arc v:background v:curve v:f v:fill v:formulas v:group v:h v:handles "
    "v:image v:imagedata v:line v:oval v:path v:polyline v:rect v:roundrect v:shadow v:shape "
    "v:shapetype v:stroke v:textbox v:textpath w:alwaysshowplaceholdertext w:anchorlock "
    "w:breakwrappedtables w:browserlevel w:compatibility w:displayhorizontaldrawinggridevery "
    "w:displayverticaldrawinggridevery w:donotoptimizeforbrowser w:donotpromoteqf "
    "w:donotshowrevisions w:donotvalidateagainstschemas w:dontbreakconstrainedforcedtables "
    "w:dontflipmirrorindents w:dontgrowautofit w:dontusestylesintable w:dontvertaligncellwithsp "
    "w:dontvertalignintxbx w:enableopentypekerning w:hyphenationzone w:ignoremixedcontent "
    "w:latentstyles w:lidthemeasian w:lidthemecomplexscript w:lidthemeother w:lsdexception "
    "w:overridetablestylehps w:punctuationkerning w:saveifxmlinvalid w:snaptogridincell "
    "w:splitpgbreakandparamark w:trackformatting w:trackmoves w:useasianbreakrules w:usefelayout "
    "w:validateagainstschemas w:view w:word11kerningpairs w:worddocument w:wraptextwithpunct "
    "w:zoom">();

constexpr auto kTexts = sorted_words<
    "abbr action alt archive aria-description aria-label aria-placeholder aria-roledescription "
    "aria-valuetext background cite classid code codebase content data datetime download for "
    "formaction headers href id itemid label list longdesc manifest name pattern ping placeholder "
    "poster profile src srcdoc srcset standby summary title usemap value">();

constexpr auto kSettings = sorted_words<
    "accept accept-charset accesskey align alink allow allowfullscreen aria-atomic aria-busy "
    "aria-checked aria-colspan aria-disabled aria-expanded aria-haspopup aria-hidden aria-level "
    "aria-live aria-rowspan aria-selected async autocomplete autofocus autoplay axis bgcolor "
    "border cellpadding cellspacing char charoff charset checked class clear color cols colspan "
    "compact contenteditable controls coords crossorigin default defer dir disabled draggable "
    "enctype face fetchpriority fill formenctype formmethod formnovalidate formtarget frame "
    "frameborder height hidden high hreflang hspace http-equiv inert inputmode integrity is ismap "
    "itemprop itemscope itemtype kind lang language link loading loop low marginheight marginwidth "
    "max maxlength media method min minlength multiple muted nohref nonce noresize noshade "
    "novalidate nowrap open optimum preload readonly referrerpolicy rel required rev reversed role "
    "rows rowspan rules sandbox scheme scope scrolling selected shape size sizes span spellcheck "
    "start step stroke style tabindex target text translate type valign valuetype version vlink "
    "vspace width wrap xml:lang xml:space xmlns">();

// Of SVG: numbers, and letters that say what to draw.
constexpr auto kDrawings = sorted_words<
    "cx cy d dx dy gradienttransform offset points r rx ry stroke-dasharray stroke-width transform "
    "viewbox x x1 x2 y y1 y2">();

}  // namespace

bool is_html_element(std::string_view name) {
  return std::binary_search(kElements.begin(), kElements.end(), name);
}

bool is_office_element(std::string_view name) {
  return std::ranges::binary_search(kOfficeElements, name);
}

HtmlAttribute html_attribute(std::string_view name) {
  if (std::binary_search(kTexts.begin(), kTexts.end(), name)) return HtmlAttribute::kText;
  if (std::ranges::binary_search(kDrawings, name)) return HtmlAttribute::kDrawing;
  const bool is_setting = std::binary_search(kSettings.begin(), kSettings.end(), name);
  return is_setting ? HtmlAttribute::kSetting : HtmlAttribute::kUnknown;
}

bool is_drawing(std::string_view attribute, std::string_view value) {
  if (html_attribute(attribute) != HtmlAttribute::kDrawing) return false;
  constexpr auto kTransforms =
      sorted_words<"cm em matrix mm pt px rotate scale skewX skewY translate">();
  const auto is_sign = [](char c) {
    return is_digit(c) || std::string_view(" \t\r\n.,+-%()").find(c) != std::string_view::npos;
  };
  while (!value.empty()) {
    const size_t n =
        static_cast<size_t>(std::ranges::find_if_not(value, is_letter) - value.begin());
    if (n == 0 && !is_sign(value[0])) return false;
    if (n > 1 && !std::ranges::binary_search(kTransforms, value.substr(0, n))) return false;
    value.remove_prefix(std::max<size_t>(n, 1));
  }
  return true;
}

}  // namespace redact
