import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { accountsWithOutstanding, setReconciledThrough } from "#areas/finance/finance.server.ts";
import { lockMatching } from "../match/alarm.service.ts";
import { whyNotMatch } from "../match/match.service.ts";
import type { MonthStatus } from "./month.labels.ts";
import type { ElsewhereInput, NextMonths } from "./month.model.ts";
import { monthNoun, type MonthRecord } from "./month.noun.ts";
import { bankMonth } from "./month.tables.ts";
import { beginningOf, readMonth } from "./reading.service.ts";
import { monthOf, type Reconciliation } from "./reconcile.model.ts";

/** The digest of a month as it was sent to review. */
export const monthSha = (frozen: Reconciliation): string =>
  createHash("sha256").update(canonicalJson(frozen)).digest("hex");

// Whoever takes payments out of an account neither prepares nor reviews its months.
const requireApart = async (tx: Tx, actor: Actor, accountId: string) => {
  if (await whyNotMatch(tx, actor, accountId))
    throw notAllowed(
      "You released payments from this account, so other people reconcile it (separation of duties).",
      "separation_of_duties",
    );
};

const unfrozen = { frozen: null, sha256: null, preparedAt: null };

// Who matched lines of a month had a hand in it.
const requireUnmatched = async (tx: Tx, actor: Actor, month: MonthRecord) => {
  const matched = await tx.maybe(sql`
    select 1 as found
    from bank_match x
    join bank_line l on l.org_id = x.org_id and l.id = x.line_id
    where x.org_id = ${month.orgId}
      and x.agency_account_id = ${month.agencyAccountId}
      and x.taken_back_at is null
      and x.matched_by = ${actor.personId}
      and l.on_day between ${month.firstDay} and ${month.lastDay}
    limit 1
  `);
  if (matched)
    throw notAllowed(
      "You matched lines of this month, so another person confirms it (separation of duties).",
      "separation_of_duties",
    );
};

type Known = { id: string; number: string; status: MonthStatus; lastDay: Day };
const lastMonthOf = (db: Db, accountId: string) =>
  db.maybe<Known>(sql`
    select b.id, b.number, b.status, b.last_day
    from bank_month b
    where b.org_id = ${db.scope.orgId} and b.agency_account_id = ${accountId}
    order by b.last_day desc
    limit 1
  `);

const nextOf = async (db: Db, accountId: string, last: Known | null) =>
  monthOf((last ? addDays(last.lastDay, 1) : (await beginningOf(db, accountId)).since).slice(0, 7));

/** For each account with statements, the month that is under way, or the one that comes next. */
export const readNextMonths = async (db: Db): Promise<NextMonths> => {
  const months: NextMonths["months"] = [];
  const stated = await db.rows<{ id: string }>(sql`
    select distinct s.agency_account_id as id
    from bank_statement s
    where s.org_id = ${db.scope.orgId} and s.status = 'loaded'
  `);
  for (const account of await accountsWithOutstanding(db)) {
    if (!stated.some((s) => s.id === account.id)) continue;
    const last = await lastMonthOf(db, account.id);
    const next = await nextOf(db, account.id, last);
    const open =
      last && last.status !== "reconciled"
        ? { id: last.id, number: last.number, status: last.status }
        : null;
    months.push({
      agencyAccountId: account.id,
      account: account.name,
      ...(open ? monthOf(last!.lastDay.slice(0, 7)) : next),
      open,
    });
  }
  return { months };
};

/**
 * Begins the next month of an account: the first one is that of its first statement. 409 `month_open`
 * while the one before is not reconciled, or `month_to_come` before its first day; 403 for who released
 * payments from the account; 404 without a statement.
 */
