import { newId } from "#kernel/ids.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * A movement of one account string's balances in cents, signed: +100 pre-encumbers one dollar, −100
 * releases it.
 */
export type Posting = {
  accountStringId: string;
  preEncumbered?: number;
  encumbered?: number;
  expended?: number;
};

export type CommitmentDocument = { type: string; id: string; number: string; fiscalYearId: string };

export type PostOptions = {
  kind: "pre_encumber" | "encumber" | "expend" | "release" | "reverse";
  /**
   * What a budget officer let exceed the budget: why, and by how many cents at most, by account.
   * Without it, and beyond it, a hard stop refuses.
   */
  override?: { reason: string; missing: ReadonlyMap<string, number> } | null;
  note?: string;
  /** What comes in: a line of revenue has no limit. Whoever posts it names revenue lines only. */
  receipts?: boolean;
  /** The day on which it counts, where that is not today: one behind the closed periods (`postingDay`). */
  postedOn?: string;
};

type Balance = {
  id: string;
  available: number;
  stop: "hard" | "soft";
  code: string;
  fundCode: string;
  closed: boolean | null;
};

const merged = (postings: readonly Posting[]) => {
  const byAccount = new Map<string, Required<Posting>>();
  for (const p of postings) {
    const sum = byAccount.get(p.accountStringId) ?? {
      accountStringId: p.accountStringId,
      preEncumbered: 0,
      encumbered: 0,
      expended: 0,
    };
    sum.preEncumbered += p.preEncumbered ?? 0;
    sum.encumbered += p.encumbered ?? 0;
    sum.expended += p.expended ?? 0;
    byAccount.set(p.accountStringId, sum);
  }
  // One order for everyone, so that two documents over the same lines wait for each other and never
  // deadlock.
  return [...byAccount.values()]
    .filter((p) => p.preEncumbered || p.encumbered || p.expended)
    .sort((a, b) => (a.accountStringId < b.accountStringId ? -1 : 1));
};

const explain = async (
  db: Db,
  p: Required<Posting>,
  document: CommitmentDocument,
  granted: number,
) => {
  const needed = p.preEncumbered + p.encumbered + p.expended;
  const line = await db.maybe<Balance>(sql`
    select
      l.id, l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended as available,
      f.stop, s.code, f.code as fund_code, l.closed
    from account_string s
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    left join budget_line l
      on l.org_id = s.org_id
      and l.account_string_id = s.id
      and l.fiscal_year_id = ${document.fiscalYearId}
    where s.org_id = ${db.scope.orgId} and s.id = ${p.accountStringId}
  `);
  if (line?.closed)
    return conflict(
      "year_closed",
      "The fiscal year of this document was closed, and what was under way went into the next one. Load the record again and repeat what you did.",
    );
  if (needed <= 0)
    return conflict(
      "ledger_mismatch",
      "This would release more than was committed. Nothing was changed; tell the budget officer.",
    );
  if (!line)
    return conflict("no_such_account", "An account string of this document no longer exists.");
  if (!line.id)
    return conflict(
      "no_budget_line",
      `${line.code} has no budget line in this fiscal year. Ask the budget officer to add one, or choose another account.`,
      { accountStringId: p.accountStringId },
    );
  const about = { accountStringId: p.accountStringId, available: line.available, needed };
  if (line.available >= needed)
    return conflict(
      "over_budget",
      `${line.code} had too little available a moment ago, because somebody else used it; ${formatCents(line.available)} are available now. Try again.`,
      about,
    );
  if (granted > 0)
    return conflict(
      "over_budget",
      `${line.code} has ${formatCents(line.available)} available and this needs ${formatCents(needed)}; an override was granted for ${formatCents(granted)} that were missing then, and more is missing now. Ask for another override.`,
      about,
    );
  return conflict(
    "over_budget",
    `${line.code} has ${formatCents(line.available)} available; this needs ${formatCents(needed)}, ${formatCents(needed - line.available)} more than that. Reduce the amount, choose another account, or ask the budget officer for an override.`,
    about,
  );
};

// What a movement that needs money asks: enough left (but for what an override lets be missing), or
// (asked only of a line that has too little) a fund that stops softly.
const within = (least: number) => sql`
  and (
    l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended >= ${least}
    or (
      select f.stop = 'soft'
      from account_string s
      join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
      where s.org_id = l.org_id and s.id = l.account_string_id
    )
  )
`;
const nothing = sql``;

