import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { asset } from "../assets.tables.ts";
import { moveAsset } from "../asset/asset.service.ts";
import { saidOf, type Answers } from "../checklist/checklist.model.ts";
import type { ChecklistItem } from "../checklist/checklist.labels.ts";
import { workOrderInput } from "../work-order/work-order.model.ts";
import { requestWork } from "../work-order/work-order.service.ts";
import { inspectionFinding, type inspection } from "./inspection.tables.ts";

type Stored = typeof inspection.$inferSelect;

const openOrder = (tx: Tx, assetId: string, defect: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from work_order
    where org_id = ${tx.scope.orgId}
      and asset_id = ${assetId}
      and defect_key = ${defect}
      and status not in ('completed', 'closed', 'cancelled')
  `);

// Under the asset's lock, which two inspections of it take one after the other.
const orderFor = async (
  tx: Tx,
  actor: Actor,
  row: Stored,
  item: ChecklistItem,
  said: string,
): Promise<{ workOrderId: string | null; joined: boolean }> => {
  if (!item.onFail.workOrder) return { workOrderId: null, joined: false };
  const defect = item.key;
  if (row.assetId) {
    await tx.rows(sql`
      select 1 as found
      from asset
      where org_id = ${tx.scope.orgId} and id = ${row.assetId}
      for update
    `);
    const there = await openOrder(tx, row.assetId, defect);
    if (there) return { workOrderId: there.id, joined: true };
  }
  const made = await requestWork(
    tx,
    actor,
    workOrderInput.parse({
      title: `${item.label}: failed`.slice(0, 200),
      description: `${said}\nFound by ${row.number}.`.trim(),
      kind: "corrective",
      priority: item.onFail.workOrder,
      assetId: row.assetId,
      placeId: row.placeId,
      location: row.location,
      departmentId: row.departmentId,
    }),
    { defectKey: row.assetId ? defect : "" },
    [{ type: "inspection", id: row.id }],
  );
  return { workOrderId: made.id, joined: false };
};

const takeOut = async (tx: Tx, actor: Actor, row: Stored, item: ChecklistItem) => {
  if (!item.onFail.takeOut || !row.assetId) return false;
  if ((await getRow(tx, asset, row.assetId, "asset")).status !== "in_service") return false;
  await moveAsset(tx, asSystem(actor), "takeOut", {
    id: row.assetId,
    version: null,
    reason: `${row.number}: ${item.label} failed`,
  });
  return true;
};

/**
 * What follows from the failed items of an inspection, each by its rule: a finding; a corrective work
 * order, one for each asset and defect while it is open; the asset out of service.
 */
export const follow = async (
  tx: Tx,
  actor: Actor,
  row: Stored,
  failed: readonly ChecklistItem[],
  answers: Answers,
): Promise<void> => {
  for (const item of failed) {
    const said = saidOf(item, answers);
    const order = await orderFor(tx, actor, row, item, said);
    const tookOut = await takeOut(tx, actor, row, item);
    await insertRow(tx, inspectionFinding, {
      orgId: row.orgId,
      id: newId(),
      inspectionId: row.id,
      itemKey: item.key,
      item: item.label,
      said,
      assetId: row.assetId,
      tookOut,
      ...order,
    });
  }
};
