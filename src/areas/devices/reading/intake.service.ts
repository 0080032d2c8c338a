import { systemActor } from "#kernel/access.ts";
import { notSignedIn } from "#kernel/errors.ts";
import { limitsAreOff } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Scope, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { device } from "../devices.tables.ts";
import { deviceNoun } from "../device/device.noun.ts";
import type { DeviceCaller } from "../key/caller.service.ts";
import { IntakeCount, IntakeGate, intakeLimits } from "./intake-limits.ts";
import { ensureMonths, forgetMonths } from "./months.service.ts";
import {
  clockSlack,
  readBatch,
  refuseRow,
  type BatchAnswer,
  type Reading,
} from "./reading.model.ts";
import { readingsFrom } from "./retention.service.ts";

type Sender = { id: string; status: string; metrics: string[] };

const ofDevice = new IntakeCount(intakeLimits.device, "A device");
const ofAgency = new IntakeCount(intakeLimits.agency, "An agency's devices");
// A pool has some ten connections, and people need theirs.
const gate = new IntakeGate(4, 64);

// Asked in the transaction that stores: a key that is revoked meanwhile stores nothing.
const senderOf = (db: Db, { deviceId, keyId }: DeviceCaller): Promise<Sender | null> =>
  db.maybe<Sender>(sql`
    select d.id, d.status, d.metrics
    from device d
    join device_key k on k.org_id = d.org_id and k.device_id = d.id
    where d.org_id = ${db.scope.orgId}
      and d.id = ${deviceId}
      and k.id = ${keyId}
      and k.revoked_at is null
  `);

const ended = () =>
  notSignedIn(
    "device_key_ended",
    "This is no key of a device, or it was revoked. Whoever keeps the device makes a new one.",
  );

const column = <K extends keyof Reading>(rows: readonly Reading[], key: K) =>
  rows.map((row) => row[key]);

const given = (rows: readonly Reading[]) => sql`
  unnest(
    ${column(rows, "row")}::int[], ${column(rows, "metric")}::text[],
    ${column(rows, "at")}::timestamptz[], ${column(rows, "seq")}::bigint[],
    ${column(rows, "value")}::float8[], ${column(rows, "longitude")}::float8[],
    ${column(rows, "accuracy")}::float8[]
  ) g(row, metric, read_at, seq, value, longitude, accuracy)
`;

/**
 * Stores readings, the newest of each metric, and which hours are to be added up anew: one statement, in
 * one order, so that two batches of a device wait for each other and none for ever. The mark of an hour
 * is held until the commit: who adds up leaves it until then. Gives how many were not there before.
 */
const store = (tx: Tx, deviceId: string, rows: readonly Reading[], now: string) =>
  tx.one<{ stored: number }>(sql`
    with stored as (
      insert into device_reading (
        org_id, device_id, metric, read_at, seq, value, longitude, accuracy, received_at
      )
      select
        ${tx.scope.orgId}::uuid, ${deviceId}::uuid, g.metric, g.read_at, g.seq, g.value,
        g.longitude, g.accuracy, ${now}::timestamptz
      from ${given(rows)}
      order by g.metric, g.read_at, g.seq
      on conflict (org_id, device_id, metric, read_at, seq)
      do nothing
      returning metric, read_at, value, longitude, accuracy
    ),
    heard as (
      insert into device_latest as l (
        org_id, device_id, metric, read_at, value, longitude, accuracy, received_at
      )
      select
        distinct on (s.metric) ${tx.scope.orgId}::uuid, ${deviceId}::uuid, s.metric, s.read_at,
        s.value, s.longitude, s.accuracy, ${now}::timestamptz
      from stored s
      where s.read_at <= ${now}::timestamptz + make_interval(secs => ${clockSlack / 1000})
      order by s.metric, s.read_at desc
      on conflict (org_id, device_id, metric)
      do update set
        received_at = excluded.received_at,
        value = case when excluded.read_at > l.read_at then excluded.value else l.value end,
        longitude = case
          when excluded.read_at > l.read_at then excluded.longitude
          else l.longitude
        end,
        accuracy = case
          when excluded.read_at > l.read_at then excluded.accuracy
          else l.accuracy
        end,
        read_at = greatest(excluded.read_at, l.read_at)
    ),
    touched as (
      insert into device_recount (org_id, device_id, metric, from_at)
      select
        distinct ${tx.scope.orgId}::uuid, ${deviceId}::uuid, s.metric, date_trunc('hour', s.read_at)
      from stored s
      where s.metric <> 'position'
      order by 3, 4
      on conflict (org_id, device_id, metric, from_at)
      do update set from_at = excluded.from_at
    )
    select count(*)::int as stored
    from stored
  `);

