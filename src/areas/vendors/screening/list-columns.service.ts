import type { Actor } from "#kernel/access.ts";
import { conflict, invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { fileStart, headingsOf, type Line } from "#server/import/file-rows.ts";
import { cells } from "#server/import/cells.ts";
import type { Letters } from "#server/import/import.tables.ts";
import type { ImportField } from "#server/import/importer.ts";
import { keepSource, keptSource, readStart } from "#server/import/sources.ts";
import { exclusionList } from "../vendors.tables.ts";
import {
  matchedLayout,
  samLayout,
  unknownLayout,
  type DayFirst,
  type ListLayout,
  type SamColumn,
} from "./extract.model.ts";
import type { ListColumns, MatchInput } from "./screening.model.ts";

const kind = "exclusion-list";
const orderId = "days.order";

const field = (
  name: SamColumn,
  label: string,
  aliases: readonly string[] = [],
  type: ImportField["type"] = cells.text,
): ImportField => ({ name, label, aliases, type });

/** What a column of a list can be matched with: the columns of the extract that screening reads. */
const listFields: readonly ImportField[] = [
  field("Name", "Name of the firm or party", [
    "Company",
    "Contractor",
    "Contractor name",
    "Debarred party",
    "Entity",
    "Entity name",
    "Firm",
    "Firm name",
    "Legal name",
    "Organization",
    "Party",
    "Vendor",
    "Vendor name",
    "Business name",
  ]),
  field("First", "First name", ["Given name"]),
  field("Middle", "Middle name"),
  field("Last", "Last name", ["Surname", "Family name"]),
  field("Unique Entity ID", "Unique Entity ID", ["UEI", "UEI SAM"], cells.code),
  field("Address 1", "Street", ["Address", "Street address"]),
  field("City", "City", ["Town"]),
  field("State / Province", "State", ["ST", "Province"]),
  field("Country", "Country"),
  field("Zip Code", "ZIP", ["Postal code", "ZIP code"], cells.code),
  field("Exclusion Program", "Program"),
  field("Excluding Agency", "Excluded by", ["Agency", "Debarring agency"]),
  field("Exclusion Type", "Kind of exclusion", ["Type", "Action"]),
  field("Active Date", "In force from", [
    "Begins",
    "Date of debarment",
    "Debarment date",
    "Effective",
    "Effective date",
    "From",
    "Start",
    "Start date",
  ]),
  field("Termination Date", "In force until", [
    "Ends",
    "End date",
    "Expiration date",
    "Expires",
    "To",
    "Until",
  ]),
  field("Record Status", "Status"),
  field("Cross-Reference", "Other names", ["Aliases", "Also known as", "AKA", "DBA"]),
  field("Additional Comments", "Comments", ["Notes", "Reason"]),
  field("SAM Number", "Number", ["Case number", "Record number", "ID"], cells.code),
];

/** How a list's file is read: where each column is, under which line, in which letters. */
export type ListReading = {
  layout: ListLayout;
  first: DayFirst;
  /** The cells of the line of headings: the records stand below it. */
  heading: readonly string[];
  letters?: Letters;
  /** True where a person matched the columns: what cannot be read there stops the list. */
  matched: boolean;
};

const headingsIn = (line: Line): string[] | null => {
  try {
    return headingsOf(line);
  } catch {
    return null;
  }
};

/**
 * How the file of a list is read: by the headings of SAM.gov's extract, else by what was matched for
 * files of the same headings; title rows above are passed over. 422 `not_an_exclusion_extract` for
 * headings that nobody has matched.
 */
export const readingOf = async (app: App, db: Db, sha256: string): Promise<ListReading> => {
  const { rows, isOld } = await fileStart(app.files, sha256, {});
  const start = isOld ? await fileStart(app.files, sha256, { letters: "windows-1252" }) : { rows };
  const letters = isOld ? ("windows-1252" as const) : undefined;
  for (const { cells: heading } of start.rows) {
    const layout = samLayout(heading);
    if (layout) return { layout, first: "month", heading, letters, matched: false };
  }
  for (const line of start.rows) {
    const columns = headingsIn(line);
    const kept = columns && (await keptSource(db, kind, columns));
    if (kept)
      return {
        layout: matchedLayout(columns, kept.mapping),
        first: kept.reading.answers?.[orderId] === "day" ? "day" : "month",
        heading: line.cells,
        letters: kept.reading.letters ?? letters,
        matched: true,
      };
  }
  throw unknownLayout(start.rows[0]!.cells);
};

/** The headings of a list that was not taken, and what each probably is. 404, 422 for no headings. */
export const columnsOfList = async (
  app: App,
  actor: Actor,
  id: string,
  headingRow: number | undefined,
): Promise<ListColumns> => {
  const db = app.database.read(actor);
  const { sha256 } = await getRow(db, exclusionList, id, "exclusion list");
  const begun = await readStart(app, db, listFields, { kind, sha256 }, { headingRow });
  return {
    columns: begun.columns,
    firstRows: begun.firstRows,
    headingRow: begun.reading.headingRow ?? 1,
    fields: listFields.map(({ name, label }) => ({ name, label })),
    mapping: begun.mapping,
    dayFirst: begun.reading.answers?.[orderId] === "day" ? "day" : "month",
  };
};

/**
 * Keeps which column of a list is which, for it and for the next file of the same headings. Gives the
 * list's file. 409 for a list that was taken, 422 without a column of names or for one that is not
 * in the file.
 */
export const matchList = async (
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  { headingRow, mapping, dayFirst }: MatchInput,
): Promise<{ id: string; name: string; sha256: string; acceptShorter: boolean }> => {
  const list = await getRow(tx, exclusionList, id, "exclusion list");
  if (list.state !== "failed")
    throw conflict("list_taken", "This list was taken. Load a file that was not.");
  const { columns, reading } = await readStart(
    app,
    tx,
    listFields,
    { kind, sha256: list.sha256 },
    { headingRow },
  );
  const strange = Object.values(mapping).filter((name) => name && !columns.includes(name));
  if (strange.length > 0) throw invalid("mapping", `The file has no column ${strange.join(", ")}.`);
  if (!mapping.Name && !mapping.Last)
    throw invalid("mapping", "Choose the column that holds the names.", [
      { path: "mapping.Name", message: "Choose a column." },
    ]);
  const kept = Object.fromEntries(listFields.map(({ name }) => [name, mapping[name] ?? null]));
  await keepSource(tx, { orgId: actor.orgId!, kind, columns }, kept, {
    headingRow: reading.headingRow,
    letters: reading.letters,
    answers: { [orderId]: dayFirst },
  });
  return {
    id: list.fileId,
    name: list.fileName,
    sha256: list.sha256,
    acceptShorter: list.acceptShorter,
  };
};
