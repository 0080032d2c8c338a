import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { fmsBalance } from "../fms.tables.ts";
import { mapLines } from "../mapping/mapping.model.ts";
import { allMappings } from "../mapping/mapping.service.ts";
import {
  balanceInput,
  compared,
  type BalanceInput,
  type Comparison,
  type Here,
  type There,
} from "./balance.model.ts";

type Line = Here & { string: string; postedOn: Day; isOut: boolean };

// A line that went out has the codes with which it did; one that waits, or arose there, has those of its
// day.
const linesHere = async (db: Db, periodId: string): Promise<Here[]> => {
  const lines = await db.rows<Line>(sql`
    select
      coalesce(b.fund, f.code) as fund, coalesce(b.account, a.code) as account, l.code as string,
      e.posted_on, b.id is not null as is_out, sum(l.cents)::bigint as cents,
      e.own_there or (
        b.id is not null
        and b.rejected is null
        and k.status in ('acknowledged', 'rejected', 'corrected')
      ) as acknowledged
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account a on a.org_id = l.org_id and a.id = l.account_id
    left join fms_batch_line b on b.org_id = l.org_id and b.gl_line_id = l.id and b.live
    left join fms_batch k on k.org_id = b.org_id and k.id = b.batch_id
    where l.org_id = ${db.scope.orgId} and l.period_id = ${periodId}
    group by 1, 2, 3, 4, 5, 7
  `);
  const waiting = lines.filter((l) => !l.isOut);
  const { mapped } = mapLines(waiting, await allMappings(db), ["fund", "account"]);
  return [...lines.filter((l) => l.isOut), ...mapped];
};

const balancesThere = (db: Db, periodId: string): Promise<There[]> =>
  db.rows<There>(sql`
    select b.fund, b.account, b.cents
    from fms_balance b
    where b.org_id = ${db.scope.orgId} and b.period_id = ${periodId}
  `);

type Named = { id: string; name: string };
const periodNamed = (db: Db, periodId: string | null) =>
  db.maybe<Named>(sql`
    select p.id, p.name
    from accounting_period p
    where p.org_id = ${db.scope.orgId}
      and (
        p.id = ${periodId}
        or (${periodId}::uuid is null and p.status <> 'closed' and not p.adjustment)
      )
    order by p.year, p.place
    limit 1
  `);

// Whoever reconciles begins with what differs most; the rest is in the files.
const mostShown = 500;

/**
 * The ledger of a period (the first one that is open where none is named) beside the balances that the
 * finance system gave of it, by its funds and accounts: what differs, and who owes what.
 */
export const readComparison = async (db: Db, periodId: string | null): Promise<Comparison> => {
  const period = await periodNamed(db, periodId);
  if (!period) return { period: null, here: 0, there: 0, loaded: false, rows: [], agreed: 0 };
  const [here, there] = await Promise.all([linesHere(db, period.id), balancesThere(db, period.id)]);
  // Nothing is said to differ from balances that nobody took in.
  const rows = there.length > 0 ? compared(here, there) : [];
  const debits = (of: readonly { cents: number }[]) =>
    of.reduce((sum, l) => sum + Math.max(0, l.cents), 0);
  return {
    period,
    here: debits(compared(here, []).map((r) => ({ cents: r.here }))),
    there: debits(there),
    loaded: there.length > 0,
    rows: rows.filter((r) => r.difference !== 0).slice(0, mostShown),
    agreed: rows.filter((r) => r.difference === 0).length,
  };
};

type Known = {
  periods: ReadonlyMap<string, string>;
  balances: ReadonlyMap<string, { id: string; cents: number }>;
};
type Plan = { periodId: string; id: string | null };
const keyOf = (periodId: string, { fund, account }: Pick<BalanceInput, "fund" | "account">) =>
  JSON.stringify([periodId, fund, account]);

const knownOf = async (db: Db, rows: readonly BalanceInput[]): Promise<Known> => {
  const [periods, balances] = await Promise.all([
    db.rows<{ id: string; number: string }>(sql`
      select id, number
      from accounting_period
      where org_id = ${db.scope.orgId} and number = any(${rows.map((r) => r.period)}::text[])
    `),
    db.rows<There & { id: string; periodId: string }>(sql`
      select b.id, b.period_id, b.fund, b.account, b.cents
      from fms_balance b
      join accounting_period p on p.org_id = b.org_id and p.id = b.period_id
      where b.org_id = ${db.scope.orgId} and p.number = any(${rows.map((r) => r.period)}::text[])
    `),
  ]);
  return {
    periods: new Map(periods.map((p) => [p.number, p.id])),
    balances: new Map(balances.map((b) => [keyOf(b.periodId, b), { id: b.id, cents: b.cents }])),
  };
};

const judge = (row: BalanceInput, { periods, balances }: Known): Verdict<Plan> => {
  const periodId = periods.get(row.period);
  if (!periodId)
    return {
      action: "reject",
      problem: {
        column: "Period",
        expected: "a period of the books, such as 2027-01",
        found: row.period,
        fix: "Periods stand under Budget, Close.",
      },
    };
  const before = balances.get(keyOf(periodId, row));
  if (!before) return { action: "create", plan: { periodId, id: null } };
  if (before.cents === row.net) return { action: "skip" };
  return {
    action: "update",
    plan: { periodId, id: before.id },
    warnings: [
      {
        column: "Net",
        expected: formatCents(before.cents),
        found: formatCents(row.net),
        fix: "The balance of the file takes the place of the one that is here.",
      },
    ],
  };
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<BalanceInput, Plan>[],
): Promise<void> => {
  await insertRows(
    tx,
    fmsBalance,
    rows
      .filter(({ plan }) => plan.id === null)
      .map(({ row: { fund, account, net }, plan: { periodId } }) => ({
        orgId: actor.orgId!,
        id: newId(),
        periodId,
        fund,
        account,
        cents: net,
        takenBy: actor.personId,
      })),
  );
  const changed = rows.filter(({ plan }) => plan.id !== null);
  if (changed.length > 0)
    await tx.rows(sql`
      update fms_balance b
      set
        cents = t.cents, taken_by = ${actor.personId}, version = version + 1,
        updated_at = clock_timestamp()
      from unnest(
        ${changed.map(({ plan }) => plan.id)}::uuid[],
        ${changed.map(({ row }) => row.net)}::bigint[]
      ) as t(id, cents)
      where b.org_id = ${actor.orgId} and b.id = t.id
    `);
};

/** Balances of a period as the finance system has them, by file; a later file takes their place. */
export const balanceImporter = defineImporter({
  kind: "fms-balances",
  label: "balances of the finance system",
  permission: "books.import",
  schema: balanceInput,
  keys: (r) => [JSON.stringify([r.period, r.fund, r.account])],
  sum: "net",
  plan: async (db, rows) => {
    const known = await knownOf(db, rows);
    return rows.map((row) => judge(row, known));
  },
  apply,
  fields: [
    {
      name: "period",
      label: "Period",
      required: true,
      aliases: ["Accounting period"],
      expected: "a period such as 2027-01",
      type: cells.code,
    },
    {
      name: "fund",
      label: "Fund",
      required: true,
      aliases: ["Fund code"],
      expected: "the fund's code in the finance system",
      type: cells.code,
    },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account code", "Object"],
      expected: "the account's code in the finance system",
      type: cells.code,
    },
    {
      name: "net",
      label: "Net",
      required: true,
      aliases: ["Amount", "Debits less credits"],
      expected: "debits less credits of the period",
      type: cells.money,
    },
  ],
});
