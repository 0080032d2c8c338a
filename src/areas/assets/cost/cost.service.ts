import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import { asset, workOrder } from "../assets.tables.ts";
import { hoursOnAsset } from "../hours/rates.service.ts";
import type { AssetCost, PurchaseRow, PurchasesAnswer, WorkCost } from "./cost.model.ts";

type Bought = { requisitionId: string; workOrderId: string };

// A requisition is drafted of one work order's needs: what it is charged is that work's cost.
const requisitionsOf = (db: Db, which: { workOrderId?: string; assetId?: string }) =>
  db.rows<Bought>(sql`
    select distinct n.requisition_id, n.work_order_id
    from work_need n
    join work_order w on w.org_id = n.org_id and w.id = n.work_order_id
    where n.org_id = ${db.scope.orgId}
      and n.requisition_id is not null
      and (
        n.work_order_id = ${which.workOrderId ?? null}::uuid
        or w.asset_id = ${which.assetId ?? null}::uuid
      )
  `);

const chargesOf = async (
  db: Db,
  bought: readonly Bought[],
): Promise<(PurchaseRow & { workOrderId: string })[]> => {
  if (bought.length === 0) return [];
  const workOf = new Map(bought.map((one) => [one.requisitionId, one.workOrderId]));
  const charges = await costsOf(db, { requisitionIds: [...workOf.keys()] });
  return charges
    .filter((c) => c.source === "invoice" && c.requisitionId !== null)
    .map((c) => ({
      id: c.id,
      invoiceId: c.invoiceId,
      invoice: c.documentNumber,
      vendor: c.vendor,
      description: c.description,
      account: c.account,
      postedOn: c.postedOn,
      cents: c.cents,
      requisitionId: c.requisitionId!,
      workOrderId: workOf.get(c.requisitionId!)!,
    }));
};
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((all, row) => all + of(row), 0);

/**
 * What posted invoices charged for what a work order bought, in cents with what is withheld of
 * them; orders and invoices of its requisitions flow back. 404.
 */
export const purchasesOf = async (db: Db, workOrderId: string): Promise<PurchasesAnswer> => {
  await getRow(db, workOrder, workOrderId, "work order");
  const charges = await chargesOf(db, await requisitionsOf(db, { workOrderId }));
  const items = charges.map(({ workOrderId: _of, ...charge }) => charge);
  return { items, cents: sum(items, (c) => c.cents) };
};

type Head = Pick<WorkCost, "number" | "title" | "status" | "completedAt"> & { id: string };
const headsOf = (db: Db, ids: readonly string[]) =>
  db.rows<Head>(sql`
    select id, number, title, status, completed_at
    from work_order
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number desc
  `);

const noOrder = {
  number: "",
  title: "Hours without a work order",
  status: "",
  completedAt: null,
} as const;

/**
 * What work on an asset cost: approved hours by the rate of their day (cents for who may read
 * rates) and charges of posted invoices, by work order. 404.
 */
export const costOfAsset = async (db: Db, actor: Actor, assetId: string): Promise<AssetCost> => {
  await getRow(db, asset, assetId, "asset");
  const [hours, bought] = await Promise.all([
    hoursOnAsset(db, assetId),
    requisitionsOf(db, { assetId }),
  ]);
  const charges = await chargesOf(db, bought);
  const ids = new Set([...hours, ...charges].flatMap((row) => row.workOrderId ?? []));
  const rated = actor.permissions.has("hours.rates");
  const reads = actor.permissions.has("hours.all");
  const rowOf = (id: string | null, head: Omit<Head, "id">): WorkCost => {
    const of = hours.find((row) => row.workOrderId === id);
    return {
      workOrderId: id,
      ...head,
      minutes: reads ? (of?.minutes ?? 0) : null,
      equipmentMinutes: reads ? (of?.equipmentMinutes ?? 0) : null,
      hourCents: rated ? (of?.cents ?? 0) : null,
      unrated: of?.unrated ?? 0,
      purchaseCents: sum(
        charges.filter((charge) => charge.workOrderId === id),
        (charge) => charge.cents,
      ),
    };
  };
  const heads = ids.size ? await headsOf(db, [...ids]) : [];
  const work = heads.map(({ id, ...head }) => rowOf(id, head));
  if (hours.some((row) => row.workOrderId === null)) work.push(rowOf(null, noOrder));
  return {
    work,
    minutes: reads ? sum(work, (row) => row.minutes ?? 0) : null,
    equipmentMinutes: reads ? sum(work, (row) => row.equipmentMinutes ?? 0) : null,
    hourCents: rated ? sum(work, (row) => row.hourCents ?? 0) : null,
    unrated: sum(work, (row) => row.unrated),
    purchaseCents: sum(work, (row) => row.purchaseCents),
  };
};
