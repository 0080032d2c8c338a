import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { fileStart, headingsOf, type FileStart, type Line } from "./file-rows.ts";
import type { ImportQuestion, ImportReading, ImportRun, Mapping } from "./import.tables.ts";
import { meansField, suggestMapping, type ImportField } from "./importer.ts";

/** The columns that a file of refused rows has behind its own. */
export const handedBack = ["Row", "What to repair"] as const;

/** The headings of the source itself: rows that were handed back and repaired are of the same one. */
export const ownColumns = (columns: readonly string[]): readonly string[] =>
  handedBack.every((name, at) => columns.at(at - handedBack.length) === name)
    ? columns.slice(0, -handedBack.length)
    : columns;

/** A source is known by its headings, in whatever order they stand. */
const sourceOf = (columns: readonly string[]): string =>
  createHash("sha256")
    .update(
      ownColumns(columns)
        .map((name) => name.toLowerCase())
        .toSorted()
        .join("\u001f"),
    )
    .digest("hex")
    .slice(0, 32);

type Kept = { mapping: Mapping; reading: ImportReading; same: boolean };

// What was chosen for the same headings, else for the last file of the kind: of another source, its
// columns only.
const lastChoice = async (db: Db, kind: string, columns: readonly string[]): Promise<Kept | null> =>
  db.maybe<Kept>(sql`
    select mapping, reading, source = ${sourceOf(columns)} as same
    from import_mapping
    where org_id = ${db.scope.orgId} and kind = ${kind}
    order by source = ${sourceOf(columns)} desc, updated_at desc
    limit 1
  `);

/** What was chosen for a file of these headings; null where nobody has. */
export const keptSource = async (
  db: Db,
  kind: string,
  columns: readonly string[],
): Promise<Pick<Kept, "mapping" | "reading"> | null> => {
  const last = await lastChoice(db, kind, columns);
  return last?.same ? last : null;
};

/** Keeps what was chosen for this source; answers about one file's content are not kept. */
export const keepSource = async (
  tx: Tx,
  run: Pick<ImportRun, "orgId" | "kind" | "columns">,
  mapping: Mapping,
  { told: _told, asked: _asked, answers = {}, ...reading }: ImportReading,
): Promise<void> => {
  const lasting = Object.fromEntries(
    Object.entries(answers).filter(([id]) => !id.endsWith(".far")),
  );
  await tx.rows(sql`
    insert into import_mapping (org_id, kind, source, mapping, reading)
    values (
      ${run.orgId}, ${run.kind}, ${sourceOf(run.columns)}, ${JSON.stringify(mapping)},
      ${JSON.stringify({ ...reading, answers: lasting })}
    )
    on conflict (org_id, kind, source)
    do update set
      mapping = excluded.mapping, reading = excluded.reading, updated_at = clock_timestamp()
  `);
};

// How many of a row's cells are called as a field is.
const score = (fields: readonly ImportField[], { cells }: Line): number =>
  fields.filter((field) => cells.some((cell) => meansField(field, cell))).length;

/** The row that probably holds the headings: the one that names most fields, else the first. */
const likelyHeading = (fields: readonly ImportField[], rows: readonly Line[]): Line => {
  const first = rows[0]!;
  const best = rows
    .slice(0, 20)
    .map((row) => ({ row, score: score(fields, row) }))
    .reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 1 && best.score > score(fields, first) ? best.row : first;
};

const fileQuestion = (
  id: "heading" | "sheet" | "letters",
  ask: string,
  choices: ImportQuestion["choices"],
  likely: string,
): ImportQuestion => ({ id, field: "", column: "", ask, choices, likely, rows: [] });

const oddLetters = (rows: readonly Line[], letters: "windows-1252" | "utf-8"): string => {
  const odd = letters === "utf-8" ? /\uFFFD/ : /[\u0080-\uFFFF]/;
  return rows.flatMap(({ cells }) => cells).find((cell) => odd.test(cell)) ?? "";
};

type Beginning = Pick<
  ImportRun,
  "columns" | "mapping" | "reading" | "questions" | "sheets" | "firstRows"
>;

const questionsOf = (
  { rows, sheets, isOld }: FileStart,
  heading: Line,
  how: ImportReading,
  kept: ImportReading | null,
): ImportQuestion[] => {
  const questions: ImportQuestion[] = [];
  if (sheets.length > 1 && !how.sheet)
    questions.push(
      fileQuestion(
        "sheet",
        `The workbook has ${sheets.length} sheets. Say which one is meant.`,
        sheets.map((name) => ({ value: name, label: name })),
        sheets[0]!,
      ),
    );
  if (heading !== rows[0] && !how.headingRow && kept?.headingRow !== heading.row)
    questions.push(
      fileQuestion(
        "heading",
        "Lines stand above the headings. Say on which line the headings stand.",
        rows.slice(0, 20).map(({ row, cells }) => ({
          value: String(row),
          label: `${row}: ${cells.filter(Boolean).join(" | ").slice(0, 80)}`,
        })),
        String(heading.row),
      ),
    );
  if (isOld && !how.letters && !kept?.letters)
    questions.push(
      fileQuestion(
        "letters",
        "Some letters of the file are not UTF-8. Say in which letters it is written.",
        [
          { value: "windows-1252", label: `Windows-1252: ${oddLetters(rows, "windows-1252")}` },
          { value: "utf-8", label: "UTF-8: rows whose letters cannot be read are handed back" },
        ],
        "windows-1252",
      ),
    );
  return questions;
};

/**
 * How an import of this file begins: its columns, which of them are probably which field, how its source
 * was read last, and what of the file itself must be said first.
 */
export const readStart = async (
  app: App,
  db: Db,
  fields: readonly ImportField[],
  { kind, sha256 }: Pick<ImportRun, "kind" | "sha256">,
  how: Pick<ImportReading, "sheet" | "headingRow" | "letters">,
): Promise<Beginning> => {
  const { sheet, letters } = how;
  let start = await fileStart(app.files, sha256, { sheet, letters });
  if (start.isOld && !letters)
    start = await fileStart(app.files, sha256, { sheet, letters: "windows-1252" });
  const heading = how.headingRow
    ? (start.rows.find(({ row }) => row === how.headingRow) ?? {
        row: how.headingRow,
        cells: [],
      })
    : likelyHeading(fields, start.rows);
  const columns = headingsOf(heading);
  const last = await lastChoice(db, kind, columns);
  const kept = last?.same ? last.reading : null;
  return {
    columns,
    mapping: suggestMapping(fields, ownColumns(columns), last?.mapping ?? {}),
    reading: {
      ...kept,
      sheet: sheet ?? start.sheets[0],
      headingRow: heading.row,
      letters: letters ?? (start.isOld ? (kept?.letters ?? "windows-1252") : undefined),
    },
    questions: questionsOf(start, heading, how, kept),
    sheets: start.sheets,
    firstRows: start.rows.slice(0, 20).map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, 30).map((cell) => cell.slice(0, 60)),
    })),
  };
};
