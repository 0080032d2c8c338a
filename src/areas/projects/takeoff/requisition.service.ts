import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, type FieldError } from "#kernel/errors.ts";
import { addQuantity } from "#kernel/quantity.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import type { RequisitionOf } from "./measurement.model.ts";
import { measurementNoun, type MeasurementStored } from "./measurement.noun.ts";
import { planSheet } from "./plan.tables.ts";

const held = (tx: Tx, ids: readonly string[]): Promise<MeasurementStored[]> =>
  tx.rows<MeasurementStored>(sql`
    select *
    from measurement
    where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
    for update
  `);

/** Why one of them becomes no line, in words. */
const refusalOf = (
  row: MeasurementStored,
  actor: Actor,
  stale: ReadonlySet<string>,
): string | null => {
  if (row.status === "sent") return `${row.number} is in a requisition already.`;
  if (row.status === "dropped") return `${row.number} was dropped.`;
  if (row.measuredBy !== actor.personId)
    return `${row.measuredName || "Somebody else"} measured ${row.number}, and sends it.`;
  if (stale.has(row.sheetId))
    return `${row.number} is on an older revision of its sheet. Move it over first.`;
  return row.quantity === null || Number(row.quantity) === 0
    ? `${row.number} has no quantity. Set the scale of its sheet first.`
    : null;
};

const staleOnes = async (tx: Tx, rows: readonly MeasurementStored[]): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ id: string }>(sql`
        select id
        from plan_sheet
        where org_id = ${tx.scope.orgId}
          and id = any(${rows.map(({ sheetId }) => sheetId)}::uuid[])
          and not current
      `)
    ).map(({ id }) => id),
  );

type Line = { key: string; rows: MeasurementStored[]; quantity: string; unitPrice: string };

// What is one item bears one name, unit, cost code and commodity: its shapes are one line.
const linesOf = (rows: readonly MeasurementStored[], prices: RequisitionOf["prices"]): Line[] => {
  const lines = new Map<string, Line>();
  const errors: FieldError[] = [];
  for (const row of rows) {
    const unitPrice = prices.find(({ id }) => id === row.id)?.unitPrice;
    if (unitPrice === undefined) {
      errors.push({ path: "prices", message: `Say what a unit of ${row.number} costs.` });
      continue;
    }
    const key = [row.name, row.unit, row.costCodeId, row.commodityCode, unitPrice].join("\n");
    const line = lines.get(key);
    if (line) {
      line.rows.push(row);
      line.quantity = addQuantity(line.quantity, row.quantity!);
    } else lines.set(key, { key, rows: [row], quantity: row.quantity!, unitPrice });
  }
  if (errors.length) throw invalid("price_missing", errors[0]!.message, errors);
  return [...lines.values()];
};

const sheetNames = async (tx: Tx, rows: readonly MeasurementStored[]): Promise<string> => {
  const ids = [...new Set(rows.map(({ sheetId }) => sheetId))];
  const sheets = await Promise.all(ids.map((id) => getRow(tx, planSheet, id, "sheet")));
  return sheets.map(({ number, revision }) => `${number} revision ${revision}`).join(", ");
};

/**
 * Makes measurements of one project the lines of one draft requisition, in the name of whoever measured
 * them. Shapes of the same item are one line; the requisition came of each of them, so none of those
 * who measured approves it. 404; 409 `not_to_requisition` with the reason for each; 422 `other_project`,
 * `price_missing`, and what a requisition refuses.
 */
export const requisitionFrom = async (
  tx: Tx,
  actor: Actor,
  { ids, title, neededOn, accountStringId, prices }: RequisitionOf,
): Promise<{ id: string; number: string; status: string; version: number }> => {
  const rows = await held(tx, ids);
  if (rows.length < new Set(ids).size)
    throw invalidField("ids", "One of these measurements is not there.", "unknown_measurement");
  const stale = await staleOnes(tx, rows);
  const refused = rows.flatMap((row) => refusalOf(row, actor, stale) ?? []);
  if (refused.length) throw conflict("not_to_requisition", refused.join(" "));
  const p = await getRow(tx, project, rows[0]!.projectId, "project");
  if (rows.some(({ projectId }) => projectId !== p.id))
    throw invalidField("ids", "Choose measurements of one project.", "other_project");
  const made = await createRequisition(
    tx,
    actor,
    {
      title,
      justification: `Measured for ${p.number} ${p.name} on sheet ${await sheetNames(tx, rows)}: ${rows.map(({ number }) => number).join(", ")}.`,
      departmentId: p.departmentId,
      neededOn,
      deliverTo: "",
      methodReason: "",
      emergency: false,
      lines: linesOf(rows, prices).map(({ rows: [row], quantity, unitPrice }) => ({
        description: row!.name,
        commodityCode: row!.commodityCode,
        costCodeId: row!.costCodeId,
        quantity,
        unit: row!.unit,
        unitPrice,
        splits: [{ accountStringId, percent: "100" }],
      })),
    },
    rows.map(({ id, measuredBy }) => ({
      type: measurementNoun.name,
      id,
      askers: measuredBy ? [measuredBy] : [],
    })),
  );
  for (const { id, version } of rows)
    await transition(tx, asSystem(actor), measurementNoun, {
      id,
      version,
      action: "send",
      effect: () => Promise.resolve({ patch: { requisitionId: made.id } }),
    });
  const { id, number, status, version } = made;
  return { id, number, status, version };
};