export const beginMonth = async (tx: Tx, actor: Actor, accountId: string): Promise<MonthRecord> => {
  await requireApart(tx, actor, accountId);
  await lockMatching(tx, accountId);
  const last = await lastMonthOf(tx, accountId);
  if (last && last.status !== "reconciled")
    throw conflict(
      "month_open",
      `${last.number} of this account is not reconciled yet. Months follow each other.`,
    );
  const { firstDay, lastDay } = await nextOf(tx, accountId, last);
  if (firstDay > businessDate(tx.scope))
    throw conflict(
      "month_to_come",
      `The account is reconciled; its next month begins on ${formatDate(firstDay)}.`,
    );
  const account = (await accountsWithOutstanding(tx)).find((a) => a.id === accountId)!;
  return create(
    tx,
    actor,
    { name: "bankMonth", table: bankMonth },
    {
      number: { kind: "BRC" },
      row: {
        orgId: actor.orgId!,
        id: newId(),
        agencyAccountId: accountId,
        account: account.name,
        firstDay,
        lastDay,
        preparedBy: actor.personId,
      },
    },
  );
};

/** Notes the balance of the finance system beside the product's. 412, 409 once it was sent to review. */
export const noteElsewhere = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: ElsewhereInput,
): Promise<MonthRecord> =>
  change(tx, actor, monthNoun, { id, version: version ?? undefined, patch: input });

/**
 * Sends a month to review as it stands, frozen. 409 with the first of what stops it, 403 for who
 * released payments from the account.
 */
export const prepareMonth = async (
  tx: Tx,
  actor: Actor,
  { id, version }: TakenStep,
): Promise<MonthRecord> =>
  transition(tx, actor, monthNoun, {
    id,
    action: "prepare",
    version,
    effect: async (row) => {
      await requireApart(tx, actor, row.agencyAccountId);
      await lockMatching(tx, row.agencyAccountId);
      const { reconciliation: frozen } = await readMonth(tx, row);
      return {
        patch: {
          frozen,
          sha256: monthSha(frozen),
          preparedBy: actor.personId,
          preparedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

/** Sends a month back to whoever prepares it, with the reason. */
export const returnMonth = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<MonthRecord> =>
  transition(tx, actor, monthNoun, {
    id,
    action: "return",
    version,
    reason,
    effect: async () => ({ patch: unfrozen }),
  });

/**
 * Confirms a month as another person than prepared it: nothing is written to the account up to its last
 * day from then on. 409 `books_moved` where its records say something else by now, 403 for who released
 * payments from the account, prepared the month or matched lines of it.
 */
export const reconcileMonth = (
  tx: Tx,
  actor: Actor,
  { id, version }: TakenStep,
): Promise<MonthRecord> =>
  transition(tx, actor, monthNoun, {
    id,
    action: "reconcile",
    version,
    effect: async (row) => {
      await requireApart(tx, actor, row.agencyAccountId);
      await requireUnmatched(tx, actor, row);
      await lockMatching(tx, row.agencyAccountId);
      // Waits for whoever writes to the account now; what they wrote is read behind it.
      await setReconciledThrough(tx, row.agencyAccountId, row.lastDay);
      const { reconciliation, blocks } = await readMonth(tx, row);
      if (blocks.length > 0 || monthSha(reconciliation) !== row.sha256)
        throw conflict(
          "books_moved",
          "Its records say something else than when it was sent to review. Send it back, so that it is prepared anew.",
        );
      return {
        patch: { reviewedBy: actor.personId, reviewedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });

/** Reopens the last reconciled month of an account, with the reason. */
export const reopenMonth = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<MonthRecord> =>
  transition(tx, actor, monthNoun, {
    id,
    action: "reopen",
    version,
    reason,
    effect: async (row) => {
      await requireApart(tx, actor, row.agencyAccountId);
      const before = await tx.maybe<{ lastDay: Day }>(sql`
        select b.last_day
        from bank_month b
        where b.org_id = ${row.orgId}
          and b.agency_account_id = ${row.agencyAccountId}
          and b.last_day < ${row.firstDay}
        order by b.last_day desc
        limit 1
      `);
      await setReconciledThrough(tx, row.agencyAccountId, before?.lastDay ?? null);
      return { patch: { ...unfrozen, reviewedBy: null, reviewedAt: null } };
    },
  });
