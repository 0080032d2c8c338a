import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import { checkOfRecord } from "../control/own.service.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { newestApproval } from "#areas/workflow/workflow.server.ts";
import { controlWaiver } from "../controls.tables.ts";
import type { WaiverDetail } from "./waiver.model.ts";
import { seesWaiver, waiverNoun, type WaiverRecord } from "./waiver.noun.ts";

const coversOf = (w: WaiverRecord): string =>
  w.scope === "record"
    ? w.subjectNumber!
    : `Records of ${w.department}${w.amountBelow === null ? "" : ` below ${formatCents(w.amountBelow)}`}`;

const permissionOf = (db: Db, w: WaiverRecord): Promise<WaiverDetail["permission"]> =>
  db.maybe<NonNullable<WaiverDetail["permission"]>>(sql`
    select id, name
    from stored_file
    where org_id = ${db.scope.orgId} and id = ${w.permissionFileId}
  `);

const failuresOf = (db: Db, w: WaiverRecord): Promise<WaiverDetail["failures"]> =>
  db.rows<WaiverDetail["failures"][number]>(sql`
    select id, number, subject_number as subject
    from control_failure
    where org_id = ${db.scope.orgId} and waiver_id = ${w.id}
    order by number
    limit 200
  `);

/** A waiver with what it covers now and what the actor may do; 404. */
export const readWaiver = async (db: Db, actor: Actor, id: string): Promise<WaiverDetail> => {
  const w = await getRow(db, controlWaiver, id, "waiver");
  if (!seesWaiver(actor, w)) throw notFound("waiver");
  const [people, permission, failures, approval, actions, check] = await Promise.all([
    namesOf(db, [w.decidedBy]),
    permissionOf(db, w),
    failuresOf(db, w),
    newestApproval(db, w.id),
    actionsAsked(db, actor, waiverNoun, w),
    checkOfRecord(db, w),
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: w.id,
    number: w.number,
    control: w.controlName,
    scope: w.scope,
    covers: coversOf(w),
    reason: w.reason,
    asker: w.asker,
    endsAt: w.endsAt,
    status: w.status as WaiverDetail["status"],
    version: w.version,
    measure: w.measure,
    demands: check?.demands ?? "",
    citation: w.citation,
    federal: w.federal,
    permission,
    decidedBy: nameOf(w.decidedBy),
    decidedAt: w.decidedAt,
    answer: w.answer,
    beganAt: w.beganAt,
    endedAt: w.endedAt,
    href: w.subjectId === null ? null : (controlSubject(w.subjectType)?.page(w.subjectId) ?? null),
    approvalId: approval?.id ?? null,
    failures,
    actions,
  };
};
