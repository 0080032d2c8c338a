import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { addQuantity, plainDecimal } from "#kernel/quantity.ts";
import { agencyUnits } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { measurementNoun, type MeasurementStored } from "../measurement.noun.ts";
import { measurement } from "../measurement.tables.ts";
import { planSheet } from "../plan.tables.ts";
import type { AssemblyItem, Given, GivenValues, Variable } from "./assembly.labels.ts";
import { assemblies } from "./assembly.service.ts";
import { expand, type Expanded } from "./expand.model.ts";
import { measurementAssembly } from "./named.tables.ts";
import type { NamedAssembly, NamedInput, SheetItems } from "./named.model.ts";

type Measured = Pick<MeasurementStored, "kind" | "quantity" | "unit">;

// The first variable that comes from a shape of this kind is what was measured; the rest is typed.
const valuesOf = (
  { kind, quantity, unit }: Measured,
  variables: readonly Variable[],
  typed: Readonly<Record<string, Given>>,
): GivenValues => {
  const filled = variables.find(({ source }) => source === kind);
  return filled && quantity !== null
    ? { ...typed, [filled.key]: { amount: plainDecimal(quantity), unit } }
    : typed;
};

const forget = (tx: Tx, id: string) =>
  tx.rows(sql`
    delete from measurement_assembly
    where org_id = ${tx.scope.orgId} and measurement_id = ${id}
  `);

/**
 * Lets a measurement name an assembly, in the version that is in force now, or none. It is a change of
 * the measurement: 403, 404, 409, 412 as one; 409 `not_in_force`; 422 `assembly_of_kind` where the
 * assembly follows from no shape of its kind, `unknown_variable` for a value of none of its variables.
 */
export const nameAssembly = (
  tx: Tx,
  actor: Actor,
  id: string,
  { assembly }: NamedInput,
  version: number | null,
): Promise<MeasurementStored> =>
  change(tx, actor, measurementNoun, {
    id,
    version,
    effect: async ({ kind }) => {
      await forget(tx, id);
      if (assembly === null) return { content: { assembly: null } };
      const begun = await assemblies.begin(tx, assembly.definitionId);
      if (!begun.variables.some(({ source }) => source === kind))
        throw invalidField(
          "assembly",
          `“${begun.name}” follows from no measured ${kind}. Choose another assembly.`,
          "assembly_of_kind",
        );
      for (const key of Object.keys(assembly.typed))
        if (!begun.variables.some((each) => each.key === key))
          throw invalidField(
            "assembly.typed",
            `“${begun.name}” has no variable ${key}.`,
            "unknown_variable",
          );
      await insertRow(tx, measurementAssembly, {
        orgId: tx.scope.orgId!,
        measurementId: id,
        assemblyVersionId: begun.id,
        typed: assembly.typed,
      });
      return { content: { assembly: begun.name, typed: assembly.typed } };
    },
  });

type Named = Measured & {
  id: string;
  versionId: string;
  definitionId: string;
  name: string;
  versionNo: number;
  variables: Variable[];
  items: AssemblyItem[];
  typed: Record<string, Given>;
};

const namedOf = (db: Db, ids: readonly string[]): Promise<Named[]> =>
  db.rows<Named>(sql`
    select
      m.id, m.kind, m.quantity, m.unit, a.id as version_id, a.definition_id, a.name, a.version_no,
      a.variables, a.items, n.typed
    from measurement_assembly n
    join measurement m on m.org_id = n.org_id and m.id = n.measurement_id
    join takeoff_assembly a on a.org_id = n.org_id and a.id = n.assembly_version_id
    where n.org_id = ${db.scope.orgId} and n.measurement_id = any(${[...ids]}::uuid[])
    order by m.number
  `);

const itemsOf = (named: Named, units: Parameters<typeof expand>[2]): Expanded[] =>
  expand(named, valuesOf(named, named.variables, named.typed), units);

/** What is bought of measurements, by id; those that name no assembly are left out. */
export const namedItems = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Expanded[]>> => {
  const [named, units] = await Promise.all([namedOf(db, ids), agencyUnits(db)]);
  return new Map(named.map((each) => [each.id, itemsOf(each, units)]));
};

/** What is bought of a measurement by the assembly that it names. 404. */
export const readNamed = async (db: Db, id: string): Promise<NamedAssembly> => {
  const row = await getRow(db, measurement, id, "measurement");
  const [[named], units] = await Promise.all([namedOf(db, [row.id]), agencyUnits(db)]);
  if (!named) return { assembly: null, typed: {}, items: [] };
  const { definitionId, versionId, name, versionNo, typed } = named;
  return {
    assembly: { definitionId, versionId, name, versionNo },
    typed,
    items: itemsOf(named, units),
  };
};

/** What is bought of all that was measured on a sheet, by item. 404. */
export const itemsOnSheet = async (db: Db, sheetId: string): Promise<SheetItems> => {
  const sheet = await getRow(db, planSheet, sheetId, "sheet");
  const measured = await db.rows<{ id: string }>(sql`
    select id
    from measurement
    where org_id = ${db.scope.orgId} and sheet_id = ${sheet.id} and status <> 'dropped'
    limit 5000
  `);
  const [named, units] = await Promise.all([
    namedOf(
      db,
      measured.map(({ id }) => id),
    ),
    agencyUnits(db),
  ]);
  const sums = new Map<string, SheetItems["items"][number]>();
  let without = 0;
  for (const { description, unit, costCode, found } of named.flatMap((each) =>
    itemsOf(each, units),
  )) {
    if (!found) {
      without++;
      continue;
    }
    const key = JSON.stringify([description, unit, costCode]);
    const before = sums.get(key) ?? { description, unit, costCode, bought: "0", measurements: 0 };
    sums.set(key, {
      ...before,
      bought: addQuantity(before.bought, found.bought),
      measurements: before.measurements + 1,
    });
  }
  return { items: [...sums.values()], without };
};
