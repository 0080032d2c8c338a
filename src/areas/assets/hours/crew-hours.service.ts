import type { Day, Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { HourPay } from "./hours.labels.ts";

/** Hours that lie on file, whoever approved them or not. Times are instants, days the agency's. */
export type HourOnFile = {
  id: string;
  kind: "labor" | "equipment";
  status: "entered" | "approved";
  personId: string | null;
  person: string | null;
  unitId: string | null;
  unit: string | null;
  laborClass: string | null;
  workedOn: Day;
  fromAt: Instant;
  toAt: Instant;
  minutes: number;
  pay: HourPay;
  activity: string;
  incidentId: string | null;
  enteredBy: string | null;
  version: number;
};

type Asked = {
  personIds?: readonly string[];
  incidentId?: string;
  status?: "entered" | "approved";
  /** Days, both inclusive. */
  from?: string;
  to?: string;
};

/**
 * Rows of hours that stand (entered or approved), of people or of an incident, by day and person. At
 * most 20,000. Neither people nor an incident named: nothing.
 */
export const hoursOnFile = (db: Db, asked: Asked): Promise<HourOnFile[]> =>
  db.rows<HourOnFile>(sql`
    select
      h.id, h.kind, h.status, h.person_id, p.display_name as person, h.unit_id, u.name as unit,
      c.name as labor_class, h.worked_on, h.from_at, h.to_at, h.minutes, h.pay, h.activity,
      h.incident_id, h.entered_by, h.version
    from work_hour h
    left join person p on p.id = h.person_id
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    left join labor_class c on c.org_id = h.org_id and c.id = h.labor_class_id
    where h.org_id = ${db.scope.orgId}
      and h.status in ('entered', 'approved')
      and (
        h.person_id = any(${[...(asked.personIds ?? [])]}::uuid[])
        or h.incident_id = ${asked.incidentId ?? null}::uuid
      )
      and (${asked.status ?? null}::text is null or h.status = ${asked.status ?? null}::text)
      and (${asked.from ?? null}::date is null or h.worked_on >= ${asked.from ?? null}::date)
      and (${asked.to ?? null}::date is null or h.worked_on <= ${asked.to ?? null}::date)
    order by h.worked_on, p.display_name, h.from_at, h.id
    limit 20000
  `);

/** Hours as an auditor asks for them: when, what, who entered and who confirmed them, by names. */
export type NamedHour = Pick<
  HourOnFile,
  "id" | "person" | "unit" | "laborClass" | "workedOn" | "fromAt" | "toAt" | "minutes" | "pay"
> & {
  breakMinutes: number;
  standbyMinutes: number;
  activity: string;
  enteredBy: string | null;
  approvedBy: string | null;
  approvedAt: Instant | null;
};

/** These hours of the scope's agency; unknown ones are left out. */
export const hoursNamed = (db: Db, ids: readonly string[]): Promise<NamedHour[]> =>
  db.rows<NamedHour>(sql`
    select
      h.id, p.display_name as person, u.name as unit, c.name as labor_class, h.worked_on, h.from_at,
      h.to_at, h.minutes, h.pay, h.break_minutes, h.standby_minutes, h.activity,
      e.display_name as entered_by, v.display_name as approved_by, h.approved_at
    from work_hour h
    left join person p on p.id = h.person_id
    left join person e on e.id = h.entered_by
    left join person v on v.id = h.approved_by
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    left join labor_class c on c.org_id = h.org_id and c.id = h.labor_class_id
    where h.org_id = ${db.scope.orgId} and h.id = any(${[...ids]}::uuid[])
  `);

/** Units by their tag or name, however written; several of one name are all given. */
export const unitsNamed = (
  db: Db,
  names: readonly string[],
): Promise<{ id: string; tag: string; name: string; classId: string }[]> =>
  db.rows(sql`
    select id, lower(tag) as tag, lower(name) as name, class_id
    from asset
    where org_id = ${db.scope.orgId}
      and (
        lower(tag) = any(${names.map((n) => n.toLowerCase())}::text[])
        or lower(name) = any(${names.map((n) => n.toLowerCase())}::text[])
      )
    order by id
    limit 5000
  `);
