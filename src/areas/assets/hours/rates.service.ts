import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { z } from "zod";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { assetClass, workOrder } from "../assets.tables.ts";
import type {
  HourCost,
  laborClassChange,
  LaborClassRow,
  rateInput,
  RateRow,
} from "./hours.model.ts";
import { hourRate, laborClass } from "./hours.tables.ts";

/** Classes of work, those in use first. */
export const laborClassesOf = (db: Db): Promise<LaborClassRow[]> =>
  db.rows<LaborClassRow>(sql`
    select id, code, name, active, version
    from labor_class
    where org_id = ${db.scope.orgId}
    order by active desc, name
    limit 500
  `);

/** Adds a class of work, or changes one (`id` with the version read). */
export const saveLaborClass = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof laborClassChange>,
  known: { id: string; version: number | null } | null = null,
): Promise<{ id: string }> => {
  const before = known ? await lockRow(tx, laborClass, known.id, "class") : null;
  if (before) requireVersion(before.version, known!.version);
  const after = before
    ? await updateRow(tx, laborClass, before.id, input)
    : await insertRow(tx, laborClass, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "laborClass", after.id, {
    number: after.code,
    action: before ? "edit" : "create",
    before,
    after,
    event: null,
  });
  return { id: after.id };
};

/** Burdened rates, newest day first. */
export const ratesOf = (db: Db): Promise<RateRow[]> =>
  db.rows<RateRow>(sql`
    select
      r.id, coalesce(l.name, a.name) as of,
      case when r.labor_class_id is null then 'equipment' else 'labor' end as kind, r.from_day,
      r.regular_cents, r.other_cents, r.source
    from hour_rate r
    left join labor_class l on l.org_id = r.org_id and l.id = r.labor_class_id
    left join asset_class a on a.org_id = r.org_id and a.id = r.asset_class_id
    where r.org_id = ${db.scope.orgId}
    order by coalesce(l.name, a.name), r.from_day desc
    limit 1000
  `);

/** Says what an hour costs from a day on. A rate is never changed: a later day brings the next. */
export const addRate = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof rateInput>,
): Promise<{ id: string }> => {
  if ((input.laborClassId === null) === (input.assetClassId === null))
    throw invalidField("laborClassId", "Choose a class of work, or a class of units.");
  if (input.laborClassId) await getRow(tx, laborClass, input.laborClassId, "class");
  if (input.assetClassId) await getRow(tx, assetClass, input.assetClassId, "class");
  const same = await tx.maybe(sql`
    select 1 as found
    from hour_rate
    where org_id = ${tx.scope.orgId}
      and labor_class_id is not distinct from ${input.laborClassId}::uuid
      and asset_class_id is not distinct from ${input.assetClassId}::uuid
      and from_day = ${input.fromDay}
  `);
  if (same) throw invalidField("fromDay", "A rate begins on this day already.");
  const row = await insertRow(tx, hourRate, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  // The amounts stay out of the record of who did what: who may read that may not read rates.
  const { regularCents: _regular, otherCents: _other, ...shown } = row;
  note(tx, actor, "hourRate", row.id, {
    number: row.fromDay,
    action: "add",
    after: shown,
    event: null,
  });
  return { id: row.id };
};

type CostRow = Omit<HourCost, "cents"> & { cents: number };

/** Hours `h` beside the rate `r` of their day, if there is one. */
const ratedHours = sql`
  work_hour h
  left join asset u on u.org_id = h.org_id and u.id = h.unit_id
  left join lateral (
      select q.id, q.regular_cents, q.other_cents
      from hour_rate q
      where q.org_id = h.org_id
        and q.from_day <= h.worked_on
        and (
          (h.kind = 'labor' and q.labor_class_id = h.labor_class_id)
          or (h.kind = 'equipment' and q.asset_class_id = u.class_id)
        )
      order by q.from_day desc
      limit 1
    ) r
    on true
`;
/** Sums over rated hours; each row is rounded to the cent. */
const hourSums = sql`
  
    coalesce(sum(h.minutes) filter (where h.kind = 'labor'), 0)::int as minutes,
    coalesce(sum(h.minutes) filter (where h.kind = 'equipment'), 0)::int as equipment_minutes,
    (count(*) filter (where h.status = 'entered'))::int as waiting,
    (count(*) filter (where r.id is null))::int as unrated,
    coalesce(
      sum(case
        when h.kind = 'equipment' then round((
          h.minutes * r.regular_cents + h.standby_minutes * r.other_cents
        ) / 60.0)
        when h.pay in ('overtime', 'premium') then round(h.minutes * r.other_cents / 60.0)
        else round(h.minutes * r.regular_cents / 60.0)
      end),
      0
    )::bigint as cents
`;

/**
 * Hours of a work order and their cost by the rate of their day, each row rounded to the cent. Rows
 * without a rate are counted in `unrated`; without the right to read rates `cents` is null.
 */
export const costOfWork = async (db: Db, actor: Actor, workOrderId: string): Promise<HourCost> => {
  await getRow(db, workOrder, workOrderId, "work order");
  const found = await db.one<CostRow>(sql`
    select ${hourSums}
    from ${ratedHours}
    where h.org_id = ${db.scope.orgId}
      and h.work_order_id = ${workOrderId}
      and h.status in ('entered', 'approved')
  `);
  return { ...found, cents: actor.permissions.has("hours.rates") ? found.cents : null };
};

/** Approved hours on an asset by their work order; null names those of no order. In cents by rates. */
export const hoursOnAsset = (
  db: Db,
  assetId: string,
): Promise<(CostRow & { workOrderId: string | null })[]> =>
  db.rows(sql`
    select h.work_order_id, ${hourSums}
    from ${ratedHours}
    left join work_order w on w.org_id = h.org_id and w.id = h.work_order_id
    where h.org_id = ${db.scope.orgId}
      and coalesce(w.asset_id, h.asset_id) = ${assetId}
      and h.status = 'approved'
    group by h.work_order_id
  `);
