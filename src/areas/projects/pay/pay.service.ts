import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { billedOrder, type BilledOrder } from "./billed-order.service.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { projectOrders } from "./orders.service.ts";
import { project } from "../projects.tables.ts";
import { claimedLines, storeLines } from "./lines.service.ts";
import type { PayChange, PayInput } from "./pay.model.ts";
import { payNoun, type PayStored } from "./pay.noun.ts";

const running: ReadonlySet<string> = new Set([
  "issued",
  "acknowledged",
  "partly_received",
  "received",
]);
const building: ReadonlySet<string> = new Set(["active", "on_hold", "substantially_complete"]);

/** The order that an application asks for, while it is in the hands of its vendor. 404, 409. */
export const requireOrder = async (db: Db, id: string): Promise<BilledOrder> => {
  const order = await billedOrder(db, id);
  if (!order) throw notFound("purchase order");
  if (!running.has(order.status))
    throw conflict(
      "order_not_running",
      `${order.number} is ${order.status.replaceAll("_", " ")}: work is applied for on an order that went out and is not closed.`,
    );
  return order;
};

const requireProject = async (tx: Tx, projectId: string, orderId: string) => {
  const row = await getRow(tx, project, projectId, "project");
  if (!building.has(row.status))
    throw conflict(
      "project_not_building",
      `${row.number} is not being built now: applications are taken from its begin until it is closed.`,
    );
  const orders = await projectOrders(tx, row);
  if (!orders.some(({ id }) => id === orderId))
    throw invalidField(
      "purchaseOrderId",
      `This order does not charge ${row.number}. Choose one of its own.`,
      "order_of_another",
    );
  return row;
};

/** The number of the next application of an order. 409 `open_application` while one is not decided. */
const nextNumber = async (tx: Tx, orderId: string): Promise<number> => {
  const { open, taken } = await tx.one<{ open: string | null; taken: number }>(sql`
    select
      (array_agg(number) filter (where status in ('draft', 'submitted', 'returned')))[1] as open,
      coalesce(max(application_no) filter (where status <> 'withdrawn'), 0) as taken
    from pay_application
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId}
  `);
  if (open)
    throw conflict(
      "open_application",
      `${open} of this order is not decided yet. Certify or withdraw it before the next one begins.`,
    );
  return taken + 1;
};

const checkFile = async (tx: Tx, actor: Actor, fileId: string | null): Promise<void> => {
  if (fileId && !(await openFiles(tx, actor, [fileId])).has(fileId))
    throw invalidField("fileId", "This file is not there. Upload it again.", "file_missing");
};

const checkStoredFiles = async (
  tx: Tx,
  actor: Actor,
  { storedFileIds }: Pick<PayChange, "storedFileIds">,
  kept: readonly string[],
): Promise<void> => {
  const news = storedFileIds.filter((id) => !kept.includes(id));
  const open = await openFiles(tx, actor, news);
  const gone = news.find((id) => !open.has(id));
  if (gone)
    throw invalidField(
      `storedFileIds.${storedFileIds.indexOf(gone)}`,
      "This file is not there. Upload it again.",
      "file_missing",
    );
};

const checkDays = (tx: Tx, { periodTo }: PayChange): void => {
  if (periodTo > businessDate(tx.scope))
    throw invalidField("periodTo", "Work of a day to come cannot be applied for.", "period_ahead");
};

/**
 * The contractor, where it is the one that begins or changes an application; `files` are those that it
 * uploaded, looked at before.
 */
export type Contractor = { name: string; at: string; files?: readonly string[] };

const signedBy = (contractor: Contractor | null) => ({
  contractorAt: contractor?.at ?? null,
  contractorName: contractor?.name ?? "",
});

/**
 * Begins an application for an order of a project: by somebody of the agency, or by the contractor,
 * who stands by it at once. 404, 409 `order_not_running`, `project_not_building`, `open_application`;
 * 422 `order_of_another`, `cannot_claim`, `period_ahead`, `file_missing`.
 */
