import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { newestPicture } from "#server/http/attachments.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { additionsOf, requestPlaced } from "#areas/engagement/engagement.server.ts";
import { placesOf } from "#areas/organization/organization.server.ts";
import { standingFor } from "../inspection/qualification.service.ts";
import { demandedBy } from "../need/certificate.service.ts";
import { demandedPermits, endedPermits } from "../permit/permit.service.ts";
import { crewOf } from "./members.service.ts";
import { workOrderList } from "./work-order.list.ts";
import { workOrderFields, type WorkOrderDetail } from "./work-order.model.ts";
import { ownRequest } from "./work-order.labels.ts";
import { workFacts, workOrderNoun, type WorkOrderRecord } from "./work-order.noun.ts";

type Head = Omit<
  WorkOrderDetail,
  | "place"
  | "serviceRequest"
  | "follows"
  | "photoId"
  | "additions"
  | "demanded"
  | "permits"
  | "endedPermits"
  | "crew"
  | "tasks"
  | "canEdit"
  | "actions"
> & {
  serviceRequestId: string | null;
  followsId: string | null;
  followsNumber: string | null;
  certificatesBy: string | null;
  acknowledgedBy: string | null;
};

const headOf = async (db: Db, actor: Actor, id: string): Promise<Head> => {
  const row = await db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(workOrderList, workOrderFields), actor)}, w.lead_id, w.hold_because,
      w.requested_by, q.display_name as requester, v.display_name as approver, w.started_at,
      w.completed_at, w.problem, w.cause, w.remedy, w.problem_code, w.cause_code, w.remedy_code,
      w.status_reason, trim_scale(a.latitude)::text as latitude,
      trim_scale(a.longitude)::text as longitude, w.service_request_id, w.follows_id,
      f.number as follows_number, w.certificates_by, k.display_name as acknowledged_by,
      case
        when a.warranty_until >= ${businessDate(db.scope)}::date then a.warranty_until
      end as warranty_until
    from ${raw(workOrderList.from)}
    left join person q on q.id = w.requested_by
    left join person v on v.id = w.approved_by
    left join person k on k.id = w.certificates_by
    left join work_order f on f.org_id = w.org_id and f.id = w.follows_id
    where w.org_id = ${db.scope.orgId} and w.id = ${id}
  `);
  if (!row) throw notFound("work order");
  return row;
};

const tasksOf = (db: Db, id: string) =>
  db.rows<WorkOrderDetail["tasks"][number]>(sql`
    select t.id, t.line_no, t.title, t.mandatory, t.done_at, p.display_name as done_by
    from work_order_task t
    left join person p on p.id = t.done_by
    where t.org_id = ${db.scope.orgId} and t.work_order_id = ${id}
    order by t.line_no
  `);

// Who asked for it reads on the button that somebody else approves it.
const stepsOf = async (db: Db, actor: Actor, record: WorkOrderRecord) =>
  (await actionsAsked(db, actor, workOrderNoun, record)).map((offered) =>
    offered.name === "approve" && offered.enabled && record.requestedBy === actor.personId
      ? { ...offered, enabled: false, reason: ownRequest }
      : offered,
  );

/** A work order with its tasks and the actor's actions. 404. */
export const readWork = async (db: Db, actor: Actor, id: string): Promise<WorkOrderDetail> => {
  const head = await headOf(db, actor, id);
  const { serviceRequestId, followsId, followsNumber, certificatesBy, acknowledgedBy, ...row } =
    head;
  const [tasks, places, request, additions, codes, permits, ended, crew, facts, photo, ofAsset] =
    await Promise.all([
      tasksOf(db, id),
      placesOf(db, [row.placeId]),
      serviceRequestId ? requestPlaced(db, serviceRequestId) : null,
      serviceRequestId ? additionsOf(db, serviceRequestId) : [],
      demandedBy(db, row),
      demandedPermits(db, row),
      endedPermits(db, row),
      crewOf(db, id),
      workFacts(db, id),
      newestPicture(db, "workOrder", id),
      row.assetId ? newestPicture(db, "asset", row.assetId) : null,
    ]);
  return {
    ...row,
    place: (row.placeId && places.get(row.placeId)?.line) || null,
    serviceRequest:
      serviceRequestId && request ? { id: serviceRequestId, number: request.number } : null,
    latitude: row.latitude ?? request?.latitude ?? null,
    longitude: row.longitude ?? request?.longitude ?? null,
    photoId: photo ?? ofAsset,
    follows: followsId && followsNumber ? { id: followsId, number: followsNumber } : null,
    additions,
    demanded: {
      codes,
      ...(await standingFor(db, "workOrder", row.leadId, codes, certificatesBy !== null)),
      acknowledgedBy,
    },
    permits,
    endedPermits: ended,
    crew,
    tasks,
    canEdit:
      actor.permissions.has("workOrder.plan") &&
      ["requested", "approved", "scheduled", "in_progress", "on_hold"].includes(row.status),
    actions: await stepsOf(db, actor, { ...head, ...facts } as unknown as WorkOrderRecord),
  };
};
