import { hash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { newId } from "#kernel/ids.ts";
import { signedInAt } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { hearDevice } from "../device/contact.service.ts";
import type { DeviceStored } from "../device/device.noun.ts";
import { allKinds } from "../kinds/kinds.ts";
import { termsOf } from "../terms.service.ts";
import type { PacketAnswer, SentItem } from "./packet.model.ts";

const megabyte = 1024 * 1024;
/** A packet holds at most so much, and comes in pieces of so much. Bytes of JSON. */
const most = { packet: 10 * megabyte, piece: megabyte };
/** So many packets of a device are remembered: those that it may still hold. */
const keptPackets = 3;

type Packed = { key: string; digest: string; bytes: number; item: SentItem };

const packed = (item: SentItem): Packed => {
  const text = canonicalJson(item);
  return {
    ...{ key: `${item.kind} ${item.id}`, item },
    digest: hash("sha256", text, "base64url").slice(0, 22),
    bytes: Buffer.byteLength(text),
  };
};

const dueFirst = (a: SentItem, b: SentItem): number =>
  (a.dueAt === null ? Infinity : Date.parse(a.dueAt)) -
    (b.dueAt === null ? Infinity : Date.parse(b.dueAt)) || (a.id < b.id ? -1 : 1);

/**
 * What somebody needs for their open work, what is due first first, as far as it fits into a packet;
 * `left` items do not. Nothing for who may not capture.
 */
export const packFor = async (
  db: Db,
  actor: Actor,
): Promise<{ packed: Packed[]; left: number }> => {
  if (!actor.permissions.has("field.capture")) return { packed: [], left: 0 };
  const of = allKinds().filter((kind) => kind.packet && actor.permissions.has(kind.permission));
  const found = await Promise.all(
    of.map(async ({ kind, packet }) =>
      (await packet!(db, actor)).map((item): SentItem => ({ kind, ...item })),
    ),
  );
  const all = found.flat().toSorted(dueFirst).map(packed);
  let bytes = 0;
  const fits = all.filter((one) => (bytes += one.bytes) <= most.packet);
  return { packed: fits, left: all.length - fits.length };
};

type Held = Record<string, string>;

const heldAt = async (tx: Tx, deviceId: string, cursor: string | undefined) =>
  cursor === undefined
    ? null
    : ((
        await tx.maybe<{ held: Held }>(sql`
          select held
          from field_packet
          where org_id = ${tx.scope.orgId} and device_id = ${deviceId} and cursor = ${cursor}
        `)
      )?.held ?? null);

const keepPacket = async (tx: Tx, deviceId: string, held: Held): Promise<string> => {
  const cursor = newId();
  await tx.rows(sql`
    insert into field_packet (org_id, device_id, cursor, held)
    values (${tx.scope.orgId}, ${deviceId}, ${cursor}, ${JSON.stringify(held)})
  `);
  await tx.rows(sql`
    delete from field_packet
    where org_id = ${tx.scope.orgId}
      and device_id = ${deviceId}
      and cursor not in (
        select p.cursor
        from field_packet p
        where p.org_id = ${tx.scope.orgId} and p.device_id = ${deviceId}
        order by p.created_at desc
        limit ${keptPackets}
      )
  `);
  return cursor;
};

const released = ({ status }: DeviceStored): boolean =>
  status === "enrolled" || status === "active";

type Difference = Pick<PacketAnswer, "items" | "removed" | "more"> & { held: Held };

// What changed since what the device holds, in a piece of a megabyte; at least one item.
const differenceOf = (before: Held, now: readonly Packed[]): Difference => {
  const keys = new Set(now.map(({ key }) => key));
  const gone = Object.keys(before).filter((key) => !keys.has(key));
  const changed = now.filter(({ key, digest }) => before[key] !== digest);
  let bytes = 0;
  const piece = changed.filter((one, at) => (bytes += one.bytes) <= most.piece || at === 0);
  const held = { ...before };
  for (const key of gone) delete held[key];
  for (const { key, digest } of piece) held[key] = digest;
  return {
    held,
    items: piece.map(({ item }) => item),
    removed: gone.map((key) => {
      const [kind = "", id = ""] = key.split(" ");
      return { kind, id };
    }),
    more: piece.length < changed.length,
  };
};

type Asked = { device: string; cursor?: string | undefined; waiting?: number | undefined };

/**
 * What changed in somebody's packet since a cursor: items that are new or other, those that went. The
 * first time, and where the server does not know the cursor (a restore), it is the whole. A device
 * that is locked, revoked or erased, and a person who may not capture any more, hold nothing. 404.
 */
export const servePacket = async (
  app: App,
  actor: Actor,
  { device: id, cursor, waiting }: Asked,
): Promise<PacketAnswer> => {
  const [signedIn, { packed: all, left }] = await Promise.all([
    signedInAt(identityDb(app.database), actor),
    packFor(app.database.read(actor), actor),
  ]);
  return app.database.transaction(actor, async (tx) => {
    const device = await hearDevice(tx, actor, id, waiting === undefined ? {} : { waiting });
    const before = await heldAt(tx, id, cursor);
    const given = released(device);
    const { held, ...changed } = differenceOf(before ?? {}, given ? all : []);
    const { daysWithoutSignIn, lockMinutes } = await termsOf(tx);
    const now = businessNow(tx.scope).toISOString() as PacketAnswer["servedAt"];
    return {
      cursor: await keepPacket(tx, id, held),
      servedAt: now,
      deviceState: device.status,
      terms: { daysWithoutSignIn, lockMinutes, signedInAt: signedIn ?? now },
      whole: before === null,
      ...changed,
      left: given ? left : 0,
    };
  });
};
