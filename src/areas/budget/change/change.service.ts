import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import {
  policyFor,
  publishedPolicies,
  requestApproval,
  withdrawApproval,
} from "#areas/workflow/workflow.server.ts";
import type { amendInput, BudgetLine, transferInput } from "../budget.model.ts";
import { budgetLine } from "../budget.tables.ts";
import { postChange, readLine, yearClosed } from "../line/line.service.ts";
import { changeKinds } from "./change.labels.ts";
import type { Made } from "./change.model.ts";
import { changeNoun, type ChangeRecord } from "./change.noun.ts";

const comesIn = (of: BudgetLine["class"]) => of === "revenue" || of === "transfer_in";

type Entered = Pick<ChangeRecord, "kind" | "budgetLineId" | "amount" | "reason"> &
  Partial<Pick<ChangeRecord, "fromLineId" | "source">>;

// What approvers see above the figures.
const titleOf = (change: ChangeRecord, lines: readonly BudgetLine[]) =>
  `${changeKinds[change.kind]}, ${lines.map((l) => l.code).join(" to ")}`;

const factsOf = async (tx: Tx, amount: number, lines: readonly BudgetLine[]) => {
  const segments = await tx.rows<{ fundId: string; departmentId: string }>(sql`
    select s.fund_id, s.department_id
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${tx.scope.orgId} and l.id = any(${lines.map((l) => l.id)}::uuid[])
  `);
  return {
    amount: Math.abs(amount),
    fundIds: segments.map((s) => s.fundId),
    departmentIds: segments.map((s) => s.departmentId),
    commodities: [],
    emergency: false,
  };
};

/**
 * Enters a change and takes it as far as the policies let it go: where one covers it, it waits for
 * a second person; below all of them it is posted at once. 409 no_policy where none is published
 * for budget changes: no budget changes by one person's word alone by default.
 */
const enter = async (
  tx: Tx,
  actor: Actor,
  entered: Entered,
  lines: readonly BudgetLine[],
): Promise<ChangeRecord> => {
  const policies = await publishedPolicies(tx, "budgetChange");
  if (policies.length === 0)
    throw conflict(
      "no_policy",
      "No approval policy covers budget changes. Ask an administrator to publish one; it may begin at an amount, below which one person changes the budget.",
    );
  const change = await create(tx, actor, changeNoun, {
    number: { kind: "BC", year: lines[0]!.year },
    row: { ...entered, orgId: actor.orgId!, id: newId(), requestedBy: actor.personId },
  });
  const facts = await factsOf(tx, change.amount, lines);
  if (!policyFor(policies, facts)) return post(tx, actor, change.id);
  return transition(tx, asSystem(actor), changeNoun, {
    id: change.id,
    action: "submit",
    effect: async () =>
      void (await requestApproval(
        tx,
        actor,
        {
          type: "budgetChange",
          id: change.id,
          number: change.number,
          title: titleOf(change, lines),
          requesterId: actor.personId,
          departmentId: null,
          facts,
        },
        policies,
      )),
  });
};

const post = (tx: Tx, actor: Actor, id: string): Promise<ChangeRecord> =>
  transition(tx, asSystem(actor), changeNoun, {
    id,
    action: "post",
    effect: async (change) => {
      await postChange(tx, actor, change as ChangeRecord);
      return { patch: { postedBy: actor.personId, postedAt: businessNow(tx.scope).toISOString() } };
    },
  });

const told = ({ id, number, status }: ChangeRecord): Made => ({
  id,
  number,
  status: status as Made["status"],
});

/**
 * Amends the budget of a line by a signed amount in cents; a decrease may not touch what is
 * committed. `source` says where the money comes from, or goes: nothing else in the budget does.
 * 409 for a line of a closed year.
 */
export const amendLine = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { amount, reason, source }: z.output<typeof amendInput>,
  version: number | null,
): Promise<BudgetLine & { change: Made }> => {
  const before = await lockRow(tx, budgetLine, id, "budget line");
  requireVersion(before.version, version);
  if (before.closed) throw yearClosed();
  const line = await readLine(tx, id);
  checkFree(line, -amount);
  const entered = { kind: "amend" as const, budgetLineId: id, amount, reason, source };
  const change = await enter(tx, actor, entered, [line]);
  return { ...(await readLine(tx, id)), change: told(change) };
};

/**
 * Moves budget from one line to another of the same year; both sides in one transaction, in one
 * lock order.
 */
export const transferBudget = async (
  tx: Tx,
  actor: Actor,
  { fromId, toId, amount, reason }: z.output<typeof transferInput>,
): Promise<{ from: BudgetLine; to: BudgetLine; change: Made }> => {
  const [first, second] = [fromId, toId].toSorted();
  const locked = [
    await lockRow(tx, budgetLine, first!, "budget line"),
    await lockRow(tx, budgetLine, second!, "budget line"),
  ];
  if (locked[0]!.closed) throw yearClosed();
  if (locked[0]!.fiscalYearId !== locked[1]!.fiscalYearId)
    throw conflict("other_year", "Both lines must belong to the same fiscal year.");
  const from = await readLine(tx, fromId);
  const to = await readLine(tx, toId);
  if (comesIn(from.class) !== comesIn(to.class))
    throw conflict(
      "other_side",
      "One of these lines is revenue, the other spending: neither becomes the other. Amend both.",
    );
  checkFree(from, amount);
  const entered = {
    kind: "transfer" as const,
    budgetLineId: toId,
    fromLineId: fromId,
    amount,
    reason,
  };
  const change = await enter(tx, actor, entered, [from, to]);
  return { from: await readLine(tx, fromId), to: await readLine(tx, toId), change: told(change) };
};

const checkFree = (line: BudgetLine, wanted: number) => {
  if (wanted > 0 && wanted > line.available)
    throw conflict(
      "not_available",
      "The line does not have this much available; committed money cannot be taken away.",
    );
};

/** Takes back a change that waits for its approval; nothing was posted. */
export const withdrawChange = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<ChangeRecord> =>
  transition(tx, actor, changeNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: async () => {
      await withdrawApproval(tx, actor, id);
      return { patch: { stopReason: reason } };
    },
  });

const end = (action: "return" | "reject") => (tx: Tx, actor: Actor, id: string, comment: string) =>
  transition(tx, actor, changeNoun, {
    id,
    action,
    reason: comment,
    effect: async () => ({ patch: { stopReason: comment } }),
  }).then(() => undefined);

/** What the end of an approval does to a change: it is posted, or nothing of the budget changes. */
export const changeApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) => void (await post(tx, actor, id)),
  returned: end("return"),
  rejected: end("reject"),
};