// One conditional update with its ledger entry; `least`: the cents that must be available, null
// where nothing is needed. A line that may not move, or that there is not, refuses (`levee_refuse`)
// with the entry's id.
const movement = (
  orgId: string,
  id: string,
  p: Required<Posting>,
  least: number | null,
  d: CommitmentDocument,
  kind: PostOptions["kind"],
  day: string,
  by: string | null,
  note: string,
) =>
  sql`
    with moved as (
      update budget_line l
      set
        pre_encumbered = l.pre_encumbered + ${p.preEncumbered},
        encumbered = l.encumbered + ${p.encumbered}, expended = l.expended + ${p.expended}
      where l.org_id = ${orgId}
        and l.fiscal_year_id = ${d.fiscalYearId}
        and l.account_string_id = ${p.accountStringId}
        and not l.closed
        and l.pre_encumbered + ${p.preEncumbered} >= 0
        and l.encumbered + ${p.encumbered} >= 0 ${least === null ? nothing : within(least)}
      returning l.id
    )
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, pre_encumbered, encumbered, expended, document_type,
      document_id, document_number, posted_on, posted_by, note
    )
    values (
      ${orgId}, ${id}, coalesce((select id from moved), levee_refuse(${id}::text)), ${kind},
      ${p.preEncumbered}, ${p.encumbered}, ${p.expended}, ${d.type}, ${d.id}, ${d.number}, ${day},
      ${by}, ${note}
    )
  `;

/**
 * Moves budget balances and appends the ledger entries, in the caller's transaction. Each line is
 * one conditional update, so concurrent
 * approvals cannot overspend a hard-stopped fund. Nobody waits for it: it goes out with the commit,
 * so that a line is locked no longer than that, and what
 * it refuses fails the transaction: 409 `over_budget` names the account and what is missing. An
 * override lets be missing what it names and no more, whoever else spends meanwhile. Movements that
 * only release are never refused. Balances never
 * become negative (409 `ledger_mismatch`), and a closed year takes nothing (409 `year_closed`).
 */
export const postCommitments = (
  tx: Tx,
  actor: Actor,
  document: CommitmentDocument,
  postings: readonly Posting[],
  options: PostOptions,
): void => {
  const { override, note = "", receipts = false, postedOn: day = businessDate(tx.scope) } = options;
  // Pipelined: the database takes them one after the other, in the one order of `merged`.
  for (const p of merged(postings)) {
    const id = newId();
    const needed = p.preEncumbered + p.encumbered + p.expended;
    const granted = override?.missing.get(p.accountStringId) ?? 0;
    tx.onRefusal(id, (db) => explain(db, p, document, granted));
    tx.later(
      tx.rows(
        movement(
          tx.scope.orgId!,
          id,
          p,
          needed <= 0 || receipts ? null : needed - granted,
          document,
          options.kind,
          day,
          actor.personId,
          granted > 0 ? `Override: ${override!.reason}` : note,
        ),
      ),
    );
  }
};

export type BudgetEffect = {
  accountStringId: string;
  code: string;
  fund: string;
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  stop: "hard" | "soft";
};

/**
 * What the budget lines of these account strings hold now, in cents, for the year; accounts without
 * a line have budget 0.
 */
export const budgetEffect = (
  db: Db,
  fiscalYearId: string,
  accountStringIds: readonly string[],
): Promise<BudgetEffect[]> =>
  db.rows<BudgetEffect>(sql`
    select
      s.id as account_string_id, s.code, f.code || ' ' || f.name as fund, f.stop,
      coalesce(l.original + l.adjusted, 0) as budget,
      coalesce(l.pre_encumbered, 0) as pre_encumbered, coalesce(l.encumbered, 0) as encumbered,
      coalesce(l.expended, 0) as expended,
      coalesce(
        l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended, 0
      ) as available
    from account_string s
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    left join budget_line l
      on l.org_id = s.org_id
      and l.account_string_id = s.id
      and l.fiscal_year_id = ${fiscalYearId}
    where s.org_id = ${db.scope.orgId} and s.id = any(${accountStringIds}::uuid[])
    order by s.code
  `);
