import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { budgetEffect, fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { endTasks, giveTask, peopleOf } from "#areas/workflow/workflow.server.ts";
import type { BudgetOverride, RequisitionStatus, ShortAccount } from "./requisition.model.ts";
import { chargesOf, sumsOf } from "./reservation.service.ts";
import { requisitionNoun, type RequisitionRecord } from "./requisition.service.ts";

type Short = Pick<BudgetOverride, "fiscalYearId" | "accounts"> & { missing: number };

/**
 * What each account lacks for a draft if it were submitted today; only funds that stop hard lack
 * anything.
 */
const shortOf = async (tx: Tx, id: string): Promise<Short> => {
  const [charges, year] = await Promise.all([
    chargesOf(tx, id),
    fiscalYearOf(tx, businessDate(tx.scope)),
  ]);
  const sums = sumsOf(charges);
  const effects = await budgetEffect(tx, year.id, [...sums.keys()]);
  const accounts = effects.map((e): ShortAccount => ({
    accountStringId: e.accountStringId,
    code: e.code,
    amount: sums.get(e.accountStringId)!,
    missing: e.stop === "hard" ? Math.max(0, sums.get(e.accountStringId)! - e.available) : 0,
  }));
  return { fiscalYearId: year.id, accounts, missing: accounts.reduce((n, a) => n + a.missing, 0) };
};

const requireShort = async (tx: Tx, id: string): Promise<Short> => {
  const short = await shortOf(tx, id);
  if (short.missing === 0)
    throw conflict(
      "not_over_budget",
      "The budget covers this requisition now. It can be submitted without an override.",
    );
  return short;
};

const inWords = ({ accounts }: Short) =>
  accounts
    .flatMap((a) => (a.missing > 0 ? [`${a.code} lacks ${formatCents(a.missing)}`] : []))
    .join(", ");
const pageOf = (id: string) => `/smart-requisition/${id}`;
const stays = (r: { status: string }) => r.status as RequisitionStatus;

/**
 * Asks the budget officers to let a draft exceed the budget: each but the requester is given a
 * task, and told. The draft stays one. 409 not_over_budget where
 * nothing is missing, no_officer where nobody else could decide.
 */
export const askOverride = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "askOverride",
    version,
    reason,
    effect: async (record) => {
      const r = record as RequisitionRecord;
      const short = await requireShort(tx, id);
      const officers = (await peopleOf(tx, { kind: "duty", duty: "budget_officer" }, null)).filter(
        (person) => person !== r.requesterId,
      );
      if (officers.length === 0)
        throw conflict(
          "no_officer",
          "No other budget officer is in the agency. Ask an administrator to name one.",
        );
      const tasks: string[] = [];
      for (const personId of officers)
        tasks.push(
          (
            await giveTask(tx, actor, {
              personId,
              kind: "approval",
              title: `Budget override for ${r.number}?`,
              detail: `${r.title}, ${formatCents(r.amount)}: ${inWords(short)}`,
              link: pageOf(id),
              dueAt: null,
            })
          ).id,
        );
      const budgetOverride: BudgetOverride = {
        status: "asked",
        fiscalYearId: short.fiscalYearId,
        accounts: short.accounts,
        tasks,
        reason: reason!.trim(),
        askedBy: actor.personId,
        askedAt: businessNow(tx.scope).toISOString(),
        decision: "",
        decidedBy: null,
        decidedAt: null,
      };
      return { to: stays(r), patch: { budgetOverride } };
    },
  });

const decided = async (
  tx: Tx,
  actor: Actor,
  r: RequisitionRecord,
  status: "granted" | "refused",
  reason: string,
  short: Short,
): Promise<{ to: RequisitionStatus; patch: Partial<RequisitionRecord> }> => {
  const before = r.budgetOverride;
  if (before?.status === "asked") await endTasks(tx, actor, before.tasks);
  if (r.requesterId)
    notify(tx, [r.requesterId], {
      kind: "requisition",
      title: `${r.number}: budget override ${status}`,
      body: `${reason} ${status === "granted" ? "Submit it as it is; a change ends the override." : "It stays a draft."}`,
      link: pageOf(r.id),
    });
  const asked = {
    reason: before?.reason ?? "",
    askedBy: before?.askedBy ?? null,
    askedAt: before?.askedAt ?? null,
  };
  return {
    to: stays(r),
    patch: {
      budgetOverride: {
        ...asked,
        status,
        fiscalYearId: short.fiscalYearId,
        accounts: short.accounts,
        tasks: [],
        decision: reason,
        decidedBy: actor.personId,
        decidedAt: businessNow(tx.scope).toISOString(),
      },
    },
  };
};

/**
 * A budget officer lets somebody else's draft exceed the budget, asked or not: by what is missing
 * now in each account, for exactly its amounts, accounts and
 * fiscal year. Its requester submits it then. 409 not_over_budget where nothing is missing, rule
 * for what the officer asked for.
 */
export const grantOverride = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "grantOverride",
    version,
    reason,
    effect: async (r) =>
      decided(
        tx,
        actor,
        r as RequisitionRecord,
        "granted",
        reason!.trim(),
        await requireShort(tx, id),
      ),
  });

/**
 * A budget officer refuses what was asked, with the reason; the draft stays one and can be changed.
 */
export const refuseOverride = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "refuseOverride",
    version,
    reason,
    effect: async (r) =>
      decided(tx, actor, r as RequisitionRecord, "refused", reason!.trim(), await shortOf(tx, id)),
  });
