import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { readWhole } from "#server/reading/reader.ts";
import {
  accountsNumbered,
  requireNotReconciled,
  type NumberedAccount,
} from "#areas/finance/finance.server.ts";
import { watchAccounts } from "../match/alarm.service.ts";
import type { AccountDay, BankEntry, Said } from "./bai2.model.ts";
import { gapBetween, type Neighbour } from "./continuity.model.ts";
import type { StatementSource } from "./statement.labels.ts";
import { statementNoun, type StatementRecord } from "./statement.noun.ts";
import { bankLine, bankStatement } from "./statement.tables.ts";

const most = 20 * 1024 * 1024;
const thread = new URL("./bai2.thread.ts", import.meta.url);

type Origin = { source: StatementSource; fileId: string | null; fileName: string | null };

/** The same for the same statement, whatever file it came in. */
export const statementSha = (said: Said): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        said.onDay,
        said.opening,
        said.closing,
        said.entries.map((e) => [
          e.typeCode,
          e.cents,
          e.bankReference,
          e.customerReference,
          e.text,
        ]),
      ]),
    )
    .digest("hex");

// One file at a time is loaded for an agency: statements of an account join each other.
const lockStatements = (tx: Tx) =>
  tx.rows(
    sql`
      select pg_advisory_xact_lock(hashtext(${`bank statements ${tx.scope.orgId}`}))::text as locked
    `,
  );

const besides = (tx: Tx, accountId: string, onDay: Day) =>
  tx.rows<Neighbour & { sha256: string }>(sql`
    (
      select s.number, s.on_day, s.opening, s.closing, s.sha256
      from bank_statement s
      where s.org_id = ${tx.scope.orgId}
        and s.agency_account_id = ${accountId}
        and s.status = 'loaded'
        and s.on_day <= ${onDay}
      order by s.on_day desc
      limit 2
    )
    union all (
      select s.number, s.on_day, s.opening, s.closing, s.sha256
      from bank_statement s
      where s.org_id = ${tx.scope.orgId}
        and s.agency_account_id = ${accountId}
        and s.status = 'loaded'
        and s.on_day > ${onDay}
      order by s.on_day
      limit 1
    )
  `);

const storeLines = (tx: Tx, statement: StatementRecord, entries: readonly BankEntry[]) =>
  insertRows(
    tx,
    bankLine,
    entries.map((entry, n) => ({
      orgId: statement.orgId,
      id: newId(),
      statementId: statement.id,
      agencyAccountId: statement.agencyAccountId,
      lineNo: n + 1,
      onDay: statement.onDay,
      ...entry,
    })),
  );

/**
 * Stores what a bank says of one account and day. Gives its number, and whether it was there already
 * with the same content (nothing changes then). 409 `statement_differs` where that day says something
 * else here, `opening_differs` where balances of neighbouring days do not join, `reconciled` for a day of
 * a reconciled month, 422 for a day to come.
 */
export const storeStatement = async (
  tx: Tx,
  actor: Actor,
  account: NumberedAccount,
  said: Said,
  origin: Origin,
): Promise<{ id: string | null; number: string; known: boolean }> => {
  if (said.onDay > businessDate(tx.scope))
    throw invalidField("file", `${formatDate(said.onDay)} has not come yet.`);
  const sha256 = statementSha(said);
  const near = await besides(tx, account.id, said.onDay);
  const same = near.find((n) => n.onDay === said.onDay);
  if (same?.sha256 === sha256) return { id: null, number: same.number, known: true };
  if (same)
    throw conflict(
      "statement_differs",
      `${same.number} says something else of ${account.name} on ${formatDate(said.onDay)}. Nothing was loaded: withdraw it first if the bank corrected the day.`,
    );
  const gap = gapBetween(
    account.name,
    said,
    near.find((n) => n.onDay < said.onDay) ?? null,
    near.find((n) => n.onDay > said.onDay) ?? null,
  );
  if (gap) throw conflict("opening_differs", gap);
  await requireNotReconciled(tx, [{ agencyAccountId: account.id, onDay: said.onDay }]);
  const made = await create(
    tx,
    actor,
    { name: "bankStatement", table: bankStatement },
    {
      number: { kind: "BST" },
      row: {
        orgId: actor.orgId!,
        id: newId(),
        agencyAccountId: account.id,
        account: account.name,
        onDay: said.onDay,
        opening: said.opening,
        closing: said.closing,
        lineCount: said.entries.length,
        sha256,
        loadedBy: actor.personId,
        ...origin,
      },
    },
  );
  await storeLines(tx, made, said.entries);
  return { id: made.id, number: made.number, known: false };
};

export type Loaded = {
  statements: { id: string | null; number: string; account: string; onDay: Day; known: boolean }[];
  /** Accounts of the file that are not the agency's here, by the end of their numbers. */
  others: string[];
};

/**
 * Loads the statements of a BAI2 file, all of them or none: each account and day is a statement. What
 * was loaded before changes nothing; accounts that are not set up here are named and left out. 422 or
 * 409 with the record, the line or the day that is wrong.
 */
export const loadBai2 = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<Loaded> => {
  const file = await requireSeenFile(tx, actor, fileId);
  if (file.size > most) throw invalidField("file", "A BAI2 file is at most 20 MB.");
  const days = await readWhole<string, AccountDay[]>(thread, await files.pathOf(file.sha256), {
    path: "file",
    seconds: 60,
  });
  await lockStatements(tx);
  const accounts = await accountsNumbered(
    tx,
    days.map((d) => d.account),
  );
  const loaded: Loaded = { statements: [], others: [] };
  const fresh: string[] = [];
  for (const said of days.toSorted((a, b) =>
    a.onDay < b.onDay ? -1 : a.onDay > b.onDay ? 1 : 0,
  )) {
    const account = accounts.get(said.account);
    if (!account) {
      loaded.others.push(`••${said.account.slice(-4)}`);
      continue;
    }
    if (said.currency !== account.currency)
      throw invalidField(
        "file",
        `Line ${said.line}, record 03: the account is in ${said.currency}; ${account.name} is in ${account.currency}.`,
        "bai2_currency",
      );
    const stored = await storeStatement(tx, actor, account, said, {
      source: "bai2",
      fileId,
      fileName: file.name,
    });
    if (!stored.known) fresh.push(account.id);
    loaded.statements.push({ ...stored, account: account.name, onDay: said.onDay });
  }
  if (loaded.statements.length === 0)
    throw invalidField(
      "file",
      `No account of the file is the agency's here: ${[...new Set(loaded.others)].join(", ") || "it names none"}. Set the account up under Payments, Bank accounts.`,
      "unknown_account",
    );
  await watchAccounts(tx, actor, fresh);
  return { ...loaded, others: [...new Set(loaded.others)] };
};

/** Withdraws the last statement of an account with a reason; its day can be loaded anew. 409 for another. */
export const withdrawStatement = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<StatementRecord> => {
  await lockStatements(tx);
  return transition(tx, actor, statementNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: async ({ agencyAccountId, onDay }) => {
      await requireNotReconciled(tx, [{ agencyAccountId, onDay }]);
      return {};
    },
  });
};
