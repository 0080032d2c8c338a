import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import { recordReading } from "#areas/assets/assets.server.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { device as deviceTable } from "../devices.tables.ts";
import { deviceNoun, type DeviceStored } from "../device/device.noun.ts";
import { postOn } from "../device/post.service.ts";
import { clockSlack } from "../reading/reading.model.ts";
import type { RuleRow } from "./alarm.model.ts";
import { clearAlarm, raiseAlarm } from "./alarm.service.ts";
import { rulesInForce, watchesDevice } from "./rule.service.ts";
import {
  calm,
  watchReading,
  watchSilence,
  type Judged,
  type Watch,
  type WatchEvent,
} from "./watch.model.ts";

/** So many readings of a metric are judged in one transaction. */
const atOnce = 5000;

type Latest = {
  metric: string;
  judgedAt: string | null;
  receivedAt: string;
  readAt: string;
  fedAt: string | null;
};
type At = { tx: Tx; actor: Actor; device: DeviceStored; rules: readonly RuleRow[] };

const latestOf = (tx: Tx, deviceId: string): Promise<Latest[]> =>
  tx.rows(sql`
    select metric, judged_at, received_at, read_at, fed_at
    from device_latest
    where org_id = ${tx.scope.orgId} and device_id = ${deviceId}
    order by metric
  `);

// What is of the future as it came triggers nothing, also when its time has come.
const unjudged = (tx: Tx, deviceId: string, { metric, judgedAt }: Latest): Promise<Judged[]> =>
  tx.rows(sql`
    select read_at as at, value, longitude, accuracy
    from device_reading
    where org_id = ${tx.scope.orgId}
      and device_id = ${deviceId}
      and metric = ${metric}
      and read_at > coalesce(${judgedAt}::timestamptz, '-infinity')
      and read_at <= received_at + make_interval(secs => ${clockSlack / 1000})
    order by read_at, seq
    limit ${atOnce}
  `);

const watchOf = async (tx: Tx, deviceId: string, definitionId: string): Promise<Watch> =>
  (
    await tx.maybe<{ standing: Watch }>(sql`
      select standing
      from device_watch
      where org_id = ${tx.scope.orgId}
        and device_id = ${deviceId}
        and definition_id = ${definitionId}
    `)
  )?.standing ?? calm;

const keepWatch = (tx: Tx, deviceId: string, definitionId: string, standing: Watch) =>
  tx.rows(sql`
    insert into device_watch (org_id, device_id, definition_id, standing)
    values (${tx.scope.orgId}, ${deviceId}, ${definitionId}, ${JSON.stringify(standing)}::jsonb)
    on conflict (org_id, device_id, definition_id)
    do update set standing = excluded.standing, updated_at = clock_timestamp()
  `);

const take = async ({ tx, actor, device }: At, rule: RuleRow, event: WatchEvent | null) => {
  if (event?.kind === "raise") await raiseAlarm(tx, actor, { device, rule }, event);
  if (event?.kind === "clear")
    await clearAlarm(
      tx,
      actor,
      { deviceId: device.id, definitionId: rule.definitionId },
      { at: event.at, note: "By what was read since" },
    );
};

const judgeMetric = async (at: At, latest: Latest, readings: readonly Judged[]): Promise<void> => {
  const { tx, device, rules } = at;
  for (const rule of rules) {
    if ((rule.watches === "outside" ? "position" : rule.metric) !== latest.metric) continue;
    if (rule.watches === "silent") continue;
    let watch = await watchOf(tx, device.id, rule.definitionId);
    for (const reading of readings) {
      const judged = watchReading(rule, watch, reading);
      watch = judged.watch;
      await take(at, rule, judged.event);
    }
    await keepWatch(tx, device.id, rule.definitionId, watch);
  }
};

/** Meters of assets by the metric that a device sends. */
const meterOf: Readonly<Record<string, "hours" | "miles">> = { hours: "hours", miles: "miles" };
/** A meter takes a reading an hour at most. Milliseconds. */
const feedEvery = 3_600_000;

// A meter that refuses (it fell) says so on the device's page, and goes on with the next reading.
const feedMeter = async ({ tx, actor, device }: At, latest: Latest, last: Judged) => {
  const kind = meterOf[latest.metric];
  if (!kind) return;
  if (latest.fedAt && Date.parse(last.at) - Date.parse(latest.fedAt) < feedEvery) return;
  const post = await postOn(tx, device.id, dateIn(last.at as never, tx.scope.timeZone ?? "UTC"));
  if (!post?.assetId) return;
  let refused = "";
  try {
    await recordReading(tx, actor, {
      ...{ assetId: post.assetId, kind, value: Math.round(last.value * 100) / 100 },
      ...{ readAt: last.at, source: "device" as const, rollover: false },
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    refused = error.message;
  }
  await tx.rows(sql`
    update device_latest
    set fed_at = ${last.at}::timestamptz, refused = ${refused}
    where org_id = ${tx.scope.orgId} and device_id = ${device.id} and metric = ${latest.metric}
  `);
};

const judgeSilences = async (at: At, heardAt: string | null): Promise<void> => {
  const { tx, device, rules } = at;
  const now = businessNow(tx.scope).toISOString();
  for (const rule of rules.filter(({ watches }) => watches === "silent")) {
    const before = await watchOf(tx, device.id, rule.definitionId);
    const { watch, event } = watchSilence(rule, before, heardAt, now);
    if (watch !== before) await keepWatch(tx, device.id, rule.definitionId, watch);
    await take(at, rule, event);
  }
};

const turnStale = async ({ tx, actor, device }: At, heardAt: string | null): Promise<void> => {
  if (device.status !== "active" || heardAt === null) return;
  const silent = businessNow(tx.scope).getTime() - Date.parse(heardAt);
  if (silent < device.silentMinutes * 60_000) return;
  await transition(tx, actor, deviceNoun, { id: device.id, action: "miss" });
};

const waits = ({ judgedAt, readAt }: Latest): boolean =>
  judgedAt === null || Date.parse(judgedAt) < Date.parse(readAt);

const latestInstant = (instants: readonly string[]): string | null =>
  instants.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;

/**
 * Judges what a device sent since, in its order, and whether it is silent. `silence` false: only what
 * came is judged. One at a time for a device; a late reading from before what was judged triggers
 * nothing. Gives whether there is more to judge.
 */
export const judgeDevice = async (
  tx: Tx,
  actor: Actor,
  deviceId: string,
  { silence }: { silence: boolean },
): Promise<boolean> => {
  const device = await lockRow(tx, deviceTable, deviceId, "device");
  if (device.status === "retired") return false;
  const [all, latest] = await Promise.all([rulesInForce(tx), latestOf(tx, deviceId)]);
  const at: At = { tx, actor, device, rules: all.filter((rule) => watchesDevice(rule, device)) };
  let more = false;
  for (const of of latest.filter(waits)) {
    const readings = await unjudged(tx, deviceId, of);
    const last = readings.at(-1);
    if (!last) continue;
    await judgeMetric(at, of, readings);
    await tx.rows(sql`
      update device_latest
      set judged_at = ${last.at}::timestamptz
      where org_id = ${tx.scope.orgId} and device_id = ${deviceId} and metric = ${of.metric}
    `);
    await feedMeter(at, of, last);
    more ||= readings.length === atOnce;
  }
  const heardAt = latestInstant(latest.map(({ receivedAt }) => receivedAt));
  await judgeSilences(at, heardAt);
  if (silence) await turnStale(at, heardAt);
  return more;
};
