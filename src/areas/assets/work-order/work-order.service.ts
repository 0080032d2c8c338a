import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { MadeFrom } from "#server/origin/origin.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { attachFile } from "#server/http/attachments.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import {
  departmentById,
  notify,
  peopleWhoMay,
  requirePlace,
} from "#areas/organization/organization.server.ts";
import { toldOfRequest, workBegan, workEnded } from "#areas/engagement/engagement.server.ts";
import { asset, workOrder, workOrderTask } from "../assets.tables.ts";
import { requireFailureCodes } from "../failure/failure.service.ts";
import { requireCertificates } from "../need/certificate.service.ts";
import { endCycle } from "../plan/cycle.service.ts";
import {
  completeInput,
  type holdInput,
  type NewWork,
  type scheduleInput,
  type WorkOrderPatch,
} from "./work-order.model.ts";
import { setCrew } from "./members.service.ts";
import { ownRequest } from "./work-order.labels.ts";
import { workOrderNoun } from "./work-order.noun.ts";

export type WorkOrderStored = typeof workOrder.$inferSelect;
export type WorkStep = { id: string; version: number | null; reason?: string | null };

const editable: readonly string[] = [
  "requested",
  "approved",
  "scheduled",
  "in_progress",
  "on_hold",
];
const linkOf = (id: string) => `/maintenance-management/${id}`;

const check = async (tx: Tx, said: WorkOrderPatch, before?: WorkOrderStored) => {
  await Promise.all([
    said.assetId ? requireKept(tx, said.assetId, before?.assetId) : null,
    said.placeId ? requirePlace(tx, said.placeId, before?.placeId ?? null) : null,
    said.departmentId ? departmentById(tx, said.departmentId) : null,
  ]);
};
const requireKept = async (tx: Tx, assetId: string, before?: string | null) => {
  const { status, number } = await getRow(tx, asset, assetId, "asset");
  if (assetId !== before && (status === "retired" || status === "disposed"))
    throw invalidField("assetId", `${number} is no longer kept.`, "asset_gone");
};

/** Tells one person of a work order, unless they did it themselves. */
export const tell = (
  tx: Tx,
  actor: Actor,
  personId: string | null,
  title: string,
  row: WorkOrderStored,
) => {
  if (!personId || personId === actor.personId) return;
  notify(tx, [personId], { kind: "workOrder", title, body: row.title, link: linkOf(row.id) });
};

const sourcesOf = (
  { serviceRequestId }: Pick<NewWork, "serviceRequestId">,
  { followsId }: Partial<Pick<WorkOrderStored, "followsId">>,
): MadeFrom[] => [
  ...(serviceRequestId ? [{ type: "serviceRequest", id: serviceRequestId }] : []),
  ...(followsId ? [{ type: "workOrder", id: followsId }] : []),
];

/**
 * Asks for work. What belongs to the asset (place, department) is taken from it where the request
 * leaves it out; of a resident's report its words, where nothing else is said, and its photos go with
 * it. Whoever approves is told.
 */
export const requestWork = async (
  tx: Tx,
  actor: Actor,
  input: NewWork,
  over: Partial<
    Pick<
      WorkOrderStored,
      "followsId" | "status" | "leadId" | "approvedBy" | "scheduledOn" | "defectKey"
    >
  > = {},
  from: readonly MadeFrom[] = [],
): Promise<WorkOrderStored> => {
  const { tasks, ...head } = input;
  await check(tx, head);
  const told = head.serviceRequestId ? await toldOfRequest(tx, head.serviceRequestId) : null;
  if (head.serviceRequestId && !told)
    throw invalidField("serviceRequestId", "There is no such service request.");
  const kept = head.assetId ? await getRow(tx, asset, head.assetId, "asset") : null;
  const id = newId();
  const row = await create(tx, actor, workOrderNoun, {
    number: { kind: "WO" },
    row: {
      ...head,
      ...over,
      description: head.description || (told?.words ?? ""),
      placeId: head.placeId ?? kept?.placeId ?? null,
      location: head.location || kept?.location || "",
      departmentId: head.departmentId ?? kept?.departmentId ?? null,
      serviceRequestId: head.serviceRequestId ?? null,
      orgId: actor.orgId!,
      id,
      requestedBy: actor.personId,
    },
    content: { tasks },
    from: [...from, ...sourcesOf(head, over)],
    store: () =>
      insertRows(
        tx,
        workOrderTask,
        tasks.map((task, at) => ({
          ...task,
          orgId: actor.orgId!,
          id: newId(),
          workOrderId: id,
          lineNo: at + 1,
        })),
      ),
  });
  for (const file of told?.photos ?? [])
    await attachFile(tx, actor, {
      objectType: "workOrder",
      objectId: id,
      number: row.number,
      file,
      label: `From ${told!.number}`,
    });
  return row;
};

/** Changes what is asked. 409 once it is completed: a follow-up is a new order. */
export const changeWork = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: WorkOrderPatch,
  version: number | null,
): Promise<WorkOrderStored> => {
  return change(tx, actor, workOrderNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (!editable.includes(before.status))
        throw conflict("not_in_this_status", "This work is done. Ask for a follow-up.");
      await check(tx, patch, before);
      return { patch: patch as Partial<WorkOrderStored> };
    },
  });
};

