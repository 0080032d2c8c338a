import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { covers, type Asked, type AuthorityInput } from "./authority.model.ts";
import { signableKinds } from "./signature.labels.ts";
import { signingAuthority } from "./signature.tables.ts";

export type AuthorityRecord = typeof signingAuthority.$inferSelect;

const holds =
  "a.revoked_at is null and a.from_on <= $today and (a.to_on is null or a.to_on >= $today)";

/** The register of who may sign for the agency. */
export const authorityList: ListDefinition = {
  name: "signing-authorities",
  from: "signing_authority a left join person p on p.id = a.person_id left join person b on b.id = a.added_by",
  base: "signing_authority a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    person: { sql: "p.display_name", label: "Who", sort: true },
    personId: { sql: "a.person_id", hidden: true },
    kinds: { sql: "a.kinds", label: "Documents" },
    amountLimit: { sql: "a.amount_limit", label: "Up to", money: true, sort: true },
    fromOn: { sql: "a.from_on", label: "From", sort: true },
    toOn: { sql: "a.to_on", label: "To", sort: true },
    basis: { sql: "a.basis", label: "Given by" },
    addedBy: { sql: "b.display_name", label: "Entered by" },
    revokedAt: { sql: "a.revoked_at", label: "Revoked" },
    revokedReason: { sql: "a.revoked_reason", label: "Why revoked" },
    holds: { sql: `(${holds})`, label: "Holds today" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    personId: { kind: "set", sql: "a.person_id", type: "uuid" },
    holds: { kind: "flag", sql: holds },
  },
  search: ["p.display_name", "a.basis"],
  defaultSort: "-fromOn",
};

/**
 * Enters who may sign what. Nobody enters their own authority (403 own_work); 422 for a person who
 * is no active member.
 */
export const addAuthority = async (
  tx: Tx,
  actor: Actor,
  input: AuthorityInput,
): Promise<AuthorityRecord> => {
  if (input.personId === actor.personId)
    throw notAllowed(
      "Nobody enters their own authority to sign. Ask another administrator.",
      "own_work",
    );
  const [member] = await membersNamed(tx, { ids: [input.personId] });
  if (!member?.active)
    throw invalidField("personId", "This person is not an active member of the agency.");
  const row = await insertRow(tx, signingAuthority, {
    ...input,
    kinds: [...new Set(input.kinds)],
    orgId: tx.scope.orgId!,
    id: newId(),
    addedBy: actor.personId,
  });
  note(tx, actor, "signingAuthority", row.id, {
    number: member.name,
    action: "add",
    after: row,
    note: row.revokedReason,
  });
  notify(tx, [member.id], {
    kind: "signature",
    title: "You may sign for the agency",
    body: `${row.kinds.map((kind) => signableKinds[kind] ?? kind).join(", ")}, by ${row.basis}.`,
    link: "/team/signing-authority",
  });
  return row;
};

/** Ends an authority at once; signatures given under it stay. 409 for one that ended so before. */
export const revokeAuthority = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
  version: number | null,
): Promise<AuthorityRecord> => {
  const before = await lockRow(tx, signingAuthority, id, "signing authority");
  requireVersion(before.version, version);
  if (before.revokedAt) throw conflict("so_already", "This authority was revoked before.");
  const after = await updateRow(tx, signingAuthority, id, {
    revokedAt: (await databaseNow(tx)).toISOString(),
    revokedBy: actor.personId,
    revokedReason: reason,
  });
  note(tx, actor, "signingAuthority", after.id, {
    number: null,
    action: "revoke",
    before,
    after,
    note: after.revokedReason,
  });
  if (before.personId !== actor.personId)
    notify(tx, [before.personId], {
      kind: "signature",
      title: "Your authority to sign was revoked",
      body: reason,
      link: "/team/signing-authority",
    });
  return after;
};

/**
 * The authority by which an active member may sign such a document, or null. In a transaction the
 * rows stay as they are until its end.
 */
export const authorityOf = async (
  db: Db,
  personId: string,
  asked: Asked,
  { lock = false } = {},
): Promise<AuthorityRecord | null> => {
  const rows = await db.rows<AuthorityRecord>(sql`
    select a.*
    from signing_authority a
    join organization_member m on m.org_id = a.org_id and m.person_id = a.person_id and m.active
    where a.org_id = ${db.scope.orgId} and a.person_id = ${personId}
    order by a.amount_limit nulls first, a.id ${lock ? sql`for share of a` : sql``}
  `);
  return rows.find((row) => covers(row, asked)) ?? null;
};

/** Active members who may sign such a document, by name. */
export const signersFor = async (
  db: Db,
  asked: Asked,
  but: readonly string[],
): Promise<{ id: string; name: string; basis: string }[]> => {
  const rows = await db.rows<AuthorityRecord & { name: string }>(sql`
    select a.*, p.display_name as name
    from signing_authority a
    join organization_member m on m.org_id = a.org_id and m.person_id = a.person_id and m.active
    join person p on p.id = a.person_id
    where a.org_id = ${db.scope.orgId} and a.revoked_at is null
    order by p.display_name, a.amount_limit nulls first, a.id
  `);
  const fit = rows.filter((row) => covers(row, asked) && !but.includes(row.personId));
  return [
    ...new Map(
      fit.map((row) => [row.personId, { id: row.personId, name: row.name, basis: row.basis }]),
    ).values(),
  ];
};
