import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { groupBy } from "#kernel/group.ts";
import { newId } from "#kernel/ids.ts";
import { quantity, shownDecimal } from "#kernel/quantity.ts";
import {
  costsOf,
  paymentsOf,
  stockCostsOf,
  type StockCost,
} from "#areas/finance/finance.server.ts";
import { issuedLines, issuedTo, type IssuedLine } from "#areas/inventory/inventory.server.ts";
import { receiptNumbers } from "#areas/procurement/procurement.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { numbersOf } from "#server/origin/chain.ts";
import { paDeclaration, paItem, paProject } from "../recovery.tables.ts";
import { openProject } from "./item.service.ts";
import type { ChainRow, MaterialRow, MaterialsInput } from "./item.model.ts";
import { isUnpriced, materialsOf } from "./material.model.ts";

type Project = typeof paProject.$inferSelect;
type Taken = { stockLineId: string; number: string };

const takenOf = (db: Db, lineIds: readonly string[]): Promise<Taken[]> =>
  db.rows<Taken>(sql`
    select x.stock_line_id, p.number
    from pa_item x
    join pa_project p on p.org_id = x.org_id and p.id = x.project_id
    where x.org_id = ${db.scope.orgId} and x.stock_line_id = any(${[...lineIds]}::uuid[])
  `);

const consumersOf = async (db: Db, p: Project) => {
  const d = await getRow(db, paDeclaration, p.declarationId, "declaration");
  return { d, ids: [p.id, ...(d.incidentId ? [d.incidentId] : [])] };
};

/** What of a line's cost stands on bills and is free; of what funders hold of its goods nothing. */
const borneBy = (costs: readonly StockCost[], lineId: string): number =>
  costs.reduce((sum, cost) => sum + (cost.lineId === lineId ? cost.cents : 0), 0);

const heldElsewhere = (line: IssuedLine, borne: number): string | null =>
  line.boughtCents > 0 && borne === 0 && quantity(line.boughtQuantity) === quantity(line.quantity)
    ? "Nothing of what it was bought for is free: no bill is posted yet, or an award drew it."
    : null;

/** What the stores issued to the incident or the project, with what each costs and what took it. 404. */
export const materialRows = async (db: Db, projectId: string): Promise<MaterialRow[]> => {
  const p = await getRow(db, paProject, projectId, "project");
  const lines = await issuedTo(db, (await consumersOf(db, p)).ids);
  const ids = lines.map(({ id }) => id);
  const [costs, taken] = await Promise.all([stockCostsOf(db, ids), takenOf(db, ids)]);
  return lines.map((line) => {
    const borne = borneBy(costs, line.id);
    const project = taken.find(({ stockLineId }) => stockLineId === line.id);
    return {
      id: line.id,
      movementId: line.movementId,
      movement: line.movement,
      movedOn: line.movedOn,
      item: line.item,
      quantity: line.quantity,
      unit: line.unit,
      lot: line.lot,
      cents: line.cents,
      billed: borne,
      unpriced: isUnpriced(line),
      why: project ? `Assigned to ${project.number}` : heldElsewhere(line, borne),
    };
  });
};

// Behind the project's lock; what another project took meanwhile the database refuses as well.
const lockedLines = async (tx: Tx, p: Project, ids: readonly string[]): Promise<IssuedLine[]> => {
  const lines = await issuedLines(tx, ids);
  if (lines.length !== ids.length)
    throw invalidField(
      "stockLineIds",
      "One of these issues does not stand any more. Load them again.",
      "no_issue",
    );
  const [taken] = await takenOf(tx, ids);
  if (taken) {
    const line = lines.find(({ id }) => id === taken.stockLineId)!;
    throw conflict(
      "material_taken",
      `${line.movement}, ${line.item}, is assigned to ${taken.number}: the same goods are not claimed twice.`,
    );
  }
  const { ids: consumers } = await consumersOf(tx, p);
  const other = lines.find(({ consumerId }) => !consumers.includes(consumerId));
  if (other)
    throw invalidField(
      "stockLineIds",
      `${other.movement} was issued to ${other.consumer}. Only what was issued to the incident or to this project is its cost.`,
      "other_consumer",
    );
  return lines;
};

/**
 * Takes what the stores issued to the incident into a project: item, quantity, day used, site, and the
 * unit cost with what proves it. 422 `no_issue`, `other_consumer`, `price_missing`; 409
 * `material_taken` where a project has it, `cost_claimed` where an award drew what it was bought for.
 */
