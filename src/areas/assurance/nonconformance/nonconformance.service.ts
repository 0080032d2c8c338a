import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { rejectedLine, type RejectedLine } from "#areas/procurement/procurement.server.ts";
import { createPlan, movePlan, vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requirePhotos } from "#server/files/named-files.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { costOf } from "./cost.service.ts";
import { keepDays } from "./days.service.ts";
import { dispositions, type DecideAction, type Disposition } from "./nonconformance.labels.ts";
import type {
  CloseInput,
  DecideInput,
  NonconformanceInput,
  PlanAsked,
} from "./nonconformance.model.ts";
import { nonconformanceNoun, type NonconformanceStored } from "./nonconformance.noun.ts";

const requireUnreported = async (tx: Tx, lineId: string, ownId: string | null): Promise<void> => {
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from nonconformance
    where org_id = ${tx.scope.orgId}
      and receipt_line_id = ${lineId}
      and id is distinct from ${ownId}::uuid
  `);
  if (other)
    throw invalidField("receiptLineId", `It was reported as ${other.number}.`, "reported_already");
};

const ofLine = (line: RejectedLine, input: NonconformanceInput) => ({
  receiptNumber: line.receiptNumber,
  ...{ orderId: line.orderId, orderNumber: line.orderNumber, vendorId: line.vendorId },
  vendorName: line.vendor,
  quantity: input.quantity ?? line.rejected,
  unit: input.unit || line.unit,
});

// Order, vendor and quantity follow from a receipt's line; without one the vendor is chosen, or nobody.
const columnsOf = async (tx: Tx, input: NonconformanceInput, ownId: string | null) => {
  const none = { receiptNumber: "", orderId: null, orderNumber: "" };
  if (input.receiptLineId === null) {
    const { vendorId } = input;
    const vendorName = vendorId ? (await vendorsNamed(tx, [vendorId])).get(vendorId) : "";
    if (vendorName === undefined)
      throw invalidField("vendorId", "This vendor does not exist.", "vendor_unknown");
    return { ...input, ...none, vendorName };
  }
  const line = await rejectedLine(tx, input.receiptLineId);
  if (!line)
    throw invalidField("receiptLineId", "Nothing of this line is rejected.", "nothing_rejected");
  await requireUnreported(tx, line.id, ownId);
  return { ...input, ...ofLine(line, input) };
};

const link = (id: string) => `/admin/quality/nonconformances/${id}`;

/**
 * Reports what does not meet its requirements. 422 `photo_missing`, `vendor_unknown`, `nothing_rejected`,
 * `reported_already`.
 */
export const reportNonconformance = async (
  tx: Tx,
  actor: Actor,
  input: NonconformanceInput,
): Promise<NonconformanceStored> => {
  await requirePhotos(tx, actor, input.photoFileIds);
  const row = await create(tx, actor, nonconformanceNoun, {
    number: { kind: "NC" },
    row: {
      ...(await columnsOf(tx, input, null)),
      ...{ id: newId(), orgId: tx.scope.orgId! },
      ...{ reportedBy: actor.personId!, reportedName: actor.name },
      reportedOn: businessDate(tx.scope),
    },
  });
  notify(tx, await peopleOnDuty(tx, "quality_officer"), {
    kind: "quality",
    title: `${row.number} is reported`,
    body: row.title,
    link: link(row.id),
  });
  return keepDays(tx, actor, row);
};

/** Changes what was reported, before it is decided about. 403, 404, 409, 412; 422 as reporting. */
export const changeNonconformance = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: NonconformanceInput,
  version: number | null,
): Promise<NonconformanceStored> =>
  change(tx, actor, nonconformanceNoun, {
    ...{ id, version },
    effect: async (before) => {
      await requirePhotos(tx, actor, input.photoFileIds, before.photoFileIds);
      return { patch: await columnsOf(tx, input, id) };
    },
  });

/** Says what was done so that nobody uses it by mistake. 403, 404, 409, 412. */
export const containNonconformance = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { containment }: { containment: string },
): Promise<NonconformanceStored> => {
  const row = await transition(tx, actor, nonconformanceNoun, {
    ...{ id, version, action: "contain" },
    effect: async () => ({
      patch: {
        ...{ containment, containedBy: actor.personId, containedName: actor.name },
        containedOn: businessDate(tx.scope),
      },
    }),
  });
  return keepDays(tx, actor, row);
};

const dispositionOf: Record<DecideAction, Disposition> = {
  ...{ useAsIs: "use_as_is", rework: "rework", returnGoods: "returned", scrap: "scrap" },
};

/**
 * Decides what becomes of it, as another than who reported it; who contained it does not let it be used as it
 * is. 403, 404, 409, 412; 422 `cause_without_vendor`.
 */
export const decideNonconformance = async (
  tx: Tx,
  actor: Actor,
  action: DecideAction,
  { id, version }: StepAt,
  input: DecideInput,
): Promise<NonconformanceStored> => {
  const disposition = dispositionOf[action];
  const row = await transition(tx, actor, nonconformanceNoun, {
    ...{ id, version, action },
    effect: async (before) => {
      if (input.cause === "vendor" && !before.vendorId)
        throw invalidField("cause", "No vendor is named on it.", "cause_without_vendor");
      return {
        patch: {
          ...{ ...input, disposition, decidedBy: actor.personId, decidedName: actor.name },
          decidedOn: businessDate(tx.scope),
        },
      };
    },
  });
  notify(tx, [row.reportedBy], {
    kind: "quality",
    title: `${row.number}: ${dispositions[disposition].toLowerCase()}`,
    body: row.title,
    link: link(row.id),
  });
  return keepDays(tx, actor, row);
};

const findingOf = (row: NonconformanceStored): string =>
  [
    `${row.number}: ${row.title}.`,
    row.description,
    row.receiptNumber && `Receipt ${row.receiptNumber} of order ${row.orderNumber}.`,
  ]
    .filter(Boolean)
    .join(" ");

/** A plan of the vendor's is asked for while it is open, once, where the vendor is known. */
const planRefusal = ({ status, vendorId, planId }: NonconformanceStored): string | null => {
  if (status === "reported" || status === "closed")
    return "A plan is asked for once it is contained, and until it is closed.";
  if (!vendorId) return "No vendor is named on it.";
  return planId ? "A plan was asked for already." : null;
};
export const mayAskPlan = (row: NonconformanceStored): boolean => planRefusal(row) === null;

/** Drafts a corrective plan of the vendor's and sends it. 403, 404, 412; 409 `rule`; 422 as plans. */
export const askPlan = async (
  tx: Tx,
  actor: Actor,
  id: string,
  asked: PlanAsked,
  version: number | null,
): Promise<NonconformanceStored> => {
  const { cycle: _cycle, ...noun } = nonconformanceNoun;
  return change(
    tx,
    actor,
    { ...noun, called: "nonconformance" },
    {
      ...{ id, version, action: "askPlan" },
      effect: async (row) => {
        const why = planRefusal(row);
        if (why) throw conflict("rule", why);
        const plan = await createPlan(tx, actor, {
          ...{ ...asked, vendorId: row.vendorId!, title: row.title, finding: findingOf(row) },
        });
        await movePlan(tx, actor, "send", { id: plan.id, version: plan.version, reason: null });
        return { patch: { planId: plan.id, planNumber: plan.number } };
      },
    },
  );
};

/**
 * Closes it and keeps what it cost. 403, 404, 409 while goods that go back are still here, 412; 422
 * `plan_or_reason` where the vendor caused it and neither stands on it.
 */
export const closeNonconformance = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { otherCents, noPlanReason }: CloseInput,
): Promise<NonconformanceStored> =>
  transition(tx, actor, nonconformanceNoun, {
    ...{ id, version, action: "close" },
    effect: async (row) => {
      const { cost } = await costOf(tx, { ...row, otherCents });
      if (row.cause === "vendor" && !row.planId && noPlanReason.length < 3)
        throw invalidField(
          "noPlanReason",
          "The vendor caused it: ask for a corrective plan, or say why none is needed.",
          "plan_or_reason",
        );
      return {
        patch: {
          ...{ otherCents, noPlanReason, costCents: cost.costCents },
          closedOn: businessDate(tx.scope),
        },
      };
    },
  });
