import type { FastifyReply } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { noteWrite } from "../db/standby/standby.ts";
import { findRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { endpoint, type Endpoint } from "../http/endpoint.ts";
import { announce, type ChangeEvent } from "../lifecycle.ts";
import { nounNamed, readsNoun, seesRow } from "../noun.ts";

type Listener = { actor: Actor; send: (text: string) => boolean };
/** What one transaction announced. */
type Announced = { id: number; events: readonly ChangeEvent[] };
type Room = { listeners: Set<Listener>; last: number; seen: Set<number> };

const pollMs = 400;
const heartbeatMs = 25_000;
/**
 * What a slower transaction announces later than a newer one is looked for again among so many ids.
 */
const lookBehind = 300;
const mostBuffered = 100;

const rooms = new Map<string, Room>();
const open = new Set<{ end: () => unknown }>();
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Who hears of an event: one person where it names one, else who may see its record. What is no
 * record of a noun tells nothing but that something changed.
 */
const hearing = async (app: App, orgId: string, { topic, objectId, data }: ChangeEvent) => {
  const noun = nounNamed(topic.split(".")[0]!);
  const row = noun?.visible
    ? await findRow(app.database.read({ orgId, personId: null }), noun.table, objectId)
    : null;
  return async ({ actor }: Listener): Promise<boolean> => {
    if (data.personId) return data.personId === actor.personId;
    if (!noun) return true;
    if (!readsNoun(actor, noun)) return false;
    if (!noun.visible) return true;
    const db = app.database.read(actor);
    // What the database itself shows to its readers alone, nobody's reading does not find.
    const own = row ?? (noun.confidential ? await findRow(db, noun.table, objectId) : null);
    return own !== null && seesRow(db, actor, noun, own);
  };
};

const deliver = async (app: App, orgId: string, room: Room, announced: readonly Announced[]) => {
  const fresh = announced.filter(({ id }) => !room.seen.has(id));
  for (const { id } of fresh) {
    room.seen.add(id);
    room.last = Math.max(room.last, id);
  }
  // Whoever is told of it reads nothing that is older.
  if (fresh.length > 0) await noteWrite(app.database, orgId);
  for (const { events } of fresh) {
    const told = await Promise.all(
      events.map(async (event) => ({
        hears: await hearing(app, orgId, event),
        text: `data: ${JSON.stringify({ topic: event.topic, objectId: event.objectId })}\n\n`,
      })),
    );
    for (const l of room.listeners) {
      const heard = await Promise.all(told.map(({ hears }) => hears(l)));
      const text = told.map(({ text }, at) => (heard[at] ? text : "")).join("");
      if (text) l.send(text);
    }
  }
  for (const id of room.seen) if (id < room.last - 2 * lookBehind) room.seen.delete(id);
};

const readRoom = async (app: App, orgId: string, room: Room) =>
  deliver(
    app,
    orgId,
    room,
    await app.database.read({ orgId, personId: null }).rows<Announced>(sql`
      select id, events
      from outbox_event
      where org_id = ${orgId} and id > ${room.last - lookBehind}
      order by id
      limit 1000
    `),
  );

const tick = async (app: App) => {
  timer = null;
  await Promise.all([...rooms].map(([orgId, room]) => readRoom(app, orgId, room).catch(() => {})));
  if (rooms.size) timer = setTimeout(() => void tick(app), pollMs);
};

const enter = async (app: App, orgId: string): Promise<Room> => {
  const known = rooms.get(orgId);
  if (known) return known;
  const recent = await app.database.read({ orgId, personId: null }).rows<{ id: number }>(sql`
    select id
    from outbox_event
    where org_id = ${orgId}
    order by id desc
    limit ${lookBehind * 2}
  `);
  const room: Room = rooms.get(orgId) ?? {
    listeners: new Set(),
    last: recent[0]?.id ?? 0,
    seen: new Set(recent.map((r) => r.id)),
  };
  rooms.set(orgId, room);
  timer ??= setTimeout(() => void tick(app), pollMs);
  return room;
};

const stream = async (
  app: App,
  actor: Actor,
  reply: FastifyReply,
  stillGood: () => Promise<unknown>,
) => {
  const orgId = actor.orgId;
  const room = orgId ? await enter(app, orgId) : null;
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  open.add(out);
  let waiting = 0;
  const listener: Listener = {
    actor,
    send: (text) => {
      if (out.writableEnded) return false; // it takes its last bytes, and nothing behind them
      if (waiting >= mostBuffered) return (out.destroy(), false); // a reader that does not keep up comes back and reads everything anew
      waiting += 1;
      return out.write(text, () => void (waiting -= 1));
    },
  };
  room?.listeners.add(listener);
  out.write(": open\n\n"); // from here on nothing is missed
  const beat = setInterval(() => {
    stillGood().then(
      () => listener.send(": beat\n\n"),
      () => out.end(),
    );
  }, heartbeatMs);
  out.on("close", () => {
    open.delete(out);
    clearInterval(beat);
    room?.listeners.delete(listener);
    if (room && orgId && room.listeners.size === 0) rooms.delete(orgId);
  });
};

/**
 * Announces something to one person who is nobody, and waits until a listener of this instance hears
 * it, as a browser would. Gives the milliseconds, or null where nothing came for `limit`.
 */
export const hearOneself = async (
  app: App,
  actor: Actor,
  objectId: string,
  limit = 10_000,
): Promise<number | null> => {
  const orgId = actor.orgId!;
  const room = await enter(app, orgId);
  let heard = () => {};
  const came = new Promise<number>((resolve) => {
    const began = performance.now();
    heard = () => resolve(Math.round(performance.now() - began));
  });
  const me = { ...actor, personId: objectId };
  const listener: Listener = {
    actor: me,
    send: (text) => {
      if (text.includes(objectId)) heard();
      return true;
    },
  };
  room.listeners.add(listener);
  await app.database.transaction({ orgId, personId: null }, async (tx) =>
    announce(tx, orgId, "systemTest.call", objectId, { personId: objectId }),
  );
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    late = setTimeout(resolve, limit, null);
  });
  const answer = await Promise.race([came, tooLate]);
  clearTimeout(late);
  room.listeners.delete(listener);
  if (room.listeners.size === 0) rooms.delete(orgId);
  return answer;
};

/** Ends the loop and the open streams of this instance. */
export const stopEvents = (): void => {
  if (timer) clearTimeout(timer);
  timer = null;
  rooms.clear();
  for (const out of open) out.end();
};

/**
 * `GET /api/v1/events`: what changed in the person's agency, as server-sent events
 * (`data: {"topic","objectId"}`), a heartbeat every 25 s at which
 * the session is looked at again. The stream ends with the access token; the browser comes back
 * with a fresh one.
 */
export const eventEndpoints = (
  principal: (request: {
    url: string;
    method: string;
    headers: Record<string, unknown>;
  }) => Promise<Actor>,
): readonly Endpoint[] => [
  endpoint({
    method: "GET",
    path: "/api/v1/events",
    permission: "signed-in",
    ownAccount: true,
    summary: "Stream of changes (server-sent events)",
    raw: true,
    handler: ({ app, actor, reply, request }) =>
      stream(app, actor, reply, async () => {
        const now = await principal(request);
        if (now.kind === "anonymous" || now.orgId !== actor.orgId)
          throw new Error("another agency");
      }),
  }),
];