export const assignMaterials = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: MaterialsInput,
): Promise<{ assigned: number }> => {
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const lines = await lockedLines(tx, p, [...new Set(input.stockLineIds)]);
  const costs = await stockCostsOf(
    tx,
    lines.map(({ id }) => id),
  );
  const rows = lines.flatMap((line) => {
    const borne = borneBy(costs, line.id);
    const held = heldElsewhere(line, borne);
    if (held) throw conflict("cost_claimed", `${line.movement}, ${line.item}. ${held}`);
    const period = { from: d.periodFrom, until: p.workUntil };
    const materials = materialsOf(line, borne, period, input.price ?? null);
    if (!materials)
      throw invalidField(
        "price",
        `${line.movement}, ${line.item}, came by no invoice and has no price of the stores: enter one of earlier purchases or of area vendors, with its reason.`,
        "price_missing",
      );
    return materials.map((material) => ({
      ...material,
      orgId: p.orgId,
      id: newId(),
      projectId,
      kind: "material" as const,
      stockLineId: line.id,
      unit: line.unit,
      site: input.site,
      label: [
        `${line.movement} ${line.item}, ${shownDecimal(material.quantity)} ${line.unit}`,
        ...(line.lot ? [`lot ${line.lot}`] : []),
      ]
        .join(", ")
        .slice(0, 300),
      dayFrom: line.movedOn,
      dayTo: line.movedOn,
      assignedBy: actor.personId,
    }));
  });
  await insertRows(tx, paItem, rows);
  note(tx, actor, "paProject", p, {
    action: "assignMaterials",
    after: { ...input, lines: rows.length },
  });
  return { assigned: rows.length };
};

type Stored = Omit<ChainRow, "behind" | "movementId" | "lot" | "unitCents" | "category"> & {
  stockLineId: string;
};

/**
 * Materials of a project with what proves each: lot, receipt, order, invoice and payments. 404. At most
 * 2,000 lines, by the day on which they were used.
 */
export const chainRows = async (db: Db, projectId: string): Promise<ChainRow[]> => {
  const p = await getRow(db, paProject, projectId, "project");
  const items = await db.rows<Stored>(sql`
    select
      id, label, day_from as day, site, trim_scale(quantity)::text as quantity, unit, basis, cents,
      stock_line_id
    from pa_item
    where org_id = ${db.scope.orgId} and project_id = ${projectId} and kind = 'material'
    order by day_from, label, id
    limit 2000
  `);
  if (items.length === 0) return [];
  const lineIds = items.map(({ stockLineId }) => stockLineId);
  const [lines, costs] = await Promise.all([issuedLines(db, lineIds), stockCostsOf(db, lineIds)]);
  const bills = await costsOf(db, { ids: costs.map(({ boughtId }) => boughtId) });
  const [numbers, receipts, payments] = await Promise.all([
    numbersOf(
      db,
      bills.flatMap(({ purchaseOrderId: id }) => (id ? [{ type: "purchaseOrder", id }] : [])),
    ),
    receiptNumbers(
      db,
      bills.flatMap(({ receiptId }) => receiptId ?? []),
    ),
    paymentsOf(
      db,
      bills.flatMap(({ invoiceId }) => invoiceId ?? []),
    ),
  ]);
  const paidBy = groupBy(payments, ({ invoiceId }) => invoiceId);
  const behind = (lineId: string): ChainRow["behind"] =>
    costs
      .filter((cost) => cost.lineId === lineId)
      .flatMap((cost) => {
        const bill = bills.find(({ id }) => id === cost.boughtId);
        if (!bill?.invoiceId) return [];
        return {
          receipt: (bill.receiptId && receipts.get(bill.receiptId)) || null,
          order: (bill.purchaseOrderId && numbers.get(bill.purchaseOrderId)) || null,
          orderId: bill.purchaseOrderId,
          invoice: bill.documentNumber,
          invoiceId: bill.invoiceId,
          payments: (paidBy.get(bill.invoiceId) ?? []).map(({ number }) => number),
          cents: cost.cents,
          paid: cost.paid,
        };
      });
  return items.map(({ stockLineId, ...item }) => {
    const line = lines.find(({ id }) => id === stockLineId);
    return {
      ...item,
      category: p.category,
      unitCents: Number((BigInt(item.cents) * 10_000n) / quantity(item.quantity)),
      movementId: line?.movementId ?? null,
      lot: line?.lot ?? null,
      behind: item.basis === "invoice" ? behind(stockLineId) : [],
    };
  });
};
