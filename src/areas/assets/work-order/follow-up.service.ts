import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { asset, workOrder } from "../assets.tables.ts";
import type { NewWork } from "./work-order.model.ts";
import { requestWork, tell, type WorkOrderStored } from "./work-order.service.ts";

const again = (first: WorkOrderStored, why: string): NewWork => ({
  title: first.title,
  description: why,
  kind: first.kind,
  priority: "high",
  assetId: first.assetId,
  placeId: first.placeId,
  location: first.location,
  departmentId: first.departmentId,
  dueOn: null,
  estimateCents: null,
  estimateMinutes: null,
  lockout: first.lockout,
  lockoutBy: "",
  confinedSpace: first.confinedSpace,
  hotWork: first.hotWork,
  digs: first.digs,
  locateTicket: "",
  locateUntil: null,
  certificates: first.certificates,
  tasks: [],
  serviceRequestId: first.serviceRequestId,
});

/**
 * A follow-up of completed or closed work: same asset and place, approved anew by somebody else.
 * 409 while the first is open.
 */
export const followUp = async (tx: Tx, actor: Actor, id: string, why: string) => {
  const first = await getRow(tx, workOrder, id, "work order");
  if (first.status !== "completed" && first.status !== "closed")
    throw conflict("still_open", `${first.number} is open: write on it.`);
  return requestWork(tx, actor, again(first, why), { followsId: first.id });
};

/**
 * The follow-up that a reopened report asks for: urgent, to who led the first, under the first's
 * approval. The lead is told. Of an asset that is no longer kept, only the place stays.
 */
export const followAgain = async (
  tx: Tx,
  actor: Actor,
  id: string,
  why: string,
): Promise<WorkOrderStored> => {
  const first = await getRow(tx, workOrder, id, "work order");
  const kept = first.assetId ? await getRow(tx, asset, first.assetId, "asset") : null;
  const gone = kept && ["retired", "disposed"].includes(kept.status);
  const work: NewWork = {
    ...again(first, why),
    priority: "urgent",
    ...(gone ? { assetId: null } : {}),
  };
  const row = await requestWork(tx, actor, work, {
    followsId: first.id,
    status: "approved",
    approvedBy: first.approvedBy,
    leadId: first.leadId,
  });
  tell(tx, actor, row.leadId, `${row.number}: ${first.number} did not hold`, row);
  return row;
};
