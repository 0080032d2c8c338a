import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { isLumpSum, muchOf, rateOf } from "#kernel/lump-sum.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { html } from "#server/pdf/pdf.ts";
import { amendmentKinds } from "../amendment/amendment.labels.ts";
import type { AmendmentDetail } from "../amendment/amendment.model.ts";
import type { ChangeDetail } from "../change/change.model.ts";
import { contractKinds, priceTypes } from "../contract/contract.labels.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import { noticeWords } from "../contract/term.model.ts";
import { exhibitKinds } from "../exhibit/exhibit.labels.ts";
import type { Exhibit } from "../exhibit/exhibit.model.ts";
import type { RateSheet } from "../rates/rate.model.ts";

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:11pt;margin:16pt 0 4pt}p{margin:2pt 0}",
  "dl{display:grid;grid-template-columns:44mm 1fr;gap:2pt 8pt;margin:10pt 0}",
  "dt{color:#596475}dd{margin:0;white-space:pre-wrap}small{color:#596475}",
  "table{border-collapse:collapse;width:100%}tr{break-inside:avoid}",
  "th,td{padding:4pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top}",
  ".t{white-space:pre-wrap}",
  "th{font-size:9pt;color:#596475}.r{text-align:right;font-variant-numeric:tabular-nums}",
].join("");

type Fact = readonly [string, string];
const factList = (rows: readonly Fact[]) =>
  `<dl>${rows.map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`).join("")}</dl>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) => {
  const right = (at: number) => (at === 0 ? "" : ' class="r"');
  const head = heads.map((h, at) => `<th scope="col"${right(at)}>${html(h)}</th>`).join("");
  const body = rows
    .map((row) => `<tr>${row.map((c, at) => `<td${right(at)}>${html(c)}</td>`).join("")}</tr>`)
    .join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};
const section = (title: string, body: string) => `<h2>${html(title)}</h2>${body}`;

