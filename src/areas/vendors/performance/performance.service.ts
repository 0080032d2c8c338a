import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { vendorStatuses } from "../vendor/vendor.labels.ts";
import { countEvents, eventsSql, type Span } from "./events.service.ts";
import { fewest, measureNames, measures, spanDays, type Measure } from "./performance.labels.ts";
import {
  eventsIn,
  formulaOf,
  markOf,
  scoreOf,
  type evaluationInput,
  type replyInput,
  type Scorecard,
} from "./performance.model.ts";
import { vendorEvaluation } from "./performance.tables.ts";

/** The year that ends today, by the agency's own day, whichever side reads. */
export const spanOf = async (db: Db, orgId: string): Promise<Omit<Span, "vendorId">> => {
  const zone = await db.maybe<{ timeZone: string }>(
    sql`select time_zone from organization where id = ${orgId}`,
  );
  const to = businessDate(db.scope, zone?.timeZone);
  return {
    orgId,
    from: addDays(to, 1 - spanDays),
    to,
  };
};

/**
 * A vendor's scorecard, worked out now from the events themselves; through whichever side `db`
 * reads. 404 for a vendor that this side cannot see.
 */
export const readScorecard = async (
  db: Db,
  actor: Actor,
  orgId: string,
  vendorId: string,
): Promise<Scorecard> => {
  const span = { ...(await spanOf(db, orgId)), vendorId };
  const [vendor, counted] = await Promise.all([
    db.maybe<{ name: string; number: string }>(
      sql`select name, number from vendor where org_id = ${orgId} and id = ${vendorId}`,
    ),
    countEvents(db, span),
  ]);
  if (!vendor) throw notFound("vendor");
  const bad = (m: Measure) => (m === "evaluation" ? 0 : counted[m].bad);
  return {
    vendorId,
    vendor: vendor.name,
    number: vendor.number,
    fromOn: span.from,
    toOn: span.to,
    marks: measureNames.map((measure) => ({
      measure,
      mark: markOf(counted, measure),
      n: counted[measure].n,
      bad: bad(measure),
    })),
    events: eventsIn(counted),
    score: scoreOf(counted),
    formula: formulaOf(counted),
    canEvaluate: actor.permissions.has("vendor.evaluate"),
    canPlan: actor.permissions.has("vendor.plan"),
  };
};

/** How often each kind of event was, and how often bad, by vendor. */
const countedSql = (span: Span): Sql => sql`
  
    events as (
      select vendor_id, 'delivery' as kind, good
      from (${eventsSql("delivery", span)}) a
      union all
      select vendor_id, 'quality', good
      from (${eventsSql("quality", span)}) b
      union all
      select vendor_id, 'price', good
      from (${eventsSql("price", span)}) c
      union all
      select vendor_id, 'dispute', good
      from (${eventsSql("dispute", span)}) f
    ),
    counted as (
      select
        vendor_id, count(*) filter (where kind = 'delivery') as dn,
        count(*) filter (where kind = 'delivery' and not good) as db,
        count(*) filter (where kind = 'quality') as qn,
        count(*) filter (where kind = 'quality' and not good) as qb,
        count(*) filter (where kind = 'price') as pn,
        count(*) filter (where kind = 'price' and not good) as pb,
        count(*) filter (where kind = 'dispute') as xn,
        count(*) filter (where kind = 'dispute' and not good) as xb
      from events
      group by vendor_id
    )
`;
const saidSql = (orgId: string, span: Span): Sql => sql`
  said as (
    select vendor_id, count(*) as en, sum(quality + timeliness + service)::int as es
    from vendor_evaluation
    where org_id = ${orgId} and evaluated_on between ${span.from}::date and ${span.to}::date
    group by vendor_id
  )
`;

