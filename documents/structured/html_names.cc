// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/html_names.h"

#include <algorithm>

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

HtmlAttribute html_attribute(std::string_view name) {
  if (std::binary_search(kTexts.begin(), kTexts.end(), name)) return HtmlAttribute::kText;
  if (std::ranges::binary_search(kDrawings, name)) return HtmlAttribute::kDrawing;
  const bool is_setting = std::binary_search(kSettings.begin(), kSettings.end(), name);
  return is_setting ? HtmlAttribute::kSetting : HtmlAttribute::kUnknown;
}

}  // namespace redact
