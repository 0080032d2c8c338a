import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { declarationInput } from "../declaration/declaration.model.ts";
import { declare } from "../declaration/declaration.service.ts";
import { femaEquipmentRate, femaImport, type paDeclaration } from "../recovery.tables.ts";
import {
  publishedOf,
  ratesOf,
  type Cells,
  type declarationImport,
  type ImportResult,
  type ImportRow,
  type Odd,
  type Published,
  type PublishedSet,
  type scheduleImport,
} from "./openfema.model.ts";

const all = ["A", "B", "C", "D", "E", "F", "G"] as const;

// JSON as OpenFEMA answers it (one array under the name of the data set), or CSV with names above.
const rowsOf = (text: string): Cells[] => {
  try {
    if (/^\s*[[{]/.test(text)) {
      const found: unknown = JSON.parse(text);
      const rows = Array.isArray(found)
        ? found
        : Object.values(found as object).find(Array.isArray);
      return (rows ?? []) as Cells[];
    }
    return parse(text, {
      columns: true,
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    throw invalidField("text", "It is neither CSV with names above nor JSON of OpenFEMA.");
  }
};

type Stored = { kind: "declarations" | "equipment"; name: string; text: string; dataAsOf: string };
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const earlier = (tx: Tx, kind: string, sha256: string) =>
  tx.maybe<ImportRow>(sql`
    select id, kind, name, data_as_of, rows_read, rows_taken, odd, created_at
    from fema_import
    where org_id = ${tx.scope.orgId} and kind = ${kind} and sha256 = ${sha256}
  `);

const keep = async (
  tx: Tx,
  actor: Actor,
  of: Stored,
  sums: { rowsRead: number; rowsTaken: number; odd: Odd[] },
) => {
  const row = await insertRow(tx, femaImport, {
    orgId: actor.orgId!,
    id: newId(),
    kind: of.kind,
    name: of.name,
    sha256: hashOf(of.text),
    dataAsOf: of.dataAsOf,
    ...sums,
    odd: sums.odd.slice(0, 500),
    importedBy: actor.personId,
  });
  const { odd, ...shown } = row;
  note(tx, actor, "femaImport", row.id, {
    number: of.name,
    action: of.kind,
    after: { ...shown, oddRows: odd.length },
    event: null,
  });
  return row;
};

// Where what FEMA publishes and what is on file differ; nothing is written over.
const differencesOf = async (
  tx: Tx,
  known: typeof paDeclaration.$inferSelect,
  found: Published,
): Promise<string[]> => {
  const areas = await tx.rows<{ county: string }>(sql`
    select county
    from pa_area
    where org_id = ${tx.scope.orgId} and declaration_id = ${known.id}
  `);
  const day = (label: string, ours: Day | null, theirs: Day | null) =>
    ours === theirs
      ? []
      : [
          `${label}: ours says ${ours ? formatDate(ours) : "nothing"}, FEMA ${theirs ? formatDate(theirs) : "nothing"}.`,
        ];
  return [
    ...day("Declared", known.declaredOn, found.declaredOn),
    ...day("Incident from", known.periodFrom, found.periodFrom),
    ...day("Incident to", known.periodTo, found.periodTo),
    ...found.areas
      .filter((a) => !areas.some((o) => o.county === a.county))
      .map((a) => `${a.county} is designated and not on file: amend the declaration.`),
  ];
};

/**
 * Imports DisasterDeclarationsSummaries: the rows of one number become one declaration. One that is on
 * file is compared and never written over; the same file twice changes nothing.
 */
export const importDeclarations = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof declarationImport>,
): Promise<ImportResult> => {
  const rows = rowsOf(input.text);
  const { published, odd, taken } = publishedOf(rows, input.number);
  const again = await earlier(tx, "declarations", hashOf(`${input.number}\n${input.text}`));
  if (!published)
    throw invalidField(
      "number",
      odd[0]?.why ?? `No row of the file is of ${input.number}. Check the number.`,
    );
  const known = await tx.maybe<typeof paDeclaration.$inferSelect>(sql`
    select *
    from pa_declaration
    where org_id = ${tx.scope.orgId} and number = ${input.number}
  `);
  const differences = known ? await differencesOf(tx, known, published) : [];
  const made =
    known ??
    (await declare(
      tx,
      actor,
      declarationInput.parse({
        ...published,
        areas: published.areas.map((a) => ({ ...a, categories: [...all] })),
      }),
    ));
  const sums = { rowsRead: rows.length, rowsTaken: taken, odd };
  const row =
    again ??
    (await keep(
      tx,
      actor,
      { ...input, kind: "declarations", text: `${input.number}\n${input.text}` },
      sums,
    ));
  return {
    id: row.id,
    ...sums,
    odd: odd.slice(0, 500),
    again: again !== null,
    differences,
    declarationId: made.id,
  };
};

/** Imports FEMA's schedule of equipment rates from a declaration day on. The same file twice changes nothing. */
export const importSchedule = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof scheduleImport>,
): Promise<ImportResult> => {
  const before = await earlier(tx, "equipment", hashOf(input.text));
  if (before) return { ...before, again: true, differences: [], declarationId: null };
  const same = await tx.maybe(sql`
    select 1 as found
    from fema_equipment_rate
    where org_id = ${tx.scope.orgId} and from_day = ${input.fromDay}
    limit 1
  `);
  if (same) throw invalidField("fromDay", "A schedule from this day is loaded already.");
  const rows = rowsOf(input.text);
  const { rates, odd } = ratesOf(rows);
  if (rates.length === 0)
    throw invalidField("text", "No row has a code, a unit and a rate. Check the names above.");
  const row = await keep(
    tx,
    actor,
    { ...input, kind: "equipment" },
    { rowsRead: rows.length, rowsTaken: rates.length, odd },
  );
  await insertRows(
    tx,
    femaEquipmentRate,
    rates.map((rate) => ({
      ...rate,
      orgId: actor.orgId!,
      id: newId(),
      importId: row.id,
      fromDay: input.fromDay,
    })),
  );
  return {
    id: row.id,
    rowsRead: rows.length,
    rowsTaken: rates.length,
    odd: odd.slice(0, 500),
    again: false,
    differences: [],
    declarationId: null,
  };
};

/** How much of each data set of OpenFEMA is on file, and when it was read last. */
export const publishedSets = (db: Db): Promise<PublishedSet[]> =>
  db.rows<PublishedSet>(sql`
    select d.dataset, count(p.id)::int as rows, max(p.read_at) as read_at, max(p.day) as newest
    from unnest(array['declarations', 'projects', 'mitigation']) as d(dataset)
    left join fema_published p on p.org_id = ${db.scope.orgId} and p.dataset = d.dataset
    group by d.dataset
    order by d.dataset
  `);

/** What was imported, the newest first. */
export const importsOf = (db: Db): Promise<ImportRow[]> =>
  db.rows<ImportRow>(sql`
    select id, kind, name, data_as_of, rows_read, rows_taken, odd, created_at
    from fema_import
    where org_id = ${db.scope.orgId}
    order by created_at desc
    limit 100
  `);

/** Says which code of FEMA's schedule a class of units has. 422 where no schedule knows the code. */
export const nameCode = async (
  tx: Tx,
  actor: Actor,
  said: { assetClassId: string; code: string },
): Promise<{ id: string }> => {
  const known = await tx.maybe(sql`
    select 1 as found
    from fema_equipment_rate
    where org_id = ${tx.scope.orgId} and code = ${said.code}
    limit 1
  `);
  if (!known) throw invalidField("code", "No loaded schedule has this code.");
  await tx.rows(sql`
    insert into fema_unit_code (org_id, asset_class_id, code)
    values (${tx.scope.orgId}, ${said.assetClassId}, ${said.code})
    on conflict (org_id, asset_class_id)
    do update set code = excluded.code
  `);
  note(tx, actor, "assetClass", said.assetClassId, {
    number: said.code,
    action: "femaUnitCode.name",
    after: said,
    event: null,
  });
  return { id: said.assetClassId };
};
