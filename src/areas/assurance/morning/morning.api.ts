import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { morning, type AssuranceMorning } from "./morning.model.ts";

const waiting = (db: Db, actor: Actor) =>
  db.one<Omit<AssuranceMorning, "ages" | "open">>(sql`
    select
      (
        select count(*)
        from assurance_request r
        where r.org_id = ${db.scope.orgId} and r.owner_id = ${actor.personId} and r.status = 'asked'
      )::int as requests,
      (
        select count(*)
        from assurance_request r
        where r.org_id = ${db.scope.orgId}
          and r.owner_id = ${actor.personId}
          and r.status = 'asked'
          and r.due_on < ${businessDate(db.scope)}
      )::int as late_requests,
      (
        select count(*)
        from assurance_finding f
        where f.org_id = ${db.scope.orgId}
          and f.responder_id = ${actor.personId}
          and f.status = 'open'
      )::int as responses,
      (
        select count(*)
        from assurance_procedure p
        join assurance_member m on m.org_id = p.org_id and m.audit_id = p.audit_id
        where p.org_id = ${db.scope.orgId}
          and p.status = 'prepared'
          and p.preparer_id <> ${actor.personId}
          and m.person_id = ${actor.personId}
          and m.role <> 'outside'
      )::int as reviews,
      (
        select count(*)
        from assurance_member m
        join assurance_audit a on a.org_id = m.org_id and a.id = m.audit_id
        where m.org_id = ${db.scope.orgId}
          and m.person_id = ${actor.personId}
          and m.role <> 'outside'
          and m.declared_on is null
          and a.status = 'planned'
      )::int as declarations
  `);

const agesOf = (db: Db) =>
  db.rows<AssuranceMorning["ages"][number]>(sql`
    with aged as (
      select f.severity, ${businessDate(db.scope)}::date - f.opened_on as days
      from assurance_finding f
      where f.org_id = ${db.scope.orgId} and f.status not in ('closed', 'withdrawn')
    )
    select
      severity, count(*) filter (where days <= 30)::int as "upTo30",
      count(*) filter (where days between 31 and 90)::int as "upTo90",
      count(*) filter (where days between 91 and 365)::int as "upTo365",
      count(*) filter (where days > 365)::int as beyond
    from aged
    group by severity
    order by severity
  `);

/** What of audits waits for whoever asks, and open findings by age: those that are for them. */
export const morningEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/assurance",
    permission: "assurance.read",
    summary: "What of audits waits for you, and open findings by age",
    response: morning,
    handler: async ({ db, actor }) => {
      const [waits, ages] = await Promise.all([waiting(db, actor), agesOf(db)]);
      const open = ages.reduce((n, a) => n + a.upTo30 + a.upTo90 + a.upTo365 + a.beyond, 0);
      return { ...waits, open, ages };
    },
  }),
];
