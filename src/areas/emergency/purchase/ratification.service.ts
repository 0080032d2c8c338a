import type { Actor } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { change } from "#server/change.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import { readConfig } from "#server/config.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt } from "#server/lifecycle.ts";
import { notify, peopleOnDuty, readOrganization } from "#areas/organization/organization.server.ts";
import { keepWhatCame } from "#areas/procurement/procurement.server.ts";
import { askPerson, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { keepPurchaseDays } from "../emergency-deadlines.service.ts";
import { approvedHows } from "../emergency.labels.ts";
import { emergencyPurchase } from "../emergency.tables.ts";
import type { FilePatch } from "./purchase.model.ts";
import { purchaseNoun, type PurchaseRecord } from "./purchase.noun.ts";

const hourMs = 3_600_000;

/** Asks exactly the person who said yes to ratify it; whoever ordered it never does. */
export const askToRatify = (tx: Tx, actor: Actor, p: PurchaseRecord): Promise<string> =>
  askPerson(
    tx,
    actor,
    {
      type: "emergencyPurchase",
      id: p.id,
      number: p.number,
      title: `${p.title}, ${p.orderNumber}`,
      requesterId: p.orderedBy,
      departmentId: p.departmentId,
      facts: {
        amount: p.amount,
        fundIds: [],
        departmentIds: [p.departmentId],
        commodities: [],
        emergency: true,
      },
    },
    {
      personId: p.approverId,
      step: "Ratify what you approved verbally",
      hours: Math.max(
        1,
        Math.ceil((Date.parse(p.ratifyBy) - businessNow(tx.scope).getTime()) / hourMs),
      ),
    },
  );

const settled = async (
  tx: Tx,
  actor: Actor,
  id: string,
  action: "ratify" | "return",
  reason: string | null,
): Promise<void> => {
  await transition(tx, asSystem(actor), purchaseNoun, {
    id,
    action,
    reason,
    effect: async () => ({ patch: { decidedAt: businessNow(tx.scope).toISOString() } }),
  });
  await keepPurchaseDays(tx, actor, id);
};

const outcomeOf = (stays: readonly { description: string; quantity: string; unit: string }[]) =>
  stays.length === 0
    ? "Nothing had come; the order was cancelled."
    : `What had come stays: ${stays
        .map((each) => `${plainDecimal(each.quantity)} ${each.unit} ${each.description}`)
        .join(", ")}. The rest was cancelled.`;

// What has not come is taken back, what came stays; who ordered it and who manages it hear of it.
const refuse = async (tx: Tx, actor: Actor, id: string, reason: string): Promise<void> => {
  const system = asSystem(actor);
  const p = await getRow(tx, emergencyPurchase, id, "emergency order");
  const { stays } = await keepWhatCame(
    tx,
    system,
    p.orderId,
    `${p.number} was not ratified: ${reason}`.slice(0, 1000),
    readConfig().origin,
  );
  const outcome = outcomeOf(stays);
  await transition(tx, system, purchaseNoun, {
    id,
    action: "refuse",
    reason,
    effect: async () => ({
      patch: { decidedAt: businessNow(tx.scope).toISOString(), outcome },
    }),
  });
  await keepPurchaseDays(tx, actor, id);
  notify(tx, [...(await peopleOnDuty(tx, "duty_officer")), ...(p.orderedBy ? [p.orderedBy] : [])], {
    kind: "emergency",
    title: `${p.number} was not ratified`,
    body: `${outcome} ${reason}`,
    link: `/emergency-procurement/orders/${id}`,
  });
};

/** What the end of a ratification does to an emergency order. */
export const purchaseApproval = {
  approved: (tx: Tx, actor: Actor, id: string) => settled(tx, actor, id, "ratify", null),
  returned: (tx: Tx, actor: Actor, id: string, comment: string) =>
    settled(tx, actor, id, "return", comment),
  rejected: refuse,
};

/** Says the need again after a return, and asks the same person. */
export const askAgain = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { need }: { need: string },
): Promise<PurchaseRecord> => {
  const row = await transition(tx, actor, purchaseNoun, {
    id,
    action: "askAgain",
    version,
    effect: async (p) => {
      if (p.orderedBy !== actor.personId)
        throw conflict("rule", "Whoever ordered it says again why.");
      return { patch: { need } };
    },
  });
  await askToRatify(tx, actor, row);
  await keepPurchaseDays(tx, actor, id);
  return row;
};

/** Completes the file of an emergency order: price basis, end of the need, re-competition. */
export const completeFile = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: FilePatch,
  version: number | null,
): Promise<PurchaseRecord> => {
  const after = await change(tx, actor, purchaseNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      const closed = await tx.maybe(sql`
        select 1 as found
        from local_declaration
        where org_id = ${tx.scope.orgId} and id = ${before.declarationId} and status = 'closed'
      `);
      if (closed) throw conflict("closed", "Its declaration is closed: the file stays as it is.");
      const ordered = dayIn(tx.scope, before.issuedAt);
      if (patch.endsOn && patch.endsOn < ordered)
        throw invalidField(
          "endsOn",
          `It was ordered on ${formatDate(ordered)}: the need did not end before.`,
        );
      if (patch.endsOn && patch.endsOn > businessDate(tx.scope))
        throw invalidField(
          "endsOn",
          `${formatDate(patch.endsOn as Day)} is still to come: enter the end of the need once it has ended.`,
        );
      return { patch: patch as Partial<PurchaseRecord> };
    },
  });
  await keepPurchaseDays(tx, actor, id);
  return after;
};

/** What the person who said yes sees before ratifying. */
export const purchaseSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const p = await getRow(db, emergencyPurchase, id, "emergency order");
  const { timeZone } = await readOrganization(db);
  return {
    facts: [
      { label: "Order", value: `${p.orderNumber}, ${formatCents(p.amount)}, issued` },
      { label: "Need", value: p.need },
      {
        label: "Your approval",
        value: `${approvedHows[p.approvedHow]}, ${formatInstant(p.approvedAt, timeZone)}`,
      },
      { label: "Ratify by", value: formatInstant(p.ratifyBy, timeZone) },
    ],
    lines: [],
    budget: [],
    checks: p.checks.map(({ ok, text, citation }) => ({
      ok,
      text,
      ...(citation && { citation }),
    })),
  };
};