/** Approves what somebody else asked for. 409 for one's own request. */
export const approveWork = async (tx: Tx, actor: Actor, { id, version }: WorkStep) => {
  const row = await transition(tx, actor, workOrderNoun, {
    id,
    action: "approve",
    version,
    effect: async (w) => {
      if (w.requestedBy === actor.personId) throw conflict("own_request", ownRequest);
      return { patch: { approvedBy: actor.personId } };
    },
  });
  tell(tx, actor, row.requestedBy, `${row.number} is approved`, row);
  return row;
};

/** Sets the day, who leads the work and who goes along; whoever is new is told. */
export const scheduleWork = async (
  tx: Tx,
  actor: Actor,
  { id, version }: WorkStep,
  { scheduledOn, leadId, members }: z.output<typeof scheduleInput>,
) => {
  if (scheduledOn < businessDate(tx.scope)) throw invalidField("scheduledOn", "This day is over.");
  if (!(await peopleWhoMay(tx, "workOrder.work")).includes(leadId))
    throw invalidField(
      "leadId",
      "Choose somebody who may do the work: a technician, an asset manager, a manager.",
    );
  let joined: string[] = [];
  const row = await transition(tx, actor, workOrderNoun, {
    id,
    action: "schedule",
    version,
    // Whoever acknowledged certificates vouched for the lead of then.
    effect: async (w) => {
      if (members)
        joined = await setCrew(
          tx,
          id,
          leadId,
          members.map((each) => each.personId),
        );
      return {
        patch: {
          scheduledOn,
          leadId,
          holdBecause: null,
          ...(w.leadId === leadId ? {} : { certificatesBy: null, certificatesAt: null }),
        },
      };
    },
  });
  tell(tx, actor, leadId, `${row.number} is yours on ${scheduledOn}`, row);
  for (const personId of joined)
    tell(tx, actor, personId, `${row.number}: you go along on ${scheduledOn}`, row);
  return row;
};

/** Begins the work, or goes on with it; a report that it answers stands in progress from then on. */
export const startWork = async (
  tx: Tx,
  actor: Actor,
  action: "start" | "resume",
  { id, version }: WorkStep,
) => {
  const row = await transition(tx, actor, workOrderNoun, {
    id,
    action,
    version,
    effect: async (w) => {
      await requireCertificates(tx, w, w.leadId ?? actor.personId);
      return {
        patch: {
          holdBecause: null,
          startedAt: w.startedAt ?? businessNow(tx.scope).toISOString(),
          leadId: w.leadId ?? actor.personId,
        },
      };
    },
  });
  if (row.serviceRequestId) await workBegan(tx, actor, row.serviceRequestId);
  return row;
};

/** Puts it on hold, with what it waits for. */
export const holdWork = (
  tx: Tx,
  actor: Actor,
  { id, version }: WorkStep,
  { because }: z.output<typeof holdInput>,
) =>
  transition(tx, actor, workOrderNoun, {
    id,
    action: "hold",
    version,
    effect: async () => ({ patch: { holdBecause: because } }),
  });

/** The work is done; what was wrong and what was done is written down. Who asked is told. */
export const completeWork = async (
  tx: Tx,
  actor: Actor,
  { id, version }: WorkStep,
  said: z.input<typeof completeInput>,
) => {
  const row = await transition(tx, actor, workOrderNoun, {
    id,
    action: "complete",
    version,
    effect: async () => {
      const found = completeInput.parse(said);
      await requireFailureCodes(tx, found);
      return { patch: { ...found, completedAt: businessNow(tx.scope).toISOString() } };
    },
  });
  await endCycle(tx, { workOrderId: id }, { status: "done", why: "" });
  tell(tx, actor, row.requestedBy, `${row.number} is done`, row);
  if (row.serviceRequestId)
    await workEnded(tx, actor, row.serviceRequestId, { workOrder: row.number, remedy: row.remedy });
  return row;
};

/** Closes completed work, which then stays; or cancels what is open, with a reason. */
export const endWork = async (
  tx: Tx,
  actor: Actor,
  action: "close" | "cancel",
  { id, version, reason = null }: WorkStep,
) => {
  const row = await transition(tx, actor, workOrderNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => ({ patch: { statusReason: reason } }),
  });
  if (action === "cancel") {
    await endCycle(tx, { workOrderId: id }, { status: "skipped", why: reason ?? "" });
    tell(tx, actor, row.requestedBy, `${row.number} is cancelled`, row);
  }
  return row;
};

/** Ticks a task, or takes the tick back, while the work goes on. */
export const tickTask = async (
  tx: Tx,
  actor: Actor,
  { id, taskId, done }: { id: string; taskId: string; done: boolean },
): Promise<{ id: string }> => {
  const row = await lockRow(tx, workOrder, id, "work order");
  if (row.status !== "in_progress")
    throw conflict("not_in_progress", "Tasks are ticked while the work goes on.");
  const task = await tx.maybe<{ lineNo: number }>(sql`
    update work_order_task
    set
      done_at = ${done ? businessNow(tx.scope).toISOString() : null}::timestamptz,
      done_by = ${done ? actor.personId : null}::uuid
    where org_id = ${tx.scope.orgId} and work_order_id = ${id} and id = ${taskId}
    returning line_no
  `);
  if (!task) throw notFound("task");
  note(tx, actor, "workOrder", row, {
    action: done ? "tick" : "untick",
    after: { task: task.lineNo, done },
    event: "workOrder.tick",
  });
  return { id: taskId };
};
