import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import {
  requestApproval,
  withdrawApproval,
  type ApprovalSummary,
} from "#areas/workflow/workflow.server.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { adjustToCount, decidedCents, ledgerChanged } from "./adjust.service.ts";
import { compareRound } from "./compare.service.ts";
import { countFacts, countNoun, type CountRecord } from "./count.noun.ts";
import { resultsOf } from "./result.service.ts";
import { stockCount } from "./count.tables.ts";
import { toleranceText } from "./tolerance.model.ts";

const countAgain = (tx: Tx, countId: string, taskIds: readonly string[]) =>
  tx.rows(sql`
    update stock_count_task
    set again = true
    where org_id = ${tx.scope.orgId}
      and count_id = ${countId}
      and id = any(${arrayOf(taskIds)}::uuid[])
  `);

/**
 * Closes a round of whoever counted it and compares it with the ledger: what is beyond the tolerance is
 * counted again by somebody else; behind the second round the difference stands. 404, 409, 412.
 */
export const closeRound = (tx: Tx, actor: Actor, at: StepAt): Promise<CountRecord> =>
  transition(tx, actor, countNoun, {
    ...at,
    action: "close",
    effect: async (count) => {
      const second = count.status === "recount";
      const { beyond } = await compareRound(tx, count, second ? 2 : 1);
      if (!second && beyond.length > 0) {
        await countAgain(tx, count.id, beyond);
        return { to: "recount" as const };
      }
      return { to: "counted" as const, patch: { differenceCents: await decidedCents(tx, count) } };
    },
  });

/** Has what differs counted again by somebody else, or all of it where nothing does. 404, 409, 412. */
export const recount = (tx: Tx, actor: Actor, at: StepAt): Promise<CountRecord> =>
  transition(tx, actor, countNoun, {
    ...at,
    action: "again",
    effect: async (count) => {
      const { differing } = await compareRound(tx, count, 1);
      const all = await tx.rows<{ id: string }>(sql`
        select id
        from stock_count_task
        where org_id = ${tx.scope.orgId} and count_id = ${count.id}
      `);
      await countAgain(tx, count.id, differing.length > 0 ? differing : all.map(({ id }) => id));
      return { patch: { differenceCents: null } };
    },
  });

// What was posted since about the time before the count is part of what the ledger had then.
const compareAnew = async (tx: Tx, count: CountRecord): Promise<boolean> => {
  const first = await compareRound(tx, count, 1);
  const second = count.recountedBy ? await compareRound(tx, count, 2) : null;
  return first.changed || (second?.changed ?? false);
};

/**
 * Posts what was counted, within the tolerance. 404, 409 `beyond_tolerance` where what was posted since
 * makes more of it, 412; what the ledger refuses.
 */
export const postCount = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { fundId }: { fundId: string | null },
): Promise<CountRecord> =>
  transition(tx, actor, countNoun, {
    ...at,
    action: "post",
    effect: async (count) => {
      await compareAnew(tx, count);
      const { beyond } = await countFacts(tx, count.id);
      if (beyond > 0)
        throw conflict(
          "beyond_tolerance",
          "By what was posted since the difference is beyond the tolerance: have it counted again.",
        );
      const reason = at.reason?.trim() ?? "";
      await adjustToCount(tx, actor, { ...count, reason, fundId });
      const differenceCents = await decidedCents(tx, count);
      return { patch: { reason, fundId, differenceCents, postedBy: actor.personId } };
    },
  });

/**
 * Sends a difference beyond the tolerance for approval, with what explains it: neither who planned nor
 * who counted decides. 404, 409 `no_policy`, 412; 422 without a reason.
 */
export const submitCount = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { fundId }: { fundId: string | null },
): Promise<CountRecord> =>
  transition(tx, actor, countNoun, {
    ...at,
    action: "submit",
    effect: async (count) => {
      await compareAnew(tx, count);
      const differenceCents = await decidedCents(tx, count);
      const { plannedBy, countedBy, recountedBy } = count;
      await requestApproval(tx, actor, {
        type: "stockCount",
        id: count.id,
        number: count.number,
        title: `Count of ${count.title}`.slice(0, 200),
        requesterId: actor.personId,
        departmentId: null,
        facts: {
          amount: Math.abs(differenceCents),
          fundIds: [],
          departmentIds: [],
          commodities: [],
          emergency: false,
          parties: [plannedBy, countedBy, recountedBy, actor.personId].filter((id) => id !== null),
        },
      });
      const reason = at.reason?.trim() ?? "";
      return { patch: { reason, fundId, differenceCents, submittedBy: actor.personId } };
    },
  });

/** Takes a difference back from approval. 404, 409, 412. */
export const withdrawCount = (tx: Tx, actor: Actor, at: StepAt): Promise<CountRecord> =>
  transition(tx, actor, countNoun, {
    ...at,
    action: "withdraw",
    effect: async ({ id }) => withdrawApproval(tx, actor, id),
  });

/** Ends a count that is not posted, with the reason: nothing of it is adjusted. 404, 409, 412, 422. */
export const abortCount = (tx: Tx, actor: Actor, at: TakenStep): Promise<CountRecord> =>
  transition(tx, actor, countNoun, { ...at, action: "abort" });

const ended =
  (action: "return" | "reject") =>
  async (tx: Tx, actor: Actor, id: string, comment = ""): Promise<void> => {
    const reason = comment || null;
    await transition(tx, asSystem(actor), countNoun, { id, action, reason });
  };

/** What the end of an approval does to a count. 409 `ledger_changed`. */
export const countApproval = {
  approved: async (tx: Tx, actor: Actor, id: string): Promise<void> => {
    await transition(tx, asSystem(actor), countNoun, {
      id,
      action: "approve",
      effect: async (count) => {
        if (await compareAnew(tx, count)) throw ledgerChanged();
        await adjustToCount(tx, actor, count);
        return { patch: { postedBy: actor.personId } };
      },
    });
  },
  returned: ended("return"),
  rejected: ended("reject"),
};

/** Lines that an approver is shown at most, the worst first. */
const mostShown = 50;

/** What an approver sees of a count: who counted, what differs and what it is worth. */
export const countSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const count = await getRow(db, stockCount, id, "stock count");
  const ids = [count.plannedBy, count.countedBy, count.recountedBy].filter((one) => one !== null);
  const [people, results] = await Promise.all([membersNamed(db, { ids }), resultsOf(db, count)]);
  const named = (who: string | null) => people.find((one) => one.id === who)?.name ?? "";
  const differing = results
    .filter(({ difference }) => difference !== "0")
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents));
  const facts: [string, string][] = [
    ["Count", `${count.number}, ${count.title}`],
    ["Difference", formatCents(count.differenceCents ?? 0)],
    ["Tolerance", toleranceText(count)],
    ["Planned by", named(count.plannedBy)],
    ["Counted by", named(count.countedBy)],
    ["Counted again by", named(count.recountedBy)],
    ["Why", count.reason],
    ...differing
      .slice(0, mostShown)
      .map((line): [string, string] => [
        [line.name, line.lot && `lot ${line.lot}`, `at ${line.code}`].filter(Boolean).join(" "),
        `${shownDecimal(line.counted)} counted, ${shownDecimal(line.ledger)} in the ledger: ${formatCents(line.cents)}`,
      ]),
  ];
  return {
    facts: facts.filter(([, value]) => value).map(([label, value]) => ({ label, value })),
    lines: [],
    budget: [],
    checks: [],
  };
};