/** Of 100: each measure by its weight, of those that have events. */
const weightedScore = (): Sql => {
  const [d, q, p, x, e] = measureNames.map((m) => measures[m].weight);
  return sql`
    round(
      ((case
        when dn > 0 then ${d}::numeric * (1 - db::numeric / dn)
        else 0
      end + case
        when qn > 0 then ${q}::numeric * (1 - qb::numeric / qn)
        else 0
      end + case
        when pn > 0 then ${p}::numeric * (1 - pb::numeric / pn)
        else 0
      end + case
        when xn > 0 then ${x}::numeric * (1 - xb::numeric / xn)
        else 0
      end + case
        when en > 0 then ${e}::numeric * ((es::numeric / (3 * en) - 1) / 4)
        else 0
      end) / ((case when dn > 0 then ${d}::numeric else 0 end) + (case
        when qn > 0 then ${q}::numeric
        else 0
      end) + (case when pn > 0 then ${p}::numeric else 0 end) + (case
        when xn > 0 then ${x}::numeric
        else 0
      end) + (case when en > 0 then ${e}::numeric else 0 end))) * 100,
      2
    )
  `;
};

/**
 * Works the sums of all vendors of the agency out anew, in one statement over the events of the
 * last year; gives how many vendors have any.
 */
export const recomputeScores = async (tx: Tx): Promise<number> => {
  const orgId = tx.scope.orgId!;
  const span: Span = { ...(await spanOf(tx, orgId)), vendorId: null };
  await tx.rows(sql`delete from vendor_score where org_id = ${orgId}`);
  const { n } = await tx.one<{ n: number }>(sql`
    with ${countedSql(span)},
    ${saidSql(orgId, span)},
    whole as (
      select
        coalesce(c.vendor_id, s.vendor_id) as vendor_id, coalesce(dn, 0) as dn,
        coalesce(db, 0) as db, coalesce(qn, 0) as qn, coalesce(qb, 0) as qb, coalesce(pn, 0) as pn,
        coalesce(pb, 0) as pb, coalesce(xn, 0) as xn, coalesce(xb, 0) as xb, coalesce(en, 0) as en,
        coalesce(es, 0) as es
      from counted c
      full join said s on s.vendor_id = c.vendor_id
    ),
    stored as (
      insert into vendor_score (
        org_id, vendor_id, from_on, to_on, delivery_n, delivery_bad, quality_n, quality_bad,
        price_n, price_bad, dispute_n, dispute_bad, evaluation_n, evaluation_sum, events, score
      )
      select
        ${orgId}::uuid, vendor_id, ${span.from}::date, ${span.to}::date, dn, db, qn, qb, pn, pb, xn,
        xb, en, es, dn + qn + pn + xn + en,
        case when dn + qn + pn + xn + en >= ${fewest}::int then ${weightedScore()} end
      from whole
      returning 1
    )
    select count(*) as n
    from stored
  `);
  return n;
};

const markSql = (n: string, bad: string) =>
  `case when s.${n} > 0 then round((1 - s.${bad}::numeric / s.${n}) * 100, 1)::float8 end`;
/** Scorecards of all vendors that have events. */
export const scoreList: ListDefinition = {
  name: "vendor-performance",
  from: "vendor_score s join vendor v on v.org_id = s.org_id and v.id = s.vendor_id",
  alias: "v",
  columns: {
    id: { sql: "v.id", hidden: true },
    number: { sql: "v.number", label: "Number", sort: true },
    name: { sql: "v.name", label: "Vendor", sort: true },
    status: { sql: "v.status", label: "Status", codes: vendorStatuses },
    score: { sql: "s.score::float8", label: "Score", sort: true },
    events: { sql: "s.events", label: "Events", sort: true },
    delivery: {
      sql: markSql("delivery_n", "delivery_bad"),
      label: measures.delivery.label,
      sort: true,
    },
    quality: {
      sql: markSql("quality_n", "quality_bad"),
      label: measures.quality.label,
      sort: true,
    },
    price: { sql: markSql("price_n", "price_bad"), label: measures.price.label, sort: true },
    dispute: {
      sql: markSql("dispute_n", "dispute_bad"),
      label: measures.dispute.label,
      sort: true,
    },
    evaluation: {
      sql: "case when s.evaluation_n > 0 then round(((s.evaluation_sum::numeric / (3 * s.evaluation_n) - 1) / 4) * 100, 1)::float8 end",
      label: measures.evaluation.label,
      sort: true,
    },
    openPlans: {
      sql: "(select count(*)::int from corrective_plan c where c.org_id = v.org_id and c.vendor_id = v.id and c.status in ('sent', 'answered', 'running'))",
      label: "Open plans",
    },
    computedAt: { sql: "s.computed_at", label: "As of" },
  },
  filters: {
    score: { kind: "range", sql: "s.score", type: "number" },
    few: { kind: "flag", sql: "s.score is null" },
    planned: {
      kind: "flag",
      sql: "exists (select 1 from corrective_plan c where c.org_id = v.org_id and c.vendor_id = v.id and c.status in ('sent', 'answered', 'running'))",
    },
  },
  search: ["(v.number || ' ' || v.name)"],
  defaultSort: "score",
};

