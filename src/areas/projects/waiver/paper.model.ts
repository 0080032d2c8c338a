import { escapeHtml } from "#kernel/html.ts";
import { markField } from "#kernel/mark.ts";
import type { Mark } from "./waiver.labels.ts";

const style = `@page{size:letter;margin:20mm}
body{font:10.5pt/1.5 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 4mm}.t{white-space:pre-wrap}
.sign{margin-top:14mm;border-top:.7pt solid #121927;padding-top:2mm;width:100mm}
.small{color:#596475;font-size:9pt}svg{width:60mm;height:20mm;display:block}`;

const drawn = (strokes: readonly (readonly number[])[]): string => {
  const path = strokes
    .map((stroke) =>
      stroke.map((n, at) => (at === 0 ? `M${n}` : at % 2 ? ` ${n}` : ` L${n}`)).join(""),
    )
    .join(" ");
  return `<svg viewBox="0 0 ${markField.width} ${markField.height}"><path d="${path}" fill="none" stroke="#121927" stroke-width="4"/></svg>`;
};

const signature = (mark: Mark | null): string => {
  if (mark === null) return "<p>Signed on paper, which is attached to the record.</p>";
  return mark.kind === "drawn" ? drawn(mark.strokes) : `<p><i>${escapeHtml(mark.text)}</i></p>`;
};

type Signed = {
  number: string;
  status: string;
  statusReason: string;
  title: string;
  words: string;
  signerName: string;
  mark: Mark | null;
  place: string;
  citation: string;
};

/** A waiver as a document: the words that were signed, and the signature. */
export const waiverDocument = (w: Signed, at: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(w.number)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(w.title)}</h1>
<p class="t">${escapeHtml(w.words)}</p>
${w.status === "void" ? `<p><b>Void:</b> ${escapeHtml(w.statusReason)}</p>` : ""}
<div class="sign">${signature(w.mark)}${escapeHtml(w.signerName)}, ${escapeHtml(at)}</div>
<p class="small">${escapeHtml([w.number, w.place, w.citation].filter(Boolean).join(" · "))}</p>
</body></html>`;
