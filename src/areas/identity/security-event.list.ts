import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { eventSeverities, securityEventWords } from "./security-event.labels.ts";

// A sign-in on a device that the person never used is told as such.
const kind =
  "case when v.event_data->>'newDevice' = 'true' then 'new_device' else v.event_type end";
const columns = `v.id, v.person_id, ${kind} as kind, v.severity, v.event_data, v.address, v.occurred_at`;

/**
 * What happened in the agency, and to its members' accounts before they were in any: the row policy
 * of the table lets no other event through.
 */
const eventsOfAgency = `
  select v.org_id, ${columns}
  from security_event v
  where v.org_id = (select levee_org())
  union all
  select m.org_id, ${columns}
  from security_event v
  join organization_member m on m.person_id = v.person_id
  where v.org_id is null and m.org_id = (select levee_org()) and m.active
`;

/** Security events of the agency, newest first. */
export const securityEventList: ListDefinition = {
  name: "security-events",
  title: "Security events",
  alias: "e",
  from: `(${eventsOfAgency}) e left join person p on p.id = e.person_id`,
  columns: {
    id: { sql: "e.id", hidden: true },
    at: { sql: "e.occurred_at", label: "When", sort: true },
    kind: { sql: "e.kind", label: "What", codes: securityEventWords },
    severity: { sql: "e.severity", label: "Severity", codes: eventSeverities },
    personId: { sql: "e.person_id", hidden: true },
    person: { sql: "p.display_name", label: "Person", sort: true },
    address: { sql: "e.address", label: "Network address" },
    about: {
      sql: "coalesce(e.event_data->>'email', e.event_data->>'path', e.event_data->>'told', e.event_data->>'reason', '')",
      label: "About",
    },
  },
  filters: {
    kind: { kind: "set", sql: "e.kind", type: "text" },
    severity: { kind: "set", sql: "e.severity", type: "text" },
    personId: { kind: "set", sql: "e.person_id", type: "uuid" },
    address: { kind: "set", sql: "e.address", type: "text" },
    at: { kind: "range", sql: "(e.occurred_at at time zone $zone)::date", type: "date" },
  },
  search: ["p.display_name", "e.address", "e.event_data->>'email'", "e.kind"],
  defaultSort: "-at",
};

/** An event as detections read it. */
export type SeenEvent = {
  id: string;
  kind: string;
  personId: string | null;
  personName: string | null;
  address: string;
  at: Instant;
};

/** Events of some kinds since an instant, in their order; at most 20,000. */
export const securityEventsSince = (
  db: Db,
  since: string,
  kinds: readonly string[],
): Promise<SeenEvent[]> =>
  db.rows<SeenEvent>(sql`
    select e.id, e.kind, e.person_id, p.display_name as person_name, e.address, e.occurred_at as at
    from (${raw(eventsOfAgency)}) e
    left join person p on p.id = e.person_id
    where e.occurred_at >= ${since} and e.kind = any(${[...kinds]}::text[])
    order by e.occurred_at, e.id
    limit 20000
  `);

/**
 * Sign-ins since an instant of people who had signed in before, and then not for so many days: of
 * accounts that wake.
 */
export const wokenSince = (db: Db, since: string, days: number): Promise<SeenEvent[]> =>
  db.rows<SeenEvent>(sql`
    select
      v.id, 'account_woke' as kind, v.person_id, p.display_name as person_name, v.address,
      v.occurred_at as at
    from security_event v
    join person p on p.id = v.person_id
    join lateral (
        select max(b.occurred_at) as at
        from security_event b
        where b.person_id = v.person_id
          and b.org_id = ${db.scope.orgId}
          and b.event_type = 'signed_in'
          and b.occurred_at < v.occurred_at
      ) before
      on before.at < v.occurred_at - make_interval(days => ${days}::int)
    where v.org_id = ${db.scope.orgId} and v.event_type = 'signed_in' and v.occurred_at >= ${since}
    order by v.occurred_at, v.id
    limit 1000
  `);

/** How many events of a kind each of the last days had, by the agency's own days. */
export const eventsByDay = (
  db: Db,
  days: number,
): Promise<{ day: string; kind: string; events: number }[]> =>
  db.rows<{ day: string; kind: string; events: number }>(sql`
    select
      to_char(e.occurred_at at time zone o.time_zone, 'YYYY-MM-DD') as day, e.kind,
      count(*)::int as events
    from (${raw(eventsOfAgency)}) e
    join organization o on o.id = e.org_id
    where e.occurred_at >= clock_timestamp() - make_interval(days => ${days}::int)
    group by 1, 2
    order by 1, 2
  `);

/** Sign-ins that failed for accounts that nobody has, from one network address. */
export type StrangerSignIns = {
  address: string;
  attempts: number;
  /** How many different accounts were tried. */
  accounts: number;
  lastAt: Instant;
};

/**
 * Sign-ins of the last so many days that name no account of this installation, by network address, the
 * most attempts first; at most 50. They belong to no agency: whoever runs the machine reads them. What
 * was typed is not told, since it may be a password in the wrong field.
 */
export const strangerSignIns = (identity: Db, days: number): Promise<StrangerSignIns[]> =>
  identity.rows<StrangerSignIns>(sql`
    select
      address, count(*)::int as attempts, count(distinct event_data->>'email')::int as accounts,
      max(occurred_at) as last_at
    from security_event
    where org_id is null
      and person_id is null
      and event_type = 'sign_in_failed'
      and occurred_at >= clock_timestamp() - make_interval(days => ${days}::int)
    group by address
    order by attempts desc, address
    limit 50
  `);

/** How often somebody without an account tried to sign in, in so many days; `db` may be the operator's. */
export const strangersTried = async (db: Db, days: number): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from security_event
      where org_id is null
        and person_id is null
        and event_type = 'sign_in_failed'
        and occurred_at >= clock_timestamp() - make_interval(days => ${days}::int)
    `)
  ).n;