/**
 * Keeps what somebody says of a vendor at the end of an order: once per person and order, only
 * after something was delivered, never by whom the vendor is not meant for.
 */
export const evaluate = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  input: z.output<typeof evaluationInput>,
): Promise<{ id: string }> => {
  const order = await tx.maybe<{ status: string; number: string }>(sql`
    select status, number
    from purchase_order
    where org_id = ${actor.orgId}
      and id = ${input.purchaseOrderId}
      and vendor_id = ${vendorId}
      and issued_at is not null
  `);
  if (!order) throw invalidField("purchaseOrderId", "This is no order of the vendor.");
  if (!["partly_received", "received", "closed", "short_closed"].includes(order.status))
    throw conflict("nothing_delivered", "Nothing of this order was delivered yet.");
  if (
    await tx.maybe(sql`
      select 1 as ok
      from vendor_evaluation
      where org_id = ${actor.orgId}
        and purchase_order_id = ${input.purchaseOrderId}
        and evaluated_by = ${actor.personId}
    `)
  )
    throw conflict("evaluated", "You have evaluated this order already.");
  const row = await insertRow(tx, vendorEvaluation, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    vendorId,
    evaluatedOn: businessDate(tx.scope),
    evaluatedBy: actor.personId!,
    evaluatedByName: actor.name,
  });
  note(tx, actor, "vendor", vendorId, {
    number: order.number,
    action: "evaluate",
    after: input,
    note: input.comment,
  });
  return { id: row.id };
};

/** The vendor's word on one of its events; 404 when it is none of its events. */
export const replyToEvent = (
  app: App,
  actor: Actor,
  orgId: string,
  input: z.output<typeof replyInput>,
): Promise<{ id: string }> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const span = { ...(await spanOf(tx, orgId)), from: day("2000-01-01"), vendorId: vendor.id };
    if (
      !(await tx.maybe(sql`
        select 1 as ok
        from (${eventsSql(input.kind, span)}) e
        where e.id = ${input.eventId}
        limit 1
      `))
    )
      throw notFound("event");
    const id = newId();
    await tx.rows(sql`
      insert into performance_reply (
        org_id, id, vendor_id, kind, event_id, body, person_id, person_name
      )
      values (
        ${orgId}, ${id}, ${vendor.id}, ${input.kind}, ${input.eventId}, ${input.body},
        ${who.personId}, ${who.name}
      )
    `);
    note(tx, who, "vendor", vendor, {
      action: "reply",
      after: { kind: input.kind, event: input.eventId },
      note: input.body.slice(0, 500),
    });
    return { id };
  });

/** 403 unless the actor acts for a vendor that the agency knows; gives the vendor's id there. */
export const ownVendorId = async (db: Db, orgId: string): Promise<string> => {
  const row = await db.maybe<{ id: string }>(sql`
    select id
    from vendor
    where org_id = ${orgId} and status <> 'inactive'
    order by (status = 'active') desc
    limit 1
  `);
  if (!row) throw notAllowed("This agency has no record of your company.");
  return row.id;
};
