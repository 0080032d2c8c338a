import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { awardSegmentsOf } from "#areas/budget/budget.server.ts";
import type { Claimer, Uncovered } from "#areas/finance/finance.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { lapseDrawdown } from "./drawdown.service.ts";

const funders = async (db: Db, accountStringIds: readonly string[]) => {
  if (accountStringIds.length === 0) return [];
  const segments = [...new Set((await awardSegmentsOf(db, accountStringIds)).values())];
  return db.rows<{ id: string; number: string }>(sql`
    select id, number
    from grant_award
    where org_id = ${db.scope.orgId} and segment_id = any(${segments}::uuid[])
    order by number
  `);
};

// What of an award's claims has no payment behind it, kept on the award for its lists.
const keepUncovered = (tx: Tx, awardId: string, change: number) =>
  tx.maybe<{ ownerId: string | null }>(sql`
    update grant_award
    set uncovered = uncovered + ${change}
    where org_id = ${tx.scope.orgId} and id = ${awardId}
    returning owner_id
  `);

const uncovered = async (tx: Tx, actor: Actor, claims: readonly Uncovered[], why: string) => {
  for (const awardId of [...new Set(claims.map((c) => c.funderId))].sort()) {
    const mine = claims.filter((c) => c.funderId === awardId);
    const change = mine.reduce((n, c) => n + c.uncovered - c.before, 0);
    const w = await keepUncovered(tx, awardId, change);
    const lost = mine.filter((c) => c.uncovered > c.before);
    for (const id of new Set(lost.map((c) => c.claimerId))) await lapseDrawdown(tx, actor, id, why);
    const ownerId = w?.ownerId;
    if (lost.length === 0 || !ownerId || why.includes("ahead of its payment")) continue;
    const [first] = lost;
    const title = `${first!.funderNumber}: ${formatCents(lost.reduce((n, c) => n + c.uncovered - c.before, 0))} drawn without a payment`;
    const detail = `${[...new Set(lost.map((c) => `${c.documentNumber} in ${c.claimerNumber}`))].join(", ")}: ${why}. The next request gives it back, or refund it.`;
    const link = `/grant-management/awards/${awardId}?tab=drawdowns`;
    if (actor.personId)
      await giveTask(tx, actor, {
        personId: ownerId,
        kind: "follow_up",
        title: title.slice(0, 200),
        detail: detail.slice(0, 1000),
        link,
        dueAt: null,
      });
    else
      notify(tx, await peopleOnDuty(tx, "grant_manager"), {
        kind: "grants",
        title,
        body: detail.slice(0, 300),
        link,
      });
  }
};

/** Drawdowns take costs for awards. */
export const drawdownClaimer: Claimer = {
  kind: "drawdown",
  claimHref: (id) => `/grant-management/drawdowns/${id}`,
  funderHref: (id) => `/grant-management/awards/${id}`,
  funders,
  uncovered,
};
