import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { overheadRules, serviceKinds } from "./agreement.labels.ts";
import type { Day } from "#kernel/time.ts";
import type { AgreementChange } from "./agreement.model.ts";

/** What the paper of an agreement shows. */
type Shown = AgreementChange & {
  number: string;
  agencySigner: string;
  agencySignedOn: Day | null;
  clientSigner: string;
  clientSignedOn: Day | null;
};

const style = `body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:16pt 0 4pt}p{max-width:48em;margin:2pt 0}
dl{display:grid;grid-template-columns:48mm 1fr;gap:2pt 8pt;margin:10pt 0}dt{color:#596475}dd{margin:0}
table{border-collapse:collapse;width:100%}th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left}
td.num,th.num{text-align:right}.t{white-space:pre-wrap}`;

const rateOf = ({ kind, rate }: AgreementChange["services"][number]): string => {
  if (kind === "cost") return "";
  if (rate !== null) return formatCents(rate);
  return "the agency's rate of the day";
};

const signature = (by: string, on: Day | null): string =>
  on ? `${by}, ${formatDate(on)}` : "not yet";

/** An agreement as the document that both sides sign. */
export const agreementDocument = (
  a: Shown,
  agency: string,
  client: { name: string; address: string },
): string => {
  const facts: readonly (readonly [string, string])[] = [
    ["Serving agency", agency],
    ["Client", [client.name, client.address].filter(Boolean).join(", ")],
    ["Term", `${formatDate(a.startsOn)} to ${formatDate(a.endsOn)}`],
    ["Billed at most", formatCents(a.ceiling)],
    [
      "Overhead",
      a.overheadBp === 0
        ? overheadRules.none
        : `${a.overheadBp / 100} %, ${overheadRules[a.overheadOn].toLowerCase()}`,
    ],
    ["Payment", `within ${a.payDays} days of the bill`],
    ["Signed for the agency", signature(a.agencySigner, a.agencySignedOn)],
    ["Signed for the client", signature(a.clientSigner, a.clientSignedOn)],
  ];
  const cell = (text: string, of = "") => `<td${of}>${escapeHtml(text)}</td>`;
  const services = a.services.map(
    (s) =>
      `<tr>${cell(s.code)}${cell(s.name)}${cell(serviceKinds[s.kind])}${cell(rateOf(s), ' class="num"')}</tr>`,
  );
  const heads = ["Code", "Service", "Billed"]
    .map((head) => `<th scope="col">${head}</th>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(a.number)}</title>
<style>${style}</style></head><body><main><p>${escapeHtml(a.number)}</p><h1>${escapeHtml(a.title)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>
<h2>Services</h2><table><thead><tr>${heads}<th scope="col" class="num">Rate</th></tr></thead>
<tbody>${services.join("")}</tbody></table>
${a.terms ? `<h2>Terms</h2><p class="t">${escapeHtml(a.terms)}</p>` : ""}</main></body></html>`;
};
