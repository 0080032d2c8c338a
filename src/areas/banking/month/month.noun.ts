import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { monthCycle, type MonthAction, type MonthFacts, type MonthStatus } from "./month.labels.ts";
import { bankMonth } from "./month.tables.ts";
import { readMonth } from "./reading.service.ts";

export type MonthRecord = typeof bankMonth.$inferSelect;

/** What the rules of a month look at. */
export const monthFacts = async (db: Db, row: MonthRecord): Promise<MonthRecord & MonthFacts> => {
  const [{ followed }, blocks] = await Promise.all([
    db.one<{ followed: boolean }>(sql`
      select exists (
          select 1
          from bank_month n
          where n.org_id = ${row.orgId}
            and n.agency_account_id = ${row.agencyAccountId}
            and n.first_day > ${row.firstDay}
            and n.status <> 'draft'
        ) as followed
    `),
    row.status === "draft" ? readMonth(db, row).then((m) => m.blocks) : [],
  ]);
  return { ...row, followed, blocks };
};

export const monthNoun = defineNoun<
  MonthStatus,
  MonthAction,
  typeof bankMonth,
  MonthRecord & MonthFacts
>({
  name: "bankMonth",
  read: "bank.read",
  path: "bank-months",
  page: "/payments/reconciliations",
  table: bankMonth,
  cycle: monthCycle,
  number: (row) => row.number,
  load: (tx, row) => monthFacts(tx, row),
});
