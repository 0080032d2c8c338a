import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { Database, Tx } from "../db/db.ts";
import { maybeAs, oneAs } from "../db/read-as.ts";
import { raw, sql, type Sql } from "../db/sql.ts";

const keptRow = z.object({ requestHash: z.string(), status: z.number(), answer: z.unknown() });
type Kept = z.output<typeof keptRow>;
/** Where an actor's key is kept: with the agency, or with the person who acts in none. */
type Key = { table: Sql; columns: Sql; values: Sql; is: Sql; hash: string };

const waitMs = 8_000;
const lookMs = 200;

// What the handler reads from the connection (a file) is no body here: its length stands for it.
const bodyOf = ({ body, headers }: FastifyRequest) =>
  body === undefined || typeof (body as { pipe?: unknown } | null)?.pipe === "function"
    ? `${headers["content-length"] ?? 0} bytes`
    : JSON.stringify(body);
const hashOf = (request: FastifyRequest) =>
  createHash("sha256")
    .update(`${request.method} ${request.url}\n${bodyOf(request)}`)
    .digest("hex");

const keyOf = (actor: Actor, request: FastifyRequest): Key | null => {
  const key = request.headers["idempotency-key"];
  // Each program has keys of its own, apart from those of its owner.
  const caller = actor.program?.id ?? actor.personId;
  if (key === undefined || !caller) return null;
  if (typeof key !== "string" || key.length < 8 || key.length > 100)
    throw new Problem(
      "invalid",
      "bad_idempotency_key",
      "Idempotency-Key must have 8 to 100 characters.",
    );
  const hash = hashOf(request);
  const person = sql`person_id = ${caller} and key = ${key}`;
  return actor.orgId
    ? {
        table: raw("idempotency_key"),
        columns: raw("org_id, person_id, key"),
        values: sql`${actor.orgId}, ${caller}, ${key}`,
        is: sql`org_id = ${actor.orgId} and ${person}`,
        hash,
      }
    : {
        table: raw("person_idempotency_key"),
        columns: raw("person_id, key"),
        values: sql`${caller}, ${key}`,
        is: person,
        hash,
      };
};

const keptOf = (k: Key) => sql`select request_hash, status, answer from ${k.table} where ${k.is}`;
const keep = (k: Key, status: number, answer: unknown) => sql`
  update ${k.table}
  set status = ${status}, answer = ${JSON.stringify(answer ?? null)}
  where ${k.is}
`;
const sameRequest = (k: Key, kept: Kept) => {
  if (kept.requestHash !== k.hash)
    throw new Problem(
      "invalid",
      "idempotency_key_reused",
      "This Idempotency-Key was used for another request. Send a new key.",
    );
};

/**
 * Runs the write once per Idempotency-Key, in its transaction: a repetition gets the stored answer;
 * the same key with another request is refused.
 */
export const idempotent = async (
  tx: Tx,
  actor: Actor,
  request: FastifyRequest,
  status: number,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const k = keyOf(actor, request);
  if (!k) return work();
  const mine = await tx.maybe(sql`
    insert into ${k.table} (${k.columns}, request_hash, status)
    values (${k.values}, ${k.hash}, 0)
    on conflict
    do nothing
    returning key
  `);
  if (!mine) {
    const kept = await oneAs(tx, keptRow, keptOf(k));
    sameRequest(k, kept);
    return kept.answer;
  }
  const answer = await work();
  tx.later(tx.rows(keep(k, status, answer)));
  return answer;
};

/**
 * The same for work that opens its own transactions: the key is marked before, the answer kept
 * behind it. A repetition meanwhile waits for
 * the answer a few seconds, then gets 409 `still_working`; work that failed frees its key; a mark
 * left by a crash holds for 15 minutes.
 */
export const idempotentAround = async (
  database: Database,
  actor: Actor,
  request: FastifyRequest,
  status: number,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const k = keyOf(actor, request);
  if (!k) return work();
  const mark = sql`
    insert into ${k.table} as i (${k.columns}, request_hash, status)
    values (${k.values}, ${k.hash}, 0)
    on conflict (${k.columns})
    do update set created_at = clock_timestamp()
    where i.status = 0
      and i.request_hash = excluded.request_hash
      and i.created_at < clock_timestamp() - interval '15 minutes'
    returning i.key
  `;
  for (
    const until = performance.now() + waitMs;
    !(await database.transaction(actor, (tx) => tx.maybe(mark)));
    await new Promise((r) => setTimeout(r, lookMs))
  ) {
    const kept = await maybeAs(database.read(actor), keptRow, keptOf(k));
    if (!kept) continue;
    sameRequest(k, kept);
    if (kept.status !== 0) return kept.answer;
    if (performance.now() > until)
      throw new Problem(
        "conflict",
        "still_working",
        "This request came before and is still being worked on. Ask again in a moment.",
        { extra: { retryAfter: 2 } },
      );
  }
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    await database
      .transaction(actor, (tx) => tx.rows(sql`delete from ${k.table} where ${k.is}`))
      .catch((failure: unknown) => console.error("idempotency key:", failure));
    throw error;
  }
  // The work is done: that its answer cannot be kept must not make it look undone.
  await database
    .transaction(actor, (tx) => tx.rows(keep(k, status, answer)))
    .catch((failure: unknown) => console.error("idempotency key:", failure));
  return answer;
};
