import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { placesOf } from "#areas/organization/organization.server.ts";
import { askedBy } from "../checklist/checklist.model.ts";
import type { ChecklistItem } from "../checklist/checklist.labels.ts";
import { inspectionList } from "./inspection.list.ts";
import type { InspectionDetail } from "./inspection.model.ts";
import { inspectionNoun, seesInspection, type InspectionRecord } from "./inspection.noun.ts";
import { standingFor } from "./qualification.service.ts";

type Head = Omit<
  InspectionDetail,
  "place" | "lacking" | "pages" | "files" | "findings" | "canFill" | "canAcknowledge" | "actions"
> & { placeId: string | null; submittedBy: string | null; items: ChecklistItem[] };

const headOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(inspectionList, {}), actor)}, k.version_no as checklist_version,
      k.citation, k.about, k.certificates, k.items, s.qualification, s.place_id, s.assigned_to,
      s.submitted_by, q.display_name as submitter, v.display_name as reviewer, s.review_note,
      s.status_reason, s.answers
    from ${raw(inspectionList.from)}
    left join person q on q.id = s.submitted_by
    left join person v on v.id = s.reviewed_by
    where s.org_id = ${db.scope.orgId} and s.id = ${id}
  `);

const findingsOf = (db: Db, id: string) =>
  db.rows<InspectionDetail["findings"][number]>(sql`
    select
      f.id, f.item_key, f.item, f.said, f.work_order_id, w.number as work_order, f.joined,
      f.took_out
    from inspection_finding f
    left join work_order w on w.org_id = f.org_id and w.id = f.work_order_id
    where f.org_id = ${db.scope.orgId} and f.inspection_id = ${id}
    order by f.created_at, f.id
  `);

/**
 * An inspection with its pinned checklist, for whoever manages inspections or has it given to them;
 * others find none (404).
 */
export const readInspection = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<InspectionDetail> => {
  const head = await headOf(db, actor, id);
  const manages = actor.permissions.has("inspection.manage");
  if (!head || !seesInspection(actor, head)) throw notFound("inspection");
  const { items, placeId, submittedBy, ...row } = head;
  const [findings, places, { lacking, closed }] = await Promise.all([
    findingsOf(db, id),
    placesOf(db, [placeId]),
    standingFor(db, "inspection", row.assignedTo, row.certificates, row.qualification !== ""),
  ]);
  const own = row.assignedTo === actor.personId;
  return {
    ...row,
    place: (placeId && places.get(placeId)?.line) || null,
    lacking,
    pages: askedBy(items).pages,
    findings,
    canFill: row.status === "in_progress" && (own || manages),
    canAcknowledge: manages && !own && row.status === "scheduled" && lacking.length > 0,
    actions: actionsFor(actor, inspectionNoun, {
      ...row,
      submittedBy,
      lacking,
      closed,
    } as unknown as InspectionRecord),
  };
};
