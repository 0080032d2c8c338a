import { html } from "#kernel/html.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { labelCode } from "#server/labels/paper.ts";
import type { CountRecord } from "./count.noun.ts";

export type SheetLine = {
  number: string;
  name: string;
  unit: string;
  code: string;
  location: string;
};

/** What of a count is to be counted in this round, by location: no quantities. */
export const sheetLines = (db: Db, count: CountRecord): Promise<SheetLine[]> =>
  db.rows<SheetLine>(sql`
    select i.number, i.name, i.unit, o.code, o.name as location
    from stock_count_task t
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    join stock_location o on o.org_id = t.org_id and o.id = t.location_id
    where t.org_id = ${db.scope.orgId}
      and t.count_id = ${count.id}
      and (${count.status} <> 'recount' or t.again)
    order by o.code, i.name
  `);

const css = [
  "@page{size:8.5in 11in;margin:.5in}",
  "*{margin:0;padding:0;box-sizing:border-box}",
  "body{font:10pt sans-serif;color:#000}",
  "h1{font-size:14pt;margin-bottom:.05in}",
  "p{margin-bottom:.12in}",
  "table{width:100%;border-collapse:collapse}",
  "th,td{border:1px solid #000;padding:.04in .06in;text-align:left;vertical-align:middle}",
  "th{font-size:8pt}",
  "tr{break-inside:avoid}",
  "svg{width:.55in;height:.55in;display:block}",
  "code{font-size:9pt}",
  ".blank{width:1.05in}",
].join("");

const headings = [
  ...["Code", "Item", "Location", "Lot or serial number"],
  ...["Quantity", "Unit", "Counted at"],
];

/** The sheet that somebody counts on: codes of items, and room for what is counted. */
export const sheetDocument = (
  count: Pick<CountRecord, "number" | "title">,
  lines: readonly SheetLine[],
  { origin, agency }: { origin: string; agency: string },
): string => {
  const blank = html`<td class="blank"></td>`;
  const rows = lines.map(({ number, name, unit, code, location }) => {
    const item = html`<td><b>${name}</b><br /><code>${number}</code></td>`;
    const at = html`<td><code>${code}</code><br />${location}</td>`;
    const picture = html`<td>${labelCode(origin, number)}</td>`;
    return html`<tr>${picture}${item}${at}${blank}${blank}<td>${unit}</td>${blank}</tr>`;
  });
  const heads = headings.map((heading) => html`<th>${heading}</th>`);
  const about = html`<p>${agency}. Write down what lies there, and when you counted it. Counted by:</p>`;
  const table = html`<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
  const body = html`<h1>${count.number}: ${count.title}</h1>${about}${table}`;
  const head = `<meta charset="utf-8"><title>Count sheet</title><style>${css}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body.text}</body></html>`;
};
