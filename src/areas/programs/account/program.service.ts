import type { Actor, Permission } from "#kernel/access.ts";
import { endOfDate, lastDayIn } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { raw, sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { memberNow, notify } from "#areas/organization/organization.server.ts";
import { revokeAllKeys } from "../key/key.service.ts";
import { program } from "../programs.tables.ts";
import { longestDays, programCycle } from "./program.labels.ts";
import type { KeyRow, ProgramInput, ProgramRecord, ProgramRow } from "./program.model.ts";
import { programNoun } from "./program.noun.ts";
import { grantableScopes } from "./scope.service.ts";

type Program = typeof program.$inferSelect;

/** So many programs work for an agency at a time. */
const mostPrograms = 200;

const ofKeys = (what: string) =>
  `(select ${what} from program_key k where k.org_id = g.org_id and k.program_id = g.id)`;

export const programList: ListDefinition = {
  name: "programs",
  alias: "g",
  from: "program_account g",
  columns: {
    id: { sql: "g.id", hidden: true },
    name: { sql: "g.name", label: "Program", sort: true },
    purpose: { sql: "g.purpose", label: "Purpose" },
    ownerName: { sql: "g.owner_name", label: "Answers for it", sort: true },
    status: {
      sql: "g.status",
      label: "Status",
      codes: Object.fromEntries(
        Object.entries(programCycle.statuses).map(([name, { label }]) => [name, label]),
      ),
    },
    endsAt: { sql: "g.ends_at", label: "Ends (UTC)", sort: true },
    keys: {
      sql: ofKeys(
        "count(*) filter (where k.revoked_at is null and k.expires_at > clock_timestamp())::int",
      ),
      label: "Good keys",
    },
    calls: { sql: ofKeys("coalesce(sum(k.calls), 0)::int"), label: "Calls" },
    lastUsedAt: { sql: ofKeys("max(k.last_used_at)"), label: "Last used (UTC)" },
    version: { sql: "g.version", hidden: true },
  },
  filters: { status: { kind: "set", sql: "g.status", type: "text" } },
  search: ["g.name", "g.purpose", "g.owner_name"],
  defaultSort: "name",
};

const columnsOf = Object.entries(programList.columns)
  .map(([name, column]) => `${column.sql} as "${name}"`)
  .join(", ");

const keysOf = (db: Db, programId: string): Promise<KeyRow[]> =>
  db.rows<KeyRow>(sql`
    select
      id, prefix, networks, calls_per_minute, expires_at, revoked_at, last_used_at, last_used_from,
      calls, created_at, revoked_at is null and expires_at > clock_timestamp() as good
    from program_key
    where org_id = ${db.scope.orgId} and program_id = ${programId}
    order by created_at desc, id desc
    limit 50
  `);

const figuresOf = (db: Db, id: string): Promise<ProgramRow | null> =>
  db.maybe<ProgramRow>(sql`
    select ${raw(columnsOf)}
    from program_account g
    where g.org_id = ${db.scope.orgId} and g.id = ${id}
  `);

/**
 * A program, for who may see programs or answers for it; to anybody else it is not there.
 * @throws Problem 404.
 */
export const requireReadable = async (db: Db, actor: Actor, id: string): Promise<Program> => {
  const row = await getRow(db, program, id, "program");
  if (row.ownerId !== actor.personId && !actor.permissions.has("program.read"))
    throw notFound("program");
  return row;
};

/**
 * One program with its keys, never a secret, and with which of its scopes the owner holds now. Who
 * may not see programs sees those that they answer for. @throws Problem 404.
 */
export const readProgram = async (db: Db, actor: Actor, id: string): Promise<ProgramRecord> => {
  const row = await requireReadable(db, actor, id);
  const [figures, keyList, owner] = await Promise.all([
    figuresOf(db, id),
    keysOf(db, id),
    memberNow(db, row.ownerId),
  ]);
  return {
    ...figures!,
    number: row.name,
    ownerId: row.ownerId,
    endsOn: lastDayIn(row.endsAt, actor.timeZone ?? "UTC"),
    pausedReason: row.pausedReason,
    createdAt: row.createdAt,
    scopes: grantableScopes().flatMap((scope) =>
      row.scopes.includes(scope.permission)
        ? [{ ...scope, held: owner?.permissions.has(scope.permission) ?? false }]
        : [],
    ),
    ownerActive: owner !== null,
    mine: row.ownerId === actor.personId,
    keyList,
    actions: actionsFor(actor, programNoun, row),
  };
};

/** The programs of the scope's agency that somebody answers for and that may still work. */
export const programsOf = (db: Db, ownerId: string): Promise<Program[]> =>
  db.rows<Program>(sql`
    select *
    from program_account
    where org_id = ${db.scope.orgId} and owner_id = ${ownerId} and status <> 'ended'
    order by name, id
    limit 200
  `);

const labelOf = (permission: string): string => {
  const scope = grantableScopes().find((each) => each.permission === permission);
  return scope ? `${scope.noun}: ${scope.may.toLowerCase()}` : permission;
};

// Nobody gives what they do not hold, and nobody answers for what they may not do themselves.
const checkScopes = async (
  db: Db,
  actor: Actor,
  ownerId: string,
  { all, given }: { all: readonly string[]; given: readonly string[] },
) => {
  const known = new Set(grantableScopes().map(({ permission }) => permission));
  const never = all.find((one) => !known.has(one as Permission));
  if (never) throw invalidField("scopes", `No program may hold ${never}.`, "never_for_programs");
  const beyond = given.find((one) => !actor.permissions.has(one));
  if (beyond)
    throw invalidField(
      "scopes",
      `You do not hold this yourself, so you cannot give it: ${labelOf(beyond)}.`,
      "beyond_your_rights",
    );
  const owner = await memberNow(db, ownerId);
  if (!owner) throw invalidField("ownerId", "Choose an active member of the agency.");
  const more = given.find((one) => !owner.permissions.has(one));
  if (more)
    throw invalidField(
      "scopes",
      `${owner.name} may not do this, so no program of theirs may: ${labelOf(more)}.`,
      "beyond_the_owner",
    );
  return owner;
};

const endOf = (db: Db, actor: Actor, endsOn: Day): string => {
  const at = endOfDate(endsOn, actor.timeZone ?? "UTC");
  const now = businessNow(db.scope).getTime();
  if (at <= now) throw invalidField("endsOn", "Choose a day that is still to come.");
  if (at > now + longestDays * 86_400_000)
    throw invalidField("endsOn", "At most two years ahead: then somebody looks at it again.");
  return new Date(at).toISOString();
};

const requireName = async (tx: Tx, name: string, but: string | null): Promise<void> => {
  // One after the other within an agency: the count and the name are what was looked at.
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`programs ${tx.scope.orgId}`}, 0))::text as locked
  `);
  const others = await tx.rows<{ name: string }>(sql`
    select name
    from program_account
    where org_id = ${tx.scope.orgId} and status <> 'ended' and id is distinct from ${but}::uuid
  `);
  if (others.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    throw invalidField(
      "name",
      "Another program has this name. Names tell them apart in the history.",
    );
  if (others.length >= mostPrograms)
    throw conflict("too_many", `An agency has ${mostPrograms} programs at most.`);
};

const tellOwner = (tx: Tx, actor: Actor, { id, name, ownerId }: Program): void => {
  if (ownerId !== actor.personId)
    notify(tx, [ownerId], {
      kind: "program",
      title: `You answer for the program ${name}`,
      body: `${actor.name} set it up. What it does counts as yours, and only you make its keys.`,
      link: `/api-connectors/programs/${id}`,
    });
};

type Written = { id: string; number: string; status: string; version: number };
const writtenOf = ({ id, name, status, version }: Program): Written => ({
  id,
  number: name,
  status,
  version,
});

/**
 * Sets a program up. @throws Problem 409 for too many, 422 for a scope that no program holds, that the
 * giver or the owner does not hold, an owner who is no member, and an end too far ahead.
 */
export const addProgram = async (
  tx: Tx,
  actor: Actor,
  { endsOn, ...input }: ProgramInput,
): Promise<Written> => {
  await requireName(tx, input.name, null);
  const owner = await checkScopes(tx, actor, input.ownerId, {
    all: input.scopes,
    given: input.scopes,
  });
  const made = await insertRow(tx, program, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    ownerName: owner.name,
    endsAt: endOf(tx, actor, endsOn),
    createdBy: actor.personId!,
  });
  note(tx, actor, "program", made.id, { number: made.name, action: "create", after: made });
  tellOwner(tx, actor, made);
  return writtenOf(made);
};

/**
 * Changes what a program is for and may do. A new owner gets it without keys: who answered before
 * knows them. @throws Problem as `addProgram`; 409 for one that has ended.
 */
export const changeProgram = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { endsOn, ...input }: ProgramInput,
  version: number | null,
): Promise<Written> => {
  const before = await lockRow(tx, program, id, "program");
  requireVersion(before.version, version);
  if (before.status === "ended") throw conflict("ended", "It has ended. Set up a new program.");
  if (input.name !== before.name) await requireName(tx, input.name, id);
  const newOwner = input.ownerId !== before.ownerId;
  const owner = await checkScopes(tx, actor, input.ownerId, {
    all: input.scopes,
    given: newOwner ? input.scopes : input.scopes.filter((one) => !before.scopes.includes(one)),
  });
  const sameDay = endsOn === lastDayIn(before.endsAt, actor.timeZone ?? "UTC");
  const after = await updateRow(tx, program, id, {
    ...input,
    ownerName: owner.name,
    ...(!sameDay && { endsAt: endOf(tx, actor, endsOn) }),
  });
  note(tx, actor, "program", after.id, { number: after.name, action: "change", before, after });
  if (newOwner) {
    await revokeAllKeys(tx, actor, after, `${after.ownerName} answers for it now.`);
    tellOwner(tx, actor, after);
  }
  return writtenOf(after);
};

/** Gives a program to somebody who answers for it from now on; its keys end. */
export const handOver = async (tx: Tx, actor: Actor, id: string, ownerId: string) => {
  const before = await lockRow(tx, program, id, "program");
  const owner = await memberNow(tx, ownerId);
  if (!owner) throw invalidField("ownerId", "Choose an active member of the agency.");
  const after = await updateRow(tx, program, id, { ownerId, ownerName: owner.name });
  note(tx, actor, "program", after.id, { number: after.name, action: "handOver", before, after });
  await revokeAllKeys(tx, actor, after, `${owner.name} answers for it now.`);
  tellOwner(tx, actor, after);
};

type Step = { reason?: string | null | undefined; version: number | null };

/** Pauses a program, lets it work again, or ends it with all its keys. */
export const stepProgram = async (
  tx: Tx,
  actor: Actor,
  action: "pause" | "resume" | "end",
  { id, reason, version }: { id: string } & Step,
): Promise<Written> => {
  const after = await transition(tx, actor, programNoun, {
    id,
    action,
    reason: reason ?? null,
    version,
    effect: async () => {
      const before = await getRow(tx, program, id, "program");
      if (action === "resume" && !(await memberNow(tx, before.ownerId)))
        throw conflict(
          "nobody_answers",
          `${before.ownerName} is no member now. Change who answers for the program first.`,
        );
      if (action === "end") await revokeAllKeys(tx, actor, before, "The program ended.");
      return { patch: { pausedReason: action === "pause" ? (reason?.trim() ?? null) : null } };
    },
  });
  return writtenOf(after);
};
