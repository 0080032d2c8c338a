import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keyFingerprint } from "#kernel/sealing/envelope.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { MyOfficerKeys, OfficerKeyRow } from "./opening.model.ts";
import { officerKey } from "./opening.tables.ts";

type Row = typeof officerKey.$inferSelect;
const told = (row: Row) => ({
  personId: row.personId,
  escrow: row.escrow,
  label: row.label,
  fingerprint: row.fingerprint,
  retiredAt: row.retiredAt,
});

/**
 * Registers the public half of a key that the officer's browser made; the wrapped half is kept for
 * that officer alone. 409 when the officer has one.
 */
export const registerKey = async (
  tx: Tx,
  actor: Actor,
  input: { publicKey: string; wrapped: string },
): Promise<{ id: string }> => {
  const has = await tx.maybe(sql`
    select 1 as has
    from officer_key
    where org_id = ${actor.orgId}
      and person_id = ${actor.personId}
      and retired_at is null
      and not escrow
  `);
  if (has)
    throw conflict(
      "has_key",
      "You have a key. Hand over what was sealed to it and retire it first.",
    );
  const row = await insertRow(tx, officerKey, {
    orgId: actor.orgId!,
    id: newId(),
    personId: actor.personId!,
    label: `${actor.name}'s key`,
    fingerprint: await keyFingerprint(input.publicKey),
    ...input,
  });
  note(tx, actor, "officerKey", row.id, {
    number: row.fingerprint.slice(0, 9),
    action: "register",
    after: told(row),
  });
  return { id: row.id };
};

/** Registers a key whose private half lies in a file that somebody keeps offline. */
export const registerEscrow = async (
  tx: Tx,
  actor: Actor,
  input: { publicKey: string; label: string },
): Promise<{ id: string }> => {
  const row = await insertRow(tx, officerKey, {
    orgId: actor.orgId!,
    id: newId(),
    personId: actor.personId!,
    escrow: true,
    fingerprint: await keyFingerprint(input.publicKey),
    ...input,
  });
  note(tx, actor, "officerKey", row.id, {
    number: row.fingerprint.slice(0, 9),
    action: "register",
    after: told(row),
  });
  return { id: row.id };
};

/** Keeps the same key under another passphrase; only its officer can. */
export const rewrapKey = async (
  tx: Tx,
  actor: Actor,
  id: string,
  wrapped: string,
): Promise<{ id: string }> => {
  const row = await lockRow(tx, officerKey, id, "key");
  if (row.personId !== actor.personId || row.escrow)
    throw notAllowed("Only its officer gives a key another passphrase.");
  const after = await updateRow(tx, officerKey, id, { wrapped });
  note(tx, actor, "officerKey", id, {
    number: after.fingerprint.slice(0, 9),
    action: "rewrap",
    before: told(row),
    after: told(after),
  });
  return { id };
};

/** Solicitations whose bids still wait for this key, before their opening is done. */
const waitingFor = (db: Db, keyId: string) =>
  db.one<{ n: number }>(sql`
    select count(*)::int as n
    from opening_officer o
    join solicitation s on s.org_id = o.org_id and s.id = o.solicitation_id
    where o.org_id = ${db.scope.orgId}
      and o.key_id = ${keyId}
      and o.replaced_at is null
      and s.status in ('draft', 'review', 'published', 'questions_closed', 'closed')
  `);

/** Takes a key out of use. 409 while bids wait for it: hand them over first. */
export const retireKey = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const row = await lockRow(tx, officerKey, id, "key");
  if (row.personId !== actor.personId && actor.role !== "admin")
    throw notAllowed("Its officer or an administrator retires a key.");
  if (row.retiredAt) throw conflict("retired", "This key is retired already.");
  const { n } = await waitingFor(tx, id);
  if (n > 0)
    throw conflict(
      "in_use",
      `${counted(n, "solicitation waits", "solicitations wait")} for this key. Hand over its places first.`,
    );
  const { now } = await tx.one<{ now: string }>(sql`select clock_timestamp() as now`);
  const after = await updateRow(tx, officerKey, id, { retiredAt: now });
  note(tx, actor, "officerKey", id, {
    number: after.fingerprint.slice(0, 9),
    action: "retire",
    before: told(row),
    after: told(after),
  });
  return { id };
};

type Listed = OfficerKeyRow & { wrapped: string | null };

/** The agency's keys for opening bids, and the caller's own with its wrapped half. */
export const keysOf = async (db: Db, actor: Actor): Promise<MyOfficerKeys> => {
  const rows = await db.rows<Listed>(sql`
    select
      k.id, k.person_id, p.display_name as name, k.escrow, k.label, k.fingerprint, k.public_key,
      k.retired_at, k.created_at,
      case when k.person_id = ${actor.personId} then k.wrapped end as wrapped,
      (
        select count(*)::int
        from opening_officer o
        join solicitation s on s.org_id = o.org_id and s.id = o.solicitation_id
        where o.org_id = k.org_id
          and o.key_id = k.id
          and o.replaced_at is null
          and s.status in ('draft', 'review', 'published', 'questions_closed', 'closed')
      ) as solicitations
    from officer_key k
    join person p on p.id = k.person_id
    where k.org_id = ${actor.orgId}
    order by k.retired_at is not null, k.created_at
    limit 200
  `);
  return {
    mine:
      rows.find((row) => row.personId === actor.personId && !row.escrow && !row.retiredAt) ?? null,
    items: rows.map(({ wrapped: _wrapped, ...row }) => row),
  };
};

/** One live key of the agency. 404 when there is none. */
export const liveKey = async (db: Db, id: string): Promise<Row> => {
  const row = await db.maybe<Row>(sql`
    select *
    from officer_key
    where org_id = ${db.scope.orgId} and id = ${id} and retired_at is null
  `);
  if (!row) throw notFound("key");
  return row;
};
