import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import { recordsInLedger } from "#server/audit/records.ts";
import type { Db } from "#server/db/db.ts";
import { html } from "#server/pdf/pdf.ts";
import { typeWords } from "../audit/audit.labels.ts";

/** A part of a summary: a table with its heads. */
export type SummarySection = {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
};
/** An area says in words what its record is, for the people who open a package. */
export type EvidenceSummary = {
  type: string;
  sections: (db: Db, actor: Actor, id: string) => Promise<SummarySection[]>;
};

const summaries = new Map<string, EvidenceSummary>();
/** Areas that say what their records are, beside the list of entries that every summary has. */
export const evidenceSummaries = extensionPoint<EvidenceSummary>(
  "summary of evidence",
  (summary) => void summaries.set(summary.type, summary),
);

const table = ({ title, heads, rows }: SummarySection): string => {
  const head = heads.map((h) => `<th scope="col">${html(h)}</th>`).join("");
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${html(cell)}</td>`).join("")}</tr>`)
    .join("\n");
  return `<h2>${html(title)}</h2>\n<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
};

const style = [
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}",
  "body{color:#121927}table{border-collapse:collapse;width:100%}",
  "th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid #d9dee6}",
  "th{color:#596475;font-weight:500}",
].join("");

type About = { title: string; agency: string; timeZone: string; createdAt: Instant };

/**
 * The summary of a package as one HTML document: what its records are, and every record with its
 * entries. `asked`: the records that it was asked for, `all` with what belongs to them.
 */
export const packageSummary = async (
  db: Db,
  actor: Actor,
  { asked, all }: { asked: readonly string[]; all: readonly string[] },
  { title, agency, timeZone, createdAt }: About,
): Promise<string> => {
  const found = await recordsInLedger(db, all);
  const own = await Promise.all(
    found
      .filter(({ id }) => asked.includes(id))
      .map(
        async ({ id, objectType }) =>
          (await summaries.get(objectType)?.sections(db, actor, id)) ?? [],
      ),
  );
  const records: SummarySection = {
    title: "Records and their entries in the audit ledger",
    heads: ["Record", "Number", "Entries", "First", "Last"],
    rows: found.map((record) => [
      typeWords(record.objectType),
      record.number ?? "",
      String(record.entries),
      formatInstant(record.first, timeZone),
      formatInstant(record.last, timeZone),
    ]),
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${html(title)}</title><style>${style}</style></head>
<body><main><p>${html(agency)}</p><h1>${html(title)}</h1>
<p>Made on ${html(formatInstant(createdAt, timeZone))}.
What stands here is for reading; what proves it is audit.jsonl.</p>
${[...own.flat(), records].map(table).join("\n")}
</main></body></html>
`;
};
