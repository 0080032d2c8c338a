import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { accountFacts, expendedIn, fteByDepartment, parted } from "#areas/budget/budget.server.ts";
import { journalStatusOf, sendAllocation } from "#areas/finance/finance.server.ts";
import { allocationPool, allocationRun } from "../costing.tables.ts";
import {
  lastDayOf,
  type PoolRow,
  type poolInput,
  type RunLine,
  type runInput,
  type RunRow,
} from "./allocation.model.ts";

type Pool = typeof allocationPool.$inferSelect;
type Run = Omit<RunRow, "journal" | "status">;

/** Adds a pool: whose cost is shared out, by which basis, among whom. */
export const addPool = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof poolInput>,
): Promise<{ id: string }> => {
  await accountFacts(tx, [input.accountStringId, ...input.targets.map((t) => t.accountStringId)]);
  const there = await tx.maybe(sql`
    select id
    from allocation_pool
    where org_id = ${tx.scope.orgId} and code = ${input.code}
  `);
  if (there) throw invalidField("code", `${input.code} exists already.`, "already_exists");
  const row = await insertRow(tx, allocationPool, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
  });
  note(tx, actor, "allocationPool", row.id, { number: row.code, action: "create", after: row });
  return { id: row.id };
};

const weightsOf = async (db: Db, pool: Pool): Promise<{ code: string; weight: number }[]> => {
  const facts = await accountFacts(
    db,
    pool.targets.map((t) => t.accountStringId),
  );
  const fact = (id: string) => facts.get(id)!;
  if (pool.basis === "percent")
    return pool.targets.map((t) => ({ code: fact(t.accountStringId).code, weight: t.share }));
  const fte = await fteByDepartment(db);
  return pool.targets.map((t) => ({
    code: fact(t.accountStringId).code,
    weight: fte.get(fact(t.accountStringId).departmentId) ?? 0,
  }));
};

/**
 * The parts of a pool's cost: by weight, and the cents that are left go to the largest remainders, so
 * that the parts come to the whole.
 */
const shareOut = async (db: Db, pool: Pool, cents: number): Promise<RunLine[]> => {
  const weights = await weightsOf(db, pool);
  if (weights.every((w) => w.weight === 0))
    throw conflict("no_basis", "None of the departments has positions to share by.");
  const parts = parted(
    cents,
    weights.map((w) => w.weight),
  );
  return pool.targets.map((t, at) => ({
    accountStringId: t.accountStringId,
    code: weights[at]!.code,
    weight: weights[at]!.weight,
    cents: parts[at]!,
  }));
};

const clearOf = async (tx: Tx, poolId: string, period: string) => {
  const before = await tx.maybe<{ id: string; journalId: string }>(sql`
    select id, journal_id
    from allocation_run
    where org_id = ${tx.scope.orgId} and pool_id = ${poolId} and period = ${period} and live
  `);
  if (!before) return;
  const journal = (await journalStatusOf(tx, [before.journalId])).get(before.journalId)!;
  if (journal.status !== "reversed")
    throw conflict(
      "allocated",
      `${journal.number} shares out this month already (${journal.status}). Reverse it before it is run again.`,
    );
  await tx.rows(sql`
    update allocation_run
    set live = false
    where org_id = ${tx.scope.orgId} and id = ${before.id}
  `);
};

/**
 * Shares out what a pool's account was charged in a month, as a journal that another person posts.
 * 409 where the month is not over, was shared out and not reversed, or nothing was charged.
 */
export const runPool = async (
  tx: Tx,
  actor: Actor,
  poolId: string,
  { period }: z.output<typeof runInput>,
) => {
  const pool = await lockRow(tx, allocationPool, poolId, "pool");
  const [from, to] = [`${period}-01`, lastDayOf(period)];
  if (to >= businessDate(tx.scope))
    throw invalidField("period", "A month is shared out when it is over.");
  await clearOf(tx, poolId, from);
  const cents = await expendedIn(tx, pool.accountStringId, from, to);
  if (cents <= 0)
    throw conflict("nothing", `Nothing was charged to the pool's account in ${period}.`);
  const lines = await shareOut(tx, pool, cents);
  const journal = await sendAllocation(tx, actor, {
    title: `${pool.name}, ${period}`,
    reason: `Allocation of ${formatCents(cents)} by ${pool.basis === "fte" ? "full-time equivalents" : "stated percent"}`,
    from,
    to,
    lines: [
      { accountStringId: pool.accountStringId, cents: -cents, description: pool.name },
      ...lines.map((l) => ({
        accountStringId: l.accountStringId,
        cents: l.cents,
        description: pool.name,
      })),
    ],
  });
  const row = await insertRow(tx, allocationRun, {
    orgId: tx.scope.orgId!,
    id: newId(),
    poolId,
    period: from,
    cents,
    lines,
    journalId: journal.id,
    madeBy: actor.personId,
  });
  note(tx, actor, "allocationPool", poolId, {
    number: pool.code,
    action: "run",
    after: { period, cents, journal: journal.number },
  });
  return { id: row.id, journalId: journal.id, journal: journal.number, cents };
};

/** The pools with their targets and runs, the newest run first. */
export const listPools = async (db: Db): Promise<PoolRow[]> => {
  const [pools, runs] = await Promise.all([
    db.rows<Pool>(sql`
      select *
      from allocation_pool
      where org_id = ${db.scope.orgId} and active
      order by code
      limit 200
    `),
    db.rows<Run>(sql`
      select
        r.id, r.pool_id, r.period, r.cents, r.lines, r.journal_id, p.display_name as made_by,
        r.created_at
      from allocation_run r
      left join person p on p.id = r.made_by
      where r.org_id = ${db.scope.orgId}
      order by r.created_at desc
      limit 500
    `),
  ]);
  const ids = pools.flatMap((p) => [p.accountStringId, ...p.targets.map((t) => t.accountStringId)]);
  const [facts, journals] = await Promise.all([
    accountFacts(db, ids),
    journalStatusOf(
      db,
      runs.map((r) => r.journalId),
    ),
  ]);
  const code = (id: string) => facts.get(id)!.code;
  return pools.map((pool) => ({
    ...pool,
    account: code(pool.accountStringId),
    targets: pool.targets.map((t) => ({ ...t, code: code(t.accountStringId) })),
    runs: runs
      .filter((r) => r.poolId === pool.id)
      .map((r) => ({
        ...r,
        journal: journals.get(r.journalId)!.number,
        status: journals.get(r.journalId)!.status,
      })),
  }));
};
