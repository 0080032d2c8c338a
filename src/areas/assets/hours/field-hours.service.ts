import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { HourPay } from "./hours.labels.ts";
import type { Day, Instant } from "#kernel/time.ts";

/** One row of hours, as it was approved: nothing is added up. Times are instants, days the agency's. */
export type FieldHour = {
  id: string;
  kind: "labor" | "equipment";
  workedOn: Day;
  fromAt: Instant;
  toAt: Instant;
  /** Of people the time less breaks; of units the time that they ran. */
  minutes: number;
  standbyMinutes: number;
  pay: HourPay;
  personId: string | null;
  person: string | null;
  laborClassId: string | null;
  laborClass: string | null;
  unitId: string | null;
  unit: string | null;
  unitClassId: string | null;
  meter: string | null;
  activity: string;
  placeId: string | null;
  assetId: string | null;
  workOrderId: string | null;
  workOrder: string | null;
  incidentId: string | null;
  positionId: string | null;
  approvedBy: string | null;
};

export type FieldHoursAsked = {
  incidentIds?: readonly string[];
  workOrderIds?: readonly string[];
  /** Days, both inclusive. */
  from?: string;
  to?: string;
  /** Rows after this id, in the order of ids; for pages of 5,000. */
  after?: string;
};

/**
 * Approved hours of incidents (or of work orders) row by row, as force account asks for them. At
 * most 5,000; `after` goes on. Neither incidents nor orders named: nothing.
 */
export const fieldHours = (db: Db, asked: FieldHoursAsked): Promise<FieldHour[]> =>
  db.rows<FieldHour>(sql`
    select
      h.id, h.kind, h.worked_on, h.from_at, h.to_at, h.minutes, h.standby_minutes, h.pay,
      h.person_id, p.display_name as person, h.labor_class_id, c.name as labor_class, h.unit_id,
      u.name as unit, u.class_id as unit_class_id, h.meter::text as meter, h.activity, h.place_id,
      h.asset_id, h.work_order_id, w.number as work_order, h.incident_id, h.position_id,
      v.display_name as approved_by
    from work_hour h
    left join person p on p.id = h.person_id
    left join person v on v.id = h.approved_by
    left join labor_class c on c.org_id = h.org_id and c.id = h.labor_class_id
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    left join work_order w on w.org_id = h.org_id and w.id = h.work_order_id
    where h.org_id = ${db.scope.orgId}
      and h.status = 'approved'
      and (
        h.incident_id = any(${[...(asked.incidentIds ?? [])]}::uuid[])
        or h.work_order_id = any(${[...(asked.workOrderIds ?? [])]}::uuid[])
      )
      and (${asked.from ?? null}::date is null or h.worked_on >= ${asked.from ?? null}::date)
      and (${asked.to ?? null}::date is null or h.worked_on <= ${asked.to ?? null}::date)
      and (${asked.after ?? null}::uuid is null or h.id > ${asked.after ?? null}::uuid)
    order by h.id
    limit 5000
  `);
