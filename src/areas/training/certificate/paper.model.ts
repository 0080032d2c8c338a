import { formatDate } from "#kernel/dates.ts";
import { html, type Html } from "#kernel/html.ts";
import type { Day } from "#kernel/time.ts";

/** What stands on the paper of a certificate that the agency issued itself. */
export type CertificatePaper = {
  agency: string;
  number: string;
  holder: string;
  title: string;
  code: string;
  validFrom: Day;
  validUntil: Day | null;
  proof: string;
  /** Where anybody asks whether it is valid. */
  address: string;
  picture: Html;
};

const style = `@page{size:letter landscape;margin:18mm}
body{font:12pt/1.5 "Public Sans",Arial,sans-serif;color:#121927}
main{border:1.5pt solid #121927;padding:14mm;min-height:150mm;display:grid;align-content:space-between}
h1{font-size:26pt;margin:0 0 4mm}h2{font-size:20pt;margin:6mm 0 2mm}
footer{display:flex;gap:8mm;align-items:center;font-size:9pt}svg{width:28mm;height:28mm}code{font-size:11pt}`;

/** A proof in groups of four, as people read it. */
const shownProof = (proof: string): string => proof.replace(/(.{4})(?=.)/g, "$1-");

/** The certificate as a document for its PDF. */
export const certificateDocument = (c: CertificatePaper): string => {
  const until = c.validUntil ? `through ${formatDate(c.validUntil)}` : "without an end";
  const body = html`<main><div><p>${c.agency}</p><h1>${c.title}</h1><p>This certifies that</p><h2>${c.holder}</h2>
<p>has passed ${c.code}. It holds from ${formatDate(c.validFrom)} ${until}.</p></div>
<footer>${c.picture}<p>${c.number}<br>Whether it is valid: ${c.address}<br>
Code <code>${shownProof(c.proof)}</code></p></footer></main>`;
  const head = html`<meta charset="utf-8"><title>${c.title}: ${c.holder}</title>`.text;
  return `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body>${body.text}</body></html>`;
};