const paper = (title: string, agency: string, about: string, sections: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(title)}</title>
<style>${style}</style></head><body><main><p>${html(agency)}</p><h1>${html(title)}</h1>
<p>${html(about)}</p>${sections.join("")}</main></body></html>`;

const parties = (agency: string, vendor: string) =>
  `<p>Between ${html(agency)} (the agency) and ${html(vendor)} (the vendor).</p>`;
const yearRows = (plan: readonly { year: number; amount: number }[]) =>
  table(
    ["Fiscal year", "Amount"],
    plan.map(({ year, amount }) => [String(year), formatCents(amount)]),
  );

const rateRows = (sheets: readonly RateSheet[]) =>
  sheets.map((sheet) =>
    section(
      `Rate sheet ${sheet.sequence}, for orders from ${formatDate(sheet.effectiveFrom)} on`,
      table(
        ["Item", "From", "Unit price"],
        sheet.rates.map((rate) => [
          `${rate.code} ${rate.description}`,
          `${shownDecimal(rate.fromQuantity)} ${rate.unit}`,
          `$${shownPrice(rate.unitPrice)}`,
        ]),
      ),
    ),
  );

const clauseSections = (clauses: ContractDetail["clauses"]): string[] =>
  clauses.map(({ name, text, citation }, at) =>
    section(
      `${at + 1}. ${name}`,
      `<p class="t">${html(text)}</p>${citation ? `<p><small>${html(citation)}</small></p>` : ""}`,
    ),
  );

// The files are attached to the document; the hash says which bytes they are.
const exhibitSection = (exhibits: readonly Exhibit[]): string[] =>
  exhibits.length
    ? [
        section(
          "Exhibits, part of this contract",
          table(
            ["Exhibit", "File and SHA-256"],
            exhibits.map((e, at) => [
              `${at + 1}. ${e.title} (${exhibitKinds[e.what].toLowerCase()})`,
              `${e.name} ${e.sha256}`,
            ]),
          ),
        ),
      ]
    : [];

/** A contract's terms as one HTML document, for the PDF that both sides sign. */
export const contractDocument = (
  c: ContractDetail,
  agency: string,
  rates: readonly RateSheet[],
  exhibits: readonly Exhibit[] = [],
): string => {
  const options =
    c.optionCount === 0
      ? "none"
      : `${counted(c.optionCount, "option")} of ${counted(c.optionMonths, "month")} each; notice ${noticeWords(c)} before the end`;
  const facts: Fact[] = [
    ["Kind", contractKinds[c.kind]],
    ["Price", priceTypes[c.priceType]],
    ["Ceiling", formatCents(c.ceiling)],
    ...(c.joint
      ? [
          [
            "Lot",
            `Lot ${c.lotNo} of ${c.joint.number}. Orders under all its lots come to at most ${formatCents(c.joint.ceiling)} together.`,
          ] as const,
        ]
      : []),
    ["Begins", formatDate(c.startsOn)],
    ["Ends", formatDate(c.endsOn)],
    ["Options", options],
    ["Retainage", `${Number(c.retainagePercent)}% of each invoice`],
    ["Insurance", c.insuranceRequired ? "a certificate in force is demanded" : "not demanded"],
    ["Chosen by", c.evidence || "—"],
    ...(c.federalAward ? [["Federal award", c.federalAward] as const] : []),
    ...(c.description ? [["Description", c.description] as const] : []),
  ];
  const lines = c.lines.map((l) => [
    l.description,
    muchOf(l, l.quantity),
    isLumpSum(l) ? rateOf(l) : `$${rateOf(l)}`,
    formatCents(l.amount),
  ]);
  return paper(`Contract ${c.number}`, agency, c.title, [
    parties(agency, c.vendor),
    section("Terms", factList(facts)),
    ...(lines.length
      ? [section("Items and prices", table(["Item", "Quantity", "Unit price", "Amount"], lines))]
      : []),
    ...(c.scope ? [section("Scope of work", `<p class="t">${html(c.scope)}</p>`)] : []),
    ...(c.deliverables
      ? [section("Deliverables", `<p class="t">${html(c.deliverables)}</p>`)]
      : []),
    ...rateRows(rates),
    ...exhibitSection(exhibits),
    section("Plan by fiscal year", yearRows(c.yearPlan)),
    ...clauseSections(c.clauses),
  ]);
};

/** An amendment as one HTML document: the contract as it stands and as it will be. */
export const amendmentDocument = (
  a: AmendmentDetail,
  agency: string,
  rates: readonly RateSheet[],
): string => {
  const facts: Fact[] = [
    ["Contract", `${a.contract}, ${a.contractTitle}`],
    ["What changes", amendmentKinds[a.kind]],
    ["Why", a.reason],
    ["Ceiling before", formatCents(a.ceilingNow)],
    ["Ceiling after", formatCents(a.ceilingThen)],
    ...(a.joint && a.jointChange !== 0
      ? ([
          ["Over all lots before", formatCents(a.joint.now)],
          ["Over all lots after", formatCents(a.joint.then)],
        ] as const)
      : []),
    ["End before", formatDate(a.endsNow)],
    ["End after", formatDate(a.endsThen)],
    ...(a.scope ? [["Scope", a.scope] as const] : []),
  ];
  return paper(`Amendment ${a.number}`, agency, a.title, [
    parties(agency, a.vendor),
    section("What is agreed", factList(facts)),
    ...rateRows(rates),
    ...(a.yearPlan.length
      ? [section("Change of the plan by fiscal year", yearRows(a.yearPlan))]
      : []),
    ...clauseSections(a.clauses),
    "<p>All else in the contract stays as it is.</p>",
  ]);
};

/** A change order as one HTML document: what becomes more, what less, and the contract then. */
export const changeDocument = (x: ChangeDetail, agency: string): string => {
  const facts: Fact[] = [
    ["Contract", `${x.contract}, ${x.contractTitle}`],
    ["Why", x.reason],
    ["More", formatCents(x.increase)],
    ["Less", formatCents(x.decrease)],
    ["Ceiling before", formatCents(x.ceilingNow)],
    ["Ceiling after", formatCents(x.ceilingNow + x.net)],
    ["End before", formatDate(x.endsNow)],
    ["End after", formatDate(dayAfter(x.endsNow, x.days))],
    ...(x.bodyNumber
      ? [["Governing body", `${x.bodyNumber} of ${formatDate(x.bodyDay!)}`] as const]
      : []),
  ];
  const rows = x.lines.map((l) => [l.description, formatCents(l.amount), String(l.days)]);
  return paper(`Change order ${x.number}`, agency, x.title, [
    parties(agency, x.vendor),
    section("What is agreed", factList(facts)),
    section("Items", table(["Item", "Amount", "Days"], rows)),
    "<p>All else in the contract stays as it is.</p>",
  ]);
};
