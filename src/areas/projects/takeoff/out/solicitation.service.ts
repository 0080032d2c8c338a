import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { addSolicitationItems } from "#areas/sourcing/sourcing.server.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { keepOrigin } from "#server/origin/origin.ts";
import { proposedPrices } from "../assembly/price.service.ts";
import { measurementNoun, type MeasurementStored } from "../measurement.noun.ts";
import { boughtRows, saidOf } from "../requisition.service.ts";
import { keepLines } from "./kept.service.ts";
import type { BoughtLine, SolicitationOf } from "./lines.model.ts";
import { sheetNames } from "./lines.service.ts";

const mostBasis = 2000;
type Priced = { line: BoughtLine; unitPrice: string };

const refuseTwice = async (tx: Tx, solicitationId: string, rows: readonly MeasurementStored[]) => {
  const [twice] = await tx.rows<{ measurementId: string }>(sql`
    select measurement_id
    from measured_line
    where org_id = ${tx.scope.orgId}
      and solicitation_id = ${solicitationId}
      and measurement_id = any(${rows.map(({ id }) => id)}::uuid[])
    limit 1
  `);
  const row = twice && rows.find(({ id }) => id === twice.measurementId);
  if (row) throw conflict("in_solicitation", `${row.number} is in this solicitation already.`);
};

// What the estimate rests on: the quantity with its sheet, the price with its source.
const basisOf = async (tx: Tx, rows: readonly MeasurementStored[], priced: readonly Priced[]) => {
  const head = `Measured on ${await sheetNames(tx, rows)}: ${rows.map(({ number }) => number).join(", ")}.`;
  const proposed = await proposedPrices(
    tx,
    priced.map(({ line }) => line),
  );
  const words = priced.map(({ line, unitPrice }, at) => {
    const { unitPrice: paid, source } = proposed[at]!;
    const from =
      paid !== null && Number(paid) === Number(unitPrice)
        ? `Paid before: ${source}`
        : "The price is typed by whoever estimated.";
    return `${line.description}: ${shownDecimal(line.quantity)} ${line.unit} at $${shownPrice(unitPrice)}. ${from}`;
  });
  const whole = [head, ...words].join("\n");
  const short = `${head}\n${priced.length} items have a price; ${words.filter((each) => each.includes("Paid before: ")).length} of the prices were paid before.`;
  return whole.length <= mostBasis ? whole : short.slice(0, mostBasis);
};

/**
 * Puts measurements of one project into a draft solicitation, as items with the independent estimate of
 * them and what it rests on. The solicitation came of them too. 403 for whoever may not edit
 * solicitations; 404; 409 `not_to_requisition`, `in_solicitation`, and for anything but a draft; 422
 * `estimate_of_some` where only some of them have a price, and what sourcing refuses.
 */
export const solicitFrom = async (
  tx: Tx,
  actor: Actor,
  { ids, solicitationId, lines: sent }: SolicitationOf,
): Promise<{ id: string; number: string; version: number; items: number }> => {
  const { rows, lines } = await boughtRows(tx, ids, null);
  await refuseTwice(tx, solicitationId, rows);
  const priced = saidOf(lines, sent).flatMap(({ line, said: { unitPrice } }) =>
    unitPrice === null ? [] : [{ line, unitPrice }],
  );
  if (priced.length > 0 && priced.length < lines.length)
    throw invalidField(
      "lines",
      "An estimate is of all items or of none. Give each a price, or leave all of them out.",
      "estimate_of_some",
    );
  const cents = priced.reduce(
    (sum, { line, unitPrice }) => sum + lineTotalCents(line.quantity, unitPrice),
    0,
  );
  const made = await addSolicitationItems(tx, actor, solicitationId, {
    items: lines.map(({ description, commodityCode, quantity, unit }) => ({
      ...{ description, commodityCode, quantity, unit },
    })),
    estimate: cents > 0 ? { cents, basis: await basisOf(tx, rows, priced) } : null,
  });
  await keepLines(tx, { solicitationId }, lines, made.items[0]!.itemNo);
  keepOrigin(
    tx,
    actor,
    { type: "solicitation", id: solicitationId },
    rows.map(({ id, measuredBy }) => ({
      type: measurementNoun.name,
      id,
      askers: measuredBy ? [measuredBy] : [],
    })),
  );
  for (const row of rows)
    note(tx, actor, measurementNoun, row, {
      action: "solicit",
      note: `Items of ${made.number}`,
    });
  return { id: made.id, number: made.number, version: made.version, items: made.items.length };
};