export const beginApplication = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: PayInput,
  contractor: Contractor | null = null,
): Promise<PayStored> => {
  const order = await requireOrder(tx, input.purchaseOrderId);
  await requireProject(tx, projectId, order.id);
  checkDays(tx, input);
  await checkFile(tx, actor, input.fileId);
  await checkStoredFiles(tx, actor, input, contractor?.files ?? []);
  const { lines, ...head } = input;
  const stored = claimedLines(order, lines);
  const id = newId();
  const applicationNo = await nextNumber(tx, order.id);
  return create(tx, actor, payNoun, {
    number: { kind: "PYA" },
    row: {
      ...head,
      ...signedBy(contractor),
      orgId: tx.scope.orgId!,
      id,
      projectId,
      applicationNo,
      createdBy: contractor ? null : actor.personId,
    },
    content: { lines: stored },
    store: () => storeLines(tx, id, stored),
    from: [{ type: "purchaseOrder", id: order.id }],
  });
};

/**
 * Changes a draft or returned application. Whoever confirmed or signed it before does so anew. 404,
 * 409, 412; 422 as at its begin.
 */
export const changeApplication = (
  tx: Tx,
  actor: Actor,
  id: string,
  { lines, ...head }: PayChange,
  version: number | null,
  contractor: Contractor | null = null,
): Promise<PayStored> =>
  change(tx, actor, payNoun, {
    id,
    version,
    effect: async (before) => {
      const order = await requireOrder(tx, before.purchaseOrderId);
      checkDays(tx, { ...head, lines });
      if (head.fileId !== before.fileId) await checkFile(tx, actor, head.fileId);
      await checkStoredFiles(tx, actor, head, [
        ...before.storedFileIds,
        ...(contractor?.files ?? []),
      ]);
      const stored = claimedLines(order, lines);
      await storeLines(tx, id, stored);
      return {
        patch: {
          ...head,
          ...signedBy(contractor),
          confirmedBy: null,
          confirmedAt: null,
          createdBy: contractor ? null : actor.personId,
        },
        content: { lines: stored },
      };
    },
  });

const refuseNothing = async (tx: Tx, id: string): Promise<void> => {
  const { nothing } = await tx.one<{ nothing: boolean }>(sql`
    select coalesce(bool_and(claimed_quantity = 0), true) as nothing
    from pay_application_line
    where org_id = ${tx.scope.orgId} and application_id = ${id}
  `);
  if (nothing)
    throw conflict("nothing_done", "Nothing was done in this period. Enter what was built.");
};

/** Tells those who measure and certify that an application waits. */
const tellMeasurers = async (tx: Tx, row: PayStored, by: string): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  const people = [p.engineerId, ...p.inspectors.map(({ personId }) => personId)].filter(
    (who) => who !== null,
  );
  notify(tx, people, {
    kind: "payApplication.submitted",
    title: `${by} applies for payment on ${p.name}`,
    body: `Application ${row.applicationNo} to ${row.periodTo} waits: confirm its quantities, then another person certifies it.`,
    link: `/projects/pay/${row.id}`,
  });
};

/** Sends an application to who certifies it. 409 where nothing was done; the errors of a step. */
export const submitApplication = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PayStored> => {
  const row = await transition(tx, actor, payNoun, {
    id,
    action: "submit",
    version,
    reason,
    effect: () => refuseNothing(tx, id),
  });
  await tellMeasurers(tx, row, actor.name);
  return row;
};

/** The contractor sends its application: it signed it as it began or changed it. 409. */
export const contractorSends = async (tx: Tx, actor: Actor, id: string): Promise<PayStored> => {
  const row = await transition(tx, asSystem(actor), payNoun, {
    id,
    action: "send",
    effect: () => refuseNothing(tx, id),
  });
  await tellMeasurers(tx, row, row.contractorName);
  return row;
};

/** Whoever measures the work stands by its quantities. The errors of a step. */
export const confirmApplication = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PayStored> =>
  transition(tx, actor, payNoun, {
    id,
    action: "confirm",
    version,
    reason,
    effect: () =>
      Promise.resolve({
        patch: { confirmedBy: actor.personId, confirmedAt: businessNow(tx.scope).toISOString() },
      }),
  });

const plainStep =
  (action: "return" | "withdraw") =>
  (tx: Tx, actor: Actor, { id, version, reason }: TakenStep): Promise<PayStored> =>
    transition(tx, actor, payNoun, {
      id,
      action,
      version,
      reason,
      effect: () =>
        Promise.resolve({
          patch: { statusReason: reason ?? "", confirmedBy: null, confirmedAt: null },
        }),
    });
export const returnApplication = plainStep("return");
export const withdrawApplication = plainStep("withdraw");

/** Whether so little of a line is certified that a reason is due. */
export const isCut = (claimed: string, certified: string): boolean =>
  compareQuantity(certified, claimed) < 0;
