import type { FastifyRequest } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Database, Db } from "#server/db/db.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Answered } from "#server/http/answered.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { program } from "../programs.tables.ts";
import type { CallRow } from "./key.model.ts";

/** So many calls of a key are kept, the last ones. */
const keptCalls = 200;
const callDays = 30;
/** Calls are written together this often. */
const writeEveryMs = 1000;

type Caller = { orgId: string; keyId: string; address: string };
type Call = { at: string; method: string; path: string; status: number };
type Waiting = Caller & { count: number; calls: Call[] };

const callers = new WeakMap<FastifyRequest, Caller>();
const waiting = new Map<Database, Map<string, Waiting>>();
let writing: ReturnType<typeof setTimeout> | undefined;

/** Remembers whose request it is until it is answered. */
export const noteCaller = (request: FastifyRequest, caller: Caller): void =>
  void callers.set(request, caller);

// A ring of slots: a call takes the place of the one that came so many calls before it.
const write = (database: Database, { orgId, keyId, address, count, calls }: Waiting) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      with counted as (
        update program_key
        set
          calls = calls + ${count}::int, last_used_at = ${calls.at(-1)!.at}::timestamptz,
          last_used_from = ${address}
        where org_id = ${orgId} and id = ${keyId}
        returning calls
      )
      insert into program_call as p (org_id, key_id, slot, at, method, path, status)
      select
        ${orgId}::uuid, ${keyId}::uuid,
        ((c.calls - ${calls.length}::int + t.n) % ${keptCalls}::int)::int, t.at, t.method, t.path,
        t.status
      from
        counted c,
        unnest(
          ${calls.map((call) => call.at)}::timestamptz[],
          ${calls.map((call) => call.method)}::text[], ${calls.map((call) => call.path)}::text[],
          ${calls.map((call) => call.status)}::int[]
        )
      with ordinality as t(at, method, path, status, n)
      on conflict (org_id, key_id, slot)
      do update set
        at = excluded.at, method = excluded.method, path = excluded.path, status = excluded.status
    `),
  );

/** Writes down what was called since the last time. */
export const writeCalls = async (database: Database): Promise<void> => {
  const due = waiting.get(database);
  waiting.delete(database);
  for (const each of due?.values() ?? []) await write(database, each);
};

// The instance may stop between a call and its note; what was not noted is lost with it.
const unlessStopped = (error: unknown): void => {
  if (!/after calling end/.test(String(error))) console.error("noting calls of programs:", error);
};

const writeAll = (): void => {
  writing = undefined;
  for (const database of waiting.keys()) void writeCalls(database).catch(unlessStopped);
};

/** Notes an answered call of a program: last use, count, and what was asked by its pattern. */
export const noteCall = (
  database: Database,
  request: FastifyRequest,
  { method, path, status }: Answered,
): void => {
  const caller = callers.get(request);
  if (!caller) return;
  let due = waiting.get(database);
  if (!due) waiting.set(database, (due = new Map()));
  const before = due.get(caller.keyId);
  const call = {
    at: new Date(databaseMs()).toISOString(),
    method,
    path: path ?? "no such address",
    status,
  };
  due.set(caller.keyId, {
    ...caller,
    count: (before?.count ?? 0) + 1,
    calls: [...(before?.calls ?? []), call].slice(-keptCalls),
  });
  writing ??= setTimeout(writeAll, writeEveryMs).unref();
};

/**
 * The last calls of a program over its keys, newest first, for who may see programs or answers for
 * this one. @throws Problem 404.
 */
export const listCalls = async (db: Db, actor: Actor, programId: string): Promise<CallRow[]> => {
  const { ownerId } = await getRow(db, program, programId, "program");
  if (ownerId !== actor.personId && !actor.permissions.has("program.read"))
    throw notFound("program");
  return db.rows<CallRow>(sql`
    select c.key_id || '-' || c.slot as id, c.at, k.prefix, c.method, c.path, c.status
    from program_call c
    join program_key k on k.org_id = c.org_id and k.id = c.key_id
    where c.org_id = ${db.scope.orgId} and k.program_id = ${programId}
    order by c.at desc, c.slot desc
    limit ${keptCalls}
  `);
};

/** Each night of an agency: calls of a month ago are forgotten. */
export const callsDay: AgencyDay = {
  name: "program-calls",
  at: "03:20",
  afterRestore: "goes on",
  run: (app, orgId) =>
    app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        delete from program_call
        where org_id = ${orgId} and at < clock_timestamp() - make_interval(days => ${callDays}::int)
      `),
    ),
};
