import { counted } from "#kernel/words.ts";
import { allNouns } from "#server/noun.ts";
import { getTableName } from "drizzle-orm";
import { html } from "#server/pdf/pdf.ts";
import type { ExportManifest } from "./manifest.ts";
import type { LeavingFile, LeftOut } from "#server/agency-tables/snapshot.ts";

const style = [
  ":root{color-scheme:light dark}",
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid #8884}",
  "th{font-weight:500}td.n{text-align:right;font-variant-numeric:tabular-nums}",
  "code{overflow-wrap:anywhere}",
].join("");

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(title)}</title><style>${style}</style></head>
<body><main>
${body}
</main></body></html>
`;

type Cell = string | { n: number } | { href: string; text: string };
const cellOf = (cell: Cell): string => {
  if (typeof cell === "string") return `<td>${html(cell)}</td>`;
  if ("n" in cell) return `<td class="n">${cell.n.toLocaleString("en-US")}</td>`;
  return `<td><a href="${html(cell.href)}">${html(cell.text)}</a></td>`;
};
const rowOf = (cells: readonly Cell[]): string => `<tr>${cells.map(cellOf).join("")}</tr>`;
const headOf = (heads: readonly string[]): string =>
  `<thead><tr>${heads.map((head) => `<th scope="col">${html(head)}</th>`).join("")}</tr></thead>`;
const tableOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `<table>${headOf(heads)}<tbody>\n${rows.map(rowOf).join("\n")}\n</tbody></table>`;

/** What people call the rows of a table: the name of its records, or the table's own. */
export const namesOfTables = (): ReadonlyMap<string, string> =>
  new Map(allNouns().map(({ table, cycle }) => [getTableName(table), cycle.noun]));

const sectionsLeftOut = ({ tables, columns, rows, files }: LeftOut): string => {
  const withRows = tables.filter((one) => one.rows > 0);
  const said = [
    ...withRows.map(({ table, rows: n, why }) => [table, counted(n, "row"), why]),
    ...rows.map(({ table, rows: n, why }) => [table, counted(n, "row"), why]),
    ...columns.map(({ table, column, why }) => [table, column, why]),
    ...files.map(({ name, sha256, why }) => [name, sha256, why]),
  ];
  return tableOf(["Of", "What", "Why"], said);
};

const findingOf = ({ agency, snapshotAt, tables, files, ledger }: ExportManifest): string => {
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = filled.reduce((sum, one) => sum + one.rows, 0);
  const entries = ledger
    ? `, ${counted(ledger.entries, "entry", "entries")} of its audit ledger`
    : "";
  return `${agency.name} as it was at ${snapshotAt}: ${counted(rows, "row")} in ${counted(filled.length, "table")}, ${counted(files.count, "file")}${entries}.`;
};

/** The page that opens an export from a disk, without this product and without a connection. */
export const indexPage = (manifest: ExportManifest): string => {
  const { agency, tables, ledger, leftOut } = manifest;
  const names = namesOfTables();
  const filled = tables.filter(({ rows }) => rows > 0);
  const empty = tables.filter(({ rows }) => rows === 0).map(({ table }) => table);
  const listed = filled.map(({ table, path, rows }): Cell[] => [
    { href: path, text: table },
    names.get(table) ?? "",
    { n: rows },
  ]);
  const proof = ledger
    ? `<p>The audit ledger is <a href="${ledger.path}">${ledger.path}</a>. Whoever has <code>audit-verify.mjs</code>
and their own copy of the key checks it without a connection:<br>
<code>node audit-verify.mjs ${ledger.path} --key ledger/audit-key.txt</code></p>`
    : "<p>Nothing stands in the audit ledger yet.</p>";
  return page(
    `${agency.name}: everything`,
    `<h1>${html(agency.name)}</h1>
<p>${html(findingOf(manifest))}</p>
<p>A table is one file of JSON Lines: a row a line. <a href="dictionary.json">The data dictionary</a> says its
columns and what they refer to. <a href="files.html">Files</a> lie by their SHA-256.
<a href="manifest.json">The manifest</a> has the SHA-256 and the size of every part.</p>
<h2>Tables</h2>
${tableOf(["Table", "Its records", "Rows"], listed)}
<p>Empty: ${html(empty.join(", ") || "none")}.</p>
<h2>Proof</h2>
${proof}
<h2>What stayed out, and why</h2>
${sectionsLeftOut(leftOut)}`,
  );
};

/** Where a content lies within an export. */
export const placeOfFile = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}`;

/** The page of all files, piece by piece: there may be many. */
export function* filesPage(files: readonly LeavingFile[]): Generator<string> {
  const [before, after] = page(
    "Files",
    '<h1>Files</h1>\n<p><a href="index.html">Back</a></p>\n\u0000',
  ).split("\u0000") as [string, string];
  yield `${before}<table>${headOf(["Name", "Type", "Bytes", "SHA-256"])}<tbody>\n`;
  for (const { name, mediaType, size, sha256 } of files)
    yield `${rowOf([{ href: placeOfFile(sha256), text: name }, mediaType, { n: size }, sha256])}\n`;
  yield `</tbody></table>${after}`;
}

export const readme = `What this is

index.html       begin here: opens in any browser, without a connection
dictionary.json  every table with its columns, their types, and what they refer to
tables/          a table a file, a row a line (JSON Lines, UTF-8)
files/           contents of files by their SHA-256; files.html has their names
ledger/          the audit ledger with its proofs and checkpoints, and the key that signs them
manifest.json    the SHA-256 and the size of every part, and what stayed out with its reason

How to check it, without the agency and without a connection

    node audit-verify.mjs ledger/bundle.jsonl --key levee-audit-key.txt

audit-verify.mjs is one file without dependencies; levee-audit-key.txt is your own copy of the
agency's public key. The last line is the verdict.
`;
