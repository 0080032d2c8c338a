import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import type { WaiverRecord } from "./waiver.noun.ts";

type Dated = Pick<
  WaiverRecord,
  "id" | "number" | "status" | "endsAt" | "controlName" | "subjectNumber" | "department"
>;

/** The day on which a waiver in force ends: what it covered breaks its control again from then on. */
export const waiverDeadlines = (db: Pick<Db, "scope">, w: Dated): DeadlineRecordOf => ({
  id: w.id,
  number: w.number,
  link: `/compliance/waivers/${w.id}`,
  deadlines:
    w.status === "active"
      ? [
          {
            key: "end",
            title: `Waiver ends: ${w.controlName}`.slice(0, 200),
            dueOn: dayIn(db.scope, w.endsAt),
            follows: `${w.subjectNumber ?? `Records of ${w.department}`} must meet the control by then: the failure is back.`,
            ownerId: null,
            notices: [7, 1],
            byHand: false,
          },
        ]
      : [],
});

/** Ends of the waivers in force. Officers alone read them: a waiver is not everybody's. */
export const waiverDeadlineSource: DeadlineSource = {
  type: "controlWaiver",
  label: "Waiver of a control",
  permission: "control.read",
  duty: "compliance_officer",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select w.id, w.number, w.status, w.ends_at, w.control_name, w.subject_number, w.department
        from control_waiver w
        where w.org_id = ${db.scope.orgId} and w.status = 'active'
        order by w.id
      `)
    ).map((waiver) => waiverDeadlines(db, waiver)),
};
