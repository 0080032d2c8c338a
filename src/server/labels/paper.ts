import { encode } from "uqr";
import { html, type Html } from "#kernel/html.ts";

/** Labels of one printing at most. */
export const mostLabels = 300;
/** A label: `tag` is what its code says; `shown` what people read of it, where that is another word. */
export type Label = { name: string; tag: string; shown?: string };

/** The address that a label's code opens. */
const labelAddress = (origin: string, tag: string): string =>
  `${origin}/label/${encodeURIComponent(tag)}`;

/** A text as a code that cameras read. */
export const qrPicture = (text: string): Html => {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  const box = `0 0 ${size} ${size}`;
  const ground = html`<rect width="${size}" height="${size}" fill="#fff"/>`;
  const code = html`<path d="${path}" fill="#000"/>`;
  return html`<svg viewBox="${box}" role="img" aria-label="Code of ${text}">${ground}${code}</svg>`;
};

/** The code of a label as a picture: it opens the record behind the tag. */
export const labelCode = (origin: string, tag: string): Html =>
  qrPicture(labelAddress(origin, tag));

/** Letter: 3 × 10 labels of 2 5/8 × 1 in, as Avery 5160. Tape: one label of 2 × 1 in a page. */
const styles = {
  letter: [
    "@page{size:8.5in 11in;margin:.5in .1875in}",
    "ul{grid-template-columns:repeat(3,2.625in);column-gap:.125in}",
    "li{height:1in;break-inside:avoid}",
  ],
  tape: [
    "@page{size:2in 1in;margin:0}",
    "li{width:2in;height:1in;break-after:page}",
    "li:last-child{break-after:auto}",
  ],
} as const;
const common = [
  "*{margin:0;padding:0;box-sizing:border-box}",
  "body{font-family:sans-serif;color:#000}",
  "ul{list-style:none;display:grid}",
  "li{display:flex;gap:.06in;padding:.05in;align-items:center;overflow:hidden}",
  "svg{width:.86in;height:.86in;flex:none}",
  "p{display:grid;gap:.02in;min-width:0}",
  "small{font-size:6pt}",
  "b{font-size:8pt;line-height:10pt;max-height:20pt;overflow:hidden}",
  "code{font-size:8.5pt}",
];
export type Sheet = keyof typeof styles;

/** Labels as a document for paper: code, agency, name and tag. */
export const labelDocument = (
  labels: readonly Label[],
  sheet: Sheet,
  { origin, agency }: { origin: string; agency: string },
): string => {
  const items = labels.map(({ tag, name, shown = tag }) => {
    const words = html`<p><small>${agency}</small><b>${name}</b><code>${shown}</code></p>`;
    return html`<li>${labelCode(origin, tag)}${words}</li>`;
  });
  const css = [...common, ...styles[sheet]].join("");
  const head = `<meta charset="utf-8"><title>Labels</title><style>${css}</style>`;
  const body = html`<ul>${items}</ul>`.text;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
};
