import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import type { PolicyRecord } from "./policy.noun.ts";

type Dated = Pick<PolicyRecord, "id" | "number" | "title" | "reviewOn" | "ownerId" | "status">;

/** The day on which a published policy is looked at again. */
export const policyDeadlines = (row: Dated): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/certifications-policies/policies/${row.id}`,
  deadlines:
    row.status === "published"
      ? [
          {
            key: "review",
            title: `Review: ${row.title}`.slice(0, 200),
            dueOn: row.reviewOn,
            follows: "The day of review that the policy names.",
            ownerId: row.ownerId,
            notices: [30, 7, 0],
            byHand: false,
          },
        ]
      : [],
});

export const policyDeadlineSource: DeadlineSource = {
  type: "agencyPolicy",
  label: "Policy of the agency",
  permission: "agencyPolicy.edit",
  duty: "compliance_officer",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, title, review_on, owner_id, status
        from agency_policy
        where org_id = ${db.scope.orgId} and status = 'published'
        order by id
      `)
    ).map(policyDeadlines),
};
