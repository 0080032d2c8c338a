import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import type { AgreementStored } from "./agreement.noun.ts";

type Dated = Pick<AgreementStored, "id" | "number" | "title" | "endsOn" | "ownerId" | "status">;

/** The last day of an agreement in force, told to who looks after it ninety days ahead and nearer. */
export const agreementDeadlines = (row: Dated): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/clients/agreements/${row.id}`,
  deadlines:
    row.status === "active"
      ? [
          {
            key: "end",
            title: `Agreement ends: ${row.title}`.slice(0, 200),
            dueOn: row.endsOn,
            follows:
              "The last day of the agreement: nothing that is done later is billed under it.",
            ownerId: row.ownerId,
            notices: [90, 30, 0],
            byHand: false,
          },
        ]
      : [],
});

export const agreementDeadlineSource: DeadlineSource = {
  type: "clientAgreement",
  label: "Agreement with a client",
  permission: "served.write",
  duty: "biller",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, title, ends_on, owner_id, status
        from served_agreement
        where org_id = ${db.scope.orgId} and status = 'active'
        order by id
      `)
    ).map(agreementDeadlines),
};
