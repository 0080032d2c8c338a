import { nextBankDay } from "#kernel/holidays.ts";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { TaxYearStored } from "./tax-form.noun.ts";

type Dated = Pick<TaxYearStored, "id" | "number" | "year" | "status" | "preparedBy">;

const notices = [30, 7, 0];

/**
 * When copies B are to be furnished and forms NEC to be filed: January 31 of the year after, or the next
 * business day (26 U.S.C. 6041(d), 6071(c), 7503); forms MISC alone may be filed electronically until March 31.
 */
export const taxDeadlines = ({ id, number, year, status, preparedBy }: Dated): DeadlineRecordOf => {
  const dueOn = nextBankDay(day(`${year + 1}-01-31`));
  const of = (key: string, title: string, follows: string, citation: string) => ({
    ...{ key, title, dueOn, follows, citation, notices },
    ownerId: preparedBy,
    byHand: false as const,
  });
  return {
    id,
    number,
    link: `/payments/tax-years/${id}`,
    deadlines: [
      ...(["open", "reviewed"].includes(status)
        ? [
            of(
              "furnish",
              `Copies B of forms 1099 of ${year} go out`,
              "January 31 of the year after the payments, or the next business day.",
              "26 U.S.C. 6041(d), 6041A(e), 7503",
            ),
          ]
        : []),
      ...(status === "filed"
        ? []
        : [
            of(
              "file",
              `Forms 1099 of ${year} are filed with the IRS`,
              "January 31 for form NEC; a file of MISC alone may follow until March 31.",
              "26 U.S.C. 6071(b), (c), 7503",
            ),
          ]),
    ],
  };
};

export const taxDeadlineSource: DeadlineSource = {
  type: "taxYear",
  label: "Year of form 1099",
  permission: "taxForm.read",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, year, status, prepared_by
        from tax_year
        where org_id = ${db.scope.orgId} and status <> 'filed'
        order by id
      `)
    ).map(taxDeadlines),
};

/** Keeps the days of a year as it stands, and gives the year. */
export const keepTaxDays = async (
  tx: Tx,
  actor: Actor,
  row: TaxYearStored,
): Promise<TaxYearStored> => {
  await keepDeadlines(tx, actor, "taxYear", taxDeadlines(row));
  return row;
};
