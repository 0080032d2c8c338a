import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asset } from "../assets.tables.ts";
import type { MeterKind, ReadingSource } from "./meter.labels.ts";
import type { MeterRow } from "./meter.model.ts";
import { assetMeter, meterReading } from "./meter.tables.ts";

export type Reading = {
  assetId: string;
  kind: MeterKind;
  /** What the dial shows. */
  value: number;
  /** ISO instant. */
  readAt: string;
  source: ReadingSource;
  /** The dial began anew since the last reading; `rolledAt`: what it showed last before. */
  rollover: boolean;
  rolledAt?: number | null;
};

type Near = { id: string; value: string; total: string; readAt: string };

const nearOf = (tx: Tx, meterId: string, readAt: string) =>
  Promise.all([
    tx.maybe<Near>(sql`
      select id, value::text as value, total::text as total, read_at
      from meter_reading
      where org_id = ${tx.scope.orgId}
        and meter_id = ${meterId}
        and read_at <= ${readAt}::timestamptz
      order by read_at desc
      limit 1
    `),
    tx.maybe<Near>(sql`
      select id, value::text as value, total::text as total, read_at
      from meter_reading
      where org_id = ${tx.scope.orgId}
        and meter_id = ${meterId}
        and read_at > ${readAt}::timestamptz
      order by read_at
      limit 1
    `),
  ]);

const totalAfter = (before: Near | null, reading: Reading): number => {
  if (!before) return reading.value;
  const [value, total] = [Number(before.value), Number(before.total)];
  if (!reading.rollover) {
    if (reading.value < value)
      throw invalidField(
        "value",
        `The meter showed ${value} before. If it began anew, say so; else check the figure.`,
        "meter_fell",
      );
    return total + reading.value - value;
  }
  const end = reading.rolledAt ?? null;
  if (end === null || end < value)
    throw invalidField(
      "rolledAt",
      `Enter what it showed last before it began anew, ${value} or more.`,
    );
  return total + (end - value) + reading.value;
};

const meterOf = async (tx: Tx, { assetId, kind, value, readAt }: Reading) => {
  const found = await tx.maybe<{ id: string }>(sql`
    select id
    from asset_meter
    where org_id = ${tx.scope.orgId} and asset_id = ${assetId} and kind = ${kind}
    for update
  `);
  if (found) return { id: found.id, fresh: false };
  const made = await insertRow(tx, assetMeter, {
    orgId: tx.scope.orgId!,
    id: newId(),
    assetId,
    kind,
    value: String(value),
    total: String(value),
    readAt,
  });
  return { id: made.id, fresh: true };
};

/**
 * Writes down what a meter of an asset shows. Meters rise: one that fell is refused (422 at
 * `value`), unless a rollover is declared with what it showed last. A reading between others must
 * fit between them. The same reading again answers with the one that is there.
 */
export const recordReading = async (
  tx: Tx,
  actor: Actor,
  reading: Reading,
): Promise<{ id: string; total: string }> => {
  if (Date.parse(reading.readAt) > businessNow(tx.scope).getTime() + 60_000)
    throw invalidField("readAt", "This time is still to come.");
  const of = await lockRow(tx, asset, reading.assetId, "asset");
  const { id: meterId } = await meterOf(tx, reading);
  const [before, later] = await nearOf(tx, meterId, reading.readAt);
  if (before && Date.parse(before.readAt) === Date.parse(reading.readAt)) {
    if (Number(before.value) === reading.value) return before;
    throw conflict("reading_there", `The meter was read at this time: it showed ${before.value}.`);
  }
  const total = totalAfter(before, reading);
  if (later && total > Number(later.total))
    throw invalidField("value", `A later reading shows ${Number(later.value)}: this one is more.`);
  const row = await insertRow(tx, meterReading, {
    orgId: tx.scope.orgId!,
    id: newId(),
    meterId,
    value: String(reading.value),
    total: String(total),
    readAt: reading.readAt,
    rolledAt: reading.rollover ? String(reading.rolledAt) : null,
    source: reading.source,
    readBy: actor.personId,
  });
  if (!later)
    await updateRow(tx, assetMeter, meterId, {
      value: String(reading.value),
      total: String(total),
      readAt: reading.readAt,
    });
  note(tx, actor, "asset", reading.assetId, {
    number: of.number,
    action: "readMeter",
    after: { meter: reading.kind, value: reading.value, total, readAt: reading.readAt },
  });
  return { id: row.id, total: row.total };
};

/** Meters of an asset with their newest readings and what they rise a day. 404. */
export const metersOf = async (db: Db, assetId: string): Promise<MeterRow[]> => {
  await getRow(db, asset, assetId, "asset");
  const [meters, readings] = await Promise.all([
    db.rows<Omit<MeterRow, "readings">>(sql`
      select
        m.id, m.kind, trim_scale(m.value)::text as value, trim_scale(m.total)::text as total,
        m.read_at,
        (
          select case
              when max(r.read_at) > min(r.read_at) + interval '1 day' then ((max(r.total) - min(r.total)) / (
                extract(epoch from max(r.read_at) - min(r.read_at)) / 86400
              ))::float8
            end
          from meter_reading r
          where r.org_id = m.org_id
            and r.meter_id = m.id
            and r.read_at > m.read_at - interval '1 year'
        ) as per_day
      from asset_meter m
      where m.org_id = ${db.scope.orgId} and m.asset_id = ${assetId}
      order by m.kind
    `),
    db.rows<MeterRow["readings"][number] & { meterId: string }>(sql`
      select
        r.id, r.meter_id, trim_scale(r.value)::text as value, trim_scale(r.total)::text as total,
        r.read_at, trim_scale(r.rolled_at)::text as rolled_at, r.source, p.display_name as read_by
      from asset_meter m
      join meter_reading r on r.org_id = m.org_id and r.meter_id = m.id
      left join person p on p.id = r.read_by
      where m.org_id = ${db.scope.orgId} and m.asset_id = ${assetId}
      order by r.read_at desc
      limit 60
    `),
  ]);
  return meters.map((meter) => ({
    ...meter,
    readings: readings.filter((r) => r.meterId === meter.id),
  }));
};
