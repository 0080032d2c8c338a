import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import type { AgreementStored } from "./agreement.noun.ts";
import { noticeBefore } from "./notice.model.ts";

type Dated = Pick<
  AgreementStored,
  | "id"
  | "number"
  | "customerName"
  | "endsOn"
  | "authorId"
  | "status"
  | "renewMonths"
  | "noticeDays"
  | "noticeOn"
>;

const daysOf = (row: Dated): DeadlineRecordOf["deadlines"] => {
  const before = row.noticeOn === null ? noticeBefore(row) : null;
  const common = { ownerId: row.authorId, byHand: false };
  return before
    ? [
        {
          ...{ ...common, key: "notice", dueOn: before, notices: [90, 30, 7] },
          title: `Notice day: hosting of ${row.customerName}`.slice(0, 200),
          follows: "The last day on which either side can give notice; it is renewed after it.",
        },
      ]
    : [
        {
          ...{ ...common, key: "end", dueOn: row.endsOn, notices: [90, 30, 0] },
          title: `Agreement ends: hosting of ${row.customerName}`.slice(0, 200),
          follows: "The last day of the agreement; the plan under it ends with it.",
        },
      ];
};

/** The notice day of an agreement that renews, or the last day of one that ends. */
export const agreementDeadlines = (row: Dated): DeadlineRecordOf => ({
  ...{ id: row.id, number: row.number },
  link: `/business-plan-management/agreements/${row.id}`,
  deadlines: row.status === "active" ? daysOf(row) : [],
});

export const agreementDeadlineSource: DeadlineSource = {
  type: "hostingAgreement",
  label: "Agreement with a hosted agency",
  permission: "platform.edit",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select
          id, number, customer_name, ends_on, author_id, status, renew_months, notice_days,
          notice_on
        from hosting_agreement
        where org_id = ${db.scope.orgId} and status = 'active'
        order by id
      `)
    ).map(agreementDeadlines),
};
