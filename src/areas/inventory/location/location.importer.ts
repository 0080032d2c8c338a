import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { chargeableByCode } from "#areas/budget/budget.server.ts";
import { placeByName } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { chargeTimes } from "./location.labels.ts";
import { locationFields, locationInput } from "./location.model.ts";
import { enterLocation } from "./location.service.ts";

const { code, name, quarantine, chargeAt } = locationFields;
const rowSchema = z.object({
  ...{ code, name, quarantine, chargeAt },
  within: z.string().trim().max(40).default(""),
  place: z.string().trim().max(120).default(""),
  line: z.string().trim().max(120).default(""),
});
type Row = z.output<typeof rowSchema>;

type Lines = ReadonlyMap<string, { id: string; refusal: string | null }>;

type OnFile = {
  id: string;
  code: string;
  name: string;
  within: string | null;
  quarantine: boolean;
  chargeAt: keyof typeof chargeTimes;
  chargeAccountId: string | null;
  status: string;
};

const keyOf = (text: string): string => text.toLowerCase();

const onFile = async (db: Db, codes: readonly string[]): Promise<Map<string, OnFile>> => {
  const rows = await db.rows<OnFile>(sql`
    select
      l.id, l.code, l.name, w.code as within, l.quarantine, l.charge_at, l.charge_account_id,
      l.status
    from stock_location l
    left join stock_location w on w.org_id = l.org_id and w.id = l.parent_id
    where l.org_id = ${db.scope.orgId} and lower(l.code) = any(${[...codes]}::text[])
  `);
  return new Map(rows.map((row) => [keyOf(row.code), row]));
};

const yesNo = (is: boolean) => (is ? "yes" : "no");

const onKnown = (row: Row, known: OnFile, lines: Lines): Verdict<null> =>
  verdictOnKnown(
    `${known.code} ${known.name}`,
    [
      { column: "Location", onFile: known.name, inFile: row.name },
      { column: "Within", onFile: keyOf(known.within ?? ""), inFile: keyOf(row.within) },
      { column: "Quarantine", onFile: yesNo(known.quarantine), inFile: yesNo(row.quarantine) },
      { column: "Charged", onFile: chargeTimes[known.chargeAt], inFile: chargeTimes[row.chargeAt] },
      // A file that names no line says nothing of it.
      ...(row.line
        ? [
            {
              column: "Line of the stores",
              onFile: known.chargeAccountId ?? "",
              inFile: lines.get(row.line)?.id ?? row.line,
            },
          ]
        : []),
    ],
    "Change the location on its page, or give this one another code.",
  );

const reject = (column: string, expected: string, found: string, fix: string): Verdict<null> => ({
  action: "reject",
  problem: { column, expected, found, fix },
});

const places = async (db: Db, rows: readonly Row[]): Promise<ReadonlySet<string>> => {
  const named = [...new Set(rows.map(({ place }) => place).filter(Boolean))];
  const ids = await Promise.all(named.map((one) => placeByName(db, one)));
  return new Set(named.filter((_, at) => ids[at]));
};

// The line must be there, and may be charged.
const refuseLine = (row: Row, lines: Lines): Verdict<null> | null => {
  const line = lines.get(row.line);
  if (row.chargeAt === "purchase" || (line && line.refusal === null)) return null;
  return reject(
    "Line of the stores",
    "the account string on which its goods are bought",
    row.line,
    line?.refusal ??
      "What is charged as it is issued is bought on a line of the stores: write its account string.",
  );
};

// A location that stands above in the same file is there for those below it.
const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<null>[]> => {
  const codes = rows.flatMap((row) => [keyOf(row.code), keyOf(row.within)]);
  const [known, there, lines] = await Promise.all([
    onFile(db, codes),
    places(db, rows),
    chargeableByCode(
      db,
      rows.map(({ line }) => line),
    ),
  ]);
  const coming = new Set<string>();
  return rows.map((row) => {
    const onRecord = known.get(keyOf(row.code));
    if (onRecord) return onKnown(row, onRecord, lines);
    const within = keyOf(row.within);
    if (within && !coming.has(within) && known.get(within)?.status !== "active")
      return reject(
        "Within",
        "the code of a location in use, or of a row above",
        row.within,
        `${row.within} is not there: correct the code, or put its row above those within it.`,
      );
    if (!within && !there.has(row.place))
      return reject(
        "Place",
        "the name of one of the agency's places",
        row.place,
        "The outermost location needs its place: add it under master data, or correct its name.",
      );
    const refused = refuseLine(row, lines);
    if (refused) return refused;
    coming.add(keyOf(row.code));
    return { action: "create", plan: null };
  });
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, null>[]): Promise<void> => {
  const [known, lines] = await Promise.all([
    onFile(
      tx,
      rows.map(({ row }) => keyOf(row.within)),
    ),
    chargeableByCode(
      tx,
      rows.map(({ row }) => row.line),
    ),
  ]);
  const ids = new Map([...known].map(([key, { id }]) => [key, id]));
  for (const { row } of rows) {
    const input = locationInput.parse({
      ...row,
      parentId: row.within ? ids.get(keyOf(row.within)) : null,
      placeId: row.within ? null : await placeByName(tx, row.place),
      chargeAccountId: lines.get(row.line)?.id ?? null,
    });
    ids.set(keyOf(row.code), (await enterLocation(tx, actor, input)).id);
  }
};

/** Stock locations of a file, the outer ones above; a code that is there is never changed. */
export const locationImporter = defineImporter({
  kind: "stock-locations",
  label: "stock locations",
  permission: "stock.edit",
  schema: rowSchema,
  keys: (row) => [keyOf(row.code)],
  plan,
  apply,
  fields: [
    {
      name: "code",
      label: "Code",
      required: true,
      aliases: ["Bin", "Location code"],
      type: cells.code,
    },
    { name: "name", label: "Location", required: true, aliases: ["Name"] },
    {
      name: "within",
      label: "Within",
      aliases: ["Parent"],
      type: cells.code,
      expected: "the code of another one",
    },
    { name: "place", label: "Place", aliases: ["Site"], expected: "for the outermost ones" },
    { name: "quarantine", label: "Quarantine", type: cells.yesNo },
    { name: "chargeAt", label: "Charged", type: oneOf(chargeTimes) },
    {
      name: "line",
      label: "Line of the stores",
      type: cells.code,
      expected: "the account string, where it is charged as it is issued",
    },
  ],
});