const differing = async (tx: Tx, deviceId: string, rows: readonly Reading[]): Promise<number[]> =>
  (
    await tx.rows<{ row: number }>(sql`
      select g.row
      from ${given(rows)}
      join device_reading r
        on r.org_id = ${tx.scope.orgId}::uuid
        and r.device_id = ${deviceId}::uuid
        and r.metric = g.metric
        and r.read_at = g.read_at
        and r.seq = g.seq
      where (r.value, r.longitude, r.accuracy) is distinct from (g.value, g.longitude, g.accuracy)
      order by g.row
    `)
  ).map(({ row }) => row);

const noteUse = (tx: Tx, { orgId, keyId }: DeviceCaller) =>
  tx.rows(sql`
    update device_key
    set last_used_at = clock_timestamp()
    where org_id = ${orgId}
      and id = ${keyId}
      and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')
  `);

type Stored = { stored: number; other: number[] };

type Batch = { of: DeviceCaller; rows: readonly Reading[]; waking: boolean };

const storeBatch = (app: App, scope: Scope, { of, rows, waking }: Batch) =>
  app.database.transaction(scope, async (tx): Promise<Stored> => {
    const now = businessNow(tx.scope);
    // Whoever changes the device's state holds it before its first reading, else two would wait for each other.
    if (waking) await lockRow(tx, device, of.deviceId, "device");
    const sender = await senderOf(tx, of);
    if (!sender) throw ended();
    const { stored } = await store(tx, of.deviceId, rows, now.toISOString());
    const other = stored < rows.length ? await differing(tx, of.deviceId, rows) : [];
    await noteUse(tx, of);
    const heard = rows.some(({ at }) => Date.parse(at) <= now.getTime() + clockSlack);
    if (waking && stored > 0 && heard && sender.status !== "active")
      await transition(tx, systemActor(of.orgId, undefined, "Readings of devices"), deviceNoun, {
        id: of.deviceId,
        action: "hear",
      });
    return { stored, other };
  });

// A month that was taken away meanwhile, or is not made yet: the database names no partition.
const lacksMonth = (error: unknown): boolean =>
  (error as { code?: string }).code === "23514" && /partition/.test(String(error));

const storeInMonths = async (app: App, scope: Scope, batch: Batch): Promise<Stored> => {
  const instants = column(batch.rows, "at");
  await ensureMonths(app.database, instants);
  try {
    return await storeBatch(app, scope, batch);
  } catch (error) {
    if (!lacksMonth(error)) throw error;
    forgetMonths(app.database);
    await ensureMonths(app.database, instants);
    return storeBatch(app, scope, batch);
  }
};

const takeInTurn = async (
  app: App,
  of: DeviceCaller,
  batch: readonly Record<string, unknown>[],
  businessTime: string | undefined,
): Promise<BatchAnswer> => {
  const scope: Scope = {
    ...{ orgId: of.orgId, personId: null },
    ...(businessTime === undefined ? {} : { businessNow: businessTime }),
  };
  const db = app.database.read(scope);
  const [sender, oldest] = await Promise.all([senderOf(db, of), readingsFrom(db)]);
  if (!sender) throw ended();
  const now = businessNow(scope).getTime();
  const { readings, refused, repeated } = readBatch(batch, {
    metrics: sender.metrics,
    now,
    oldest: Date.parse(oldest),
  });
  const ahead = readings.filter(({ at }) => Date.parse(at) > now + clockSlack).length;
  if (readings.length === 0) return { stored: 0, repeated, ahead: 0, refused };
  const { stored, other } = await storeInMonths(app, scope, {
    ...{ of, rows: readings },
    waking: sender.status !== "active",
  });
  return {
    stored,
    repeated: repeated + readings.length - stored - other.length,
    ahead,
    refused: [...refused, ...other.map((row) => refuseRow(row, "other_value"))].toSorted(
      (a, b) => a.row - b.row,
    ),
  };
};

/**
 * Takes a batch of a device: what can be stored is stored when this answers, once however often it
 * comes, and every refused row is named. `businessTime` is the moment that a story tells.
 * @throws Problem 401 for a revoked key, 429 above the limits of a device or an agency, 503 before the
 * database is overloaded.
 */
export const takeReadings = async (
  app: App,
  of: DeviceCaller,
  batch: readonly Record<string, unknown>[],
  businessTime?: string,
): Promise<BatchAnswer> => {
  if (!limitsAreOff()) {
    const now = businessNow({ orgId: null, personId: null }).getTime();
    ofDevice.spend(of.deviceId, batch.length, now);
    ofAgency.spend(of.orgId, batch.length, now);
  }
  return gate.pass(() => takeInTurn(app, of, batch, businessTime));
};
