import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { openYearOf } from "#areas/budget/budget.server.ts";
import type { JournalKind } from "./journal.labels.ts";

type Year = { id: string; year: number };

/** What rows of a journal's file are judged by: accounts by code, open years by day, titles in use. */
export type Incoming = {
  accounts: Map<string, string>;
  years: Map<string, Year | null>;
  sent: ReadonlySet<string>;
};

/**
 * Reads what rows of a journal's file are judged by. A title is in use once its journal was sent to
 * be posted; a reversed one may come again.
 */
export const readIncoming = async (
  db: Db,
  kind: JournalKind,
  rows: readonly { account: string; day: string }[],
): Promise<Incoming> => {
  const org = db.scope.orgId;
  const days = [...new Set(rows.map(({ day }) => day))];
  const [accounts, years, sent] = await Promise.all([
    db.rows<{ id: string; code: string }>(sql`
      select id, code
      from account_string
      where org_id = ${org} and code = any(${rows.map(({ account }) => account)}::text[])
    `),
    Promise.all(days.map(async (day) => [day, await openYearOf(db, day)] as const)),
    db.rows<{ title: string }>(sql`
      select title
      from journal
      where org_id = ${org}
        and kind = ${kind}
        and status not in ('draft', 'reversed')
        and reverses is null
    `),
  ]);
  return {
    accounts: new Map(accounts.map(({ id, code }) => [code, id])),
    years: new Map(years),
    sent: new Set(sent.map(({ title }) => title)),
  };
};
