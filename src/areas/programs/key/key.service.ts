import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { tokenHash } from "#areas/identity/identity.server.ts";
import { program, programKey } from "../programs.tables.ts";
import { programKeys } from "./program-keys.ts";
import type { KeyInput, ShownKey } from "./key.model.ts";

/** Two at once, so that one takes over from the other. */
const mostKeys = 2;

type Program = typeof program.$inferSelect;

const timesOf = (tx: Tx, of: Program, days: number) =>
  tx.one<{ good: number; end: string }>(sql`
    select
      least(
        clock_timestamp() + make_interval(days => ${days}::int), ${of.endsAt}::timestamptz
      ) as end,
      count(*) filter (where revoked_at is null and expires_at > clock_timestamp())::int as good
    from program_key
    where org_id = ${of.orgId} and program_id = ${of.id}
  `);

/**
 * A new key of a program; its secret is in this answer alone. Only who answers for the program makes
 * one: what it does counts as theirs, so nobody else may hold its key.
 * @throws Problem 403 for somebody else, 404, 409 while two are good or the program does not work.
 */
export const addKey = async (
  tx: Tx,
  actor: Actor,
  programId: string,
  { days, networks, callsPerMinute }: KeyInput,
): Promise<ShownKey> => {
  const of = await lockRow(tx, program, programId, "program");
  if (of.ownerId !== actor.personId) {
    // To whom the list is closed, it is not there.
    if (!actor.permissions.has("program.read")) throw notFound("program");
    throw notAllowed(
      `${of.ownerName} answers for this program and makes its keys: what it does counts as theirs.`,
      "not_the_owner",
    );
  }
  const { good, end } = await timesOf(tx, of, days);
  if (of.status !== "active")
    throw conflict("not_active", "The program does not work now. Let it work again first.");
  if (good >= mostKeys)
    throw conflict("two_keys", "Two keys are good already. Revoke the one that is not used first.");
  const { key, prefix } = programKeys.newKey();
  const made = await insertRow(tx, programKey, {
    orgId: of.orgId,
    id: newId(),
    programId,
    prefix,
    hash: tokenHash(key),
    networks,
    callsPerMinute,
    expiresAt: end,
    createdBy: actor.personId!,
  });
  const { id, expiresAt } = made;
  note(tx, actor, "program", of.id, {
    number: of.name,
    action: "addKey",
    after: { prefix, networks, callsPerMinute, expiresAt },
  });
  return { id, key, prefix, expiresAt };
};

/** From the next call on a key opens nothing, on every instance. @throws Problem 404. */
export const revokeKey = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const { programId } = await getRow(tx, programKey, id, "key");
  const of = await lockRow(tx, program, programId, "program");
  const key = await lockRow(tx, programKey, id, "key");
  if (of.ownerId !== actor.personId && !actor.permissions.has("program.edit"))
    throw notFound("key");
  if (key.revokedAt !== null) return { id };
  await tx.rows(sql`
    update program_key
    set revoked_at = clock_timestamp()
    where org_id = ${key.orgId} and id = ${id}
  `);
  note(tx, actor, "program", of.id, {
    number: of.name,
    action: "revokeKey",
    after: { prefix: key.prefix },
  });
  return { id };
};

/** Revokes every good key of a program: whoever answered for it knows them. Gives how many. */
export const revokeAllKeys = async (
  tx: Tx,
  actor: Actor,
  of: Program,
  why: string,
): Promise<number> => {
  const gone = await tx.rows<{ prefix: string }>(sql`
    update program_key
    set revoked_at = clock_timestamp()
    where org_id = ${of.orgId}
      and program_id = ${of.id}
      and revoked_at is null
      and expires_at > clock_timestamp()
    returning prefix
  `);
  for (const { prefix } of gone) {
    note(tx, actor, "program", of.id, {
      number: of.name,
      action: "revokeKey",
      after: { prefix },
      note: why,
    });
  }
  return gone.length;
};
