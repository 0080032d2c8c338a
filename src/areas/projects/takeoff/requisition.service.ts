import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import { measurementNoun, type MeasurementStored } from "./measurement.noun.ts";
import { keepLines } from "./out/kept.service.ts";
import { linesOf, type BoughtLine, type RequisitionOf } from "./out/lines.model.ts";
import { heldOf, itemsOf, refusalOf, sheetNames } from "./out/lines.service.ts";

/**
 * Measurements of one project that are about to be bought, locked, with their lines. `asker` where only
 * whoever measured sends them. 409 `not_to_requisition` with the reason for each; 422
 * `unknown_measurement`, `other_project`.
 */
export const boughtRows = async (
  tx: Tx,
  ids: readonly string[],
  asker: Actor | null,
): Promise<{ rows: MeasurementStored[]; lines: BoughtLine[] }> => {
  const rows = await tx.rows<MeasurementStored>(sql`
    select *
    from measurement
    where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
    for update
  `);
  if (rows.length < new Set(ids).size)
    throw invalidField("ids", "One of these measurements is not there.", "unknown_measurement");
  const [found, held] = await Promise.all([itemsOf(tx, rows), heldOf(tx, rows)]);
  const refused = rows.flatMap((row) => refusalOf(row, asker, held, found) ?? []);
  if (refused.length) throw conflict("not_to_requisition", refused.join(" "));
  if (rows.some(({ projectId }) => projectId !== rows[0]!.projectId))
    throw invalidField("ids", "Choose measurements of one project.", "other_project");
  return { rows, lines: linesOf(found.items) };
};

/** Lines with what was sent of each. 422 `price_missing` where nothing was said of one. */
export const saidOf = <T extends { key: string }>(
  lines: readonly BoughtLine[],
  sent: readonly T[],
): { line: BoughtLine; said: T }[] => {
  const said = new Map(sent.map((each) => [each.key, each]));
  const errors = lines.flatMap(({ key, description }) =>
    said.has(key)
      ? []
      : [{ path: "lines", message: `Say what a unit of ${description} costs, or leave it out.` }],
  );
  if (errors[0]) throw invalid("price_missing", errors[0].message, errors);
  return lines.map((line) => ({ line, said: said.get(line.key)! }));
};

const justified = (
  { number, name }: { number: string; name: string },
  sheets: string,
  rows: readonly MeasurementStored[],
  left: readonly string[],
): string => {
  const numbers = rows.map((row) => row.number).join(", ");
  const measured = `Measured for ${number} ${name} on sheet ${sheets}: ${numbers}.`;
  return left.length > 0 ? `${measured} Left out of it: ${left.join(", ")}.` : measured;
};

/**
 * Makes measurements of one project the lines of one draft requisition, in the name of whoever measured
 * them: items of the assembly that each names, else itself. The same item of several is one line; a
 * line without a price is left out, and so is a measurement of which nothing is bought. The
 * requisition came of each measurement, so none of those who measured approves it. 404; 409
 * `not_to_requisition` with the reason for each; 422 `other_project`, `price_missing`,
 * `nothing_to_buy`, and what a requisition refuses.
 */
export const requisitionFrom = async (
  tx: Tx,
  actor: Actor,
  { ids, title, neededOn, accountStringId, lines: sent }: RequisitionOf,
): Promise<{ id: string; number: string; status: string; version: number }> => {
  const found = await boughtRows(tx, ids, actor);
  const said = saidOf(found.lines, sent);
  const bought = said.flatMap(({ line, said: { unitPrice, ...each } }) =>
    unitPrice === null ? [] : [{ line, unitPrice, account: each.accountStringId }],
  );
  if (bought.length === 0)
    throw invalidField("lines", "Give what is bought a price.", "nothing_to_buy");
  const within = new Set(bought.flatMap(({ line }) => line.parts.map(({ id }) => id)));
  const rows = found.rows.filter(({ id }) => within.has(id));
  const left = said.flatMap(({ line, said: { unitPrice } }) =>
    unitPrice === null && line.parts.some(({ id }) => within.has(id)) ? [line.description] : [],
  );
  const p = await getRow(tx, project, rows[0]!.projectId, "project");
  const made = await createRequisition(
    tx,
    actor,
    {
      title,
      justification: justified(p, await sheetNames(tx, rows), rows, left),
      departmentId: p.departmentId,
      neededOn,
      deliverTo: "",
      methodReason: "",
      emergency: false,
      lines: bought.map(({ line, unitPrice, account }) => ({
        description: line.description,
        commodityCode: line.commodityCode,
        costCodeId: line.costCodeId,
        quantity: line.quantity,
        unit: line.unit,
        unitPrice,
        splits: [{ accountStringId: account ?? accountStringId, percent: "100" }],
      })),
    },
    rows.map(({ id, measuredBy }) => ({
      type: measurementNoun.name,
      id,
      askers: measuredBy ? [measuredBy] : [],
    })),
  );
  await keepLines(
    tx,
    { requisitionId: made.id },
    bought.map(({ line }) => line),
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
