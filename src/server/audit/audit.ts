import { hash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { ERASE_ACTION } from "#kernel/audit-bundle.ts";
import {
  changesBetween,
  encodeChange,
  encodeContent,
  encodeCreation,
  macMessage,
  recordText,
  type About,
  type Content,
  type EntryFacts,
} from "#kernel/audit-proof.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "../db/db.ts";
import { requireUnheld } from "../legal-hold/held.ts";
import { stage } from "../db/wire/stage.ts";
import { bind, columnOf, rowsOfValues, sql } from "../db/sql.ts";
import { auditKeys } from "../keys.ts";
import { nounNamed } from "../noun.ts";
import { freshBytes } from "../random.ts";

/**
 * What happened. `before` and `after` are the record's fields (null when it did not exist); the
 * fields that differ are kept and shown.
 */
export type AuditEvent = {
  action: string;
  /** The noun in camelCase, as in `src/roles.ts`: "invoice", "purchaseOrder". */
  objectType: string;
  objectId: string;
  /** What people call it: "INV-2027-00388". */
  objectNumber?: string | null;
  before: object | null;
  after: object | null;
  /** The person's reason, or what the fields do not say. */
  note?: string | null;
};

export type AuditActor = Pick<Actor, "orgId" | "personId" | "sessionId" | "name">;

// Counters that every write moves say nothing about the write.
const bookkeeping = new Set(["updatedAt"]);

/**
 * What is digested of an event: its content and the whole record before and after; null for a
 * record that does not exist.
 */
const textsOf = (
  about: About,
  { before, after }: AuditEvent,
): { content: string; before: string | null; after: string | null } => {
  if (before && after) return encodeChange(about, before, after, bookkeeping);
  if (after) {
    const { content, record } = encodeCreation(about, after, bookkeeping);
    return { content, before: null, after: record };
  }
  return {
    content: encodeContent({
      ...about,
      changes: before
        ? changesBetween(before, null).filter((change) => !bookkeeping.has(change.field))
        : [],
    }),
    before: before && recordText(about.salt, before),
    after: null,
  };
};
function digest(text: string): string;
function digest(text: string | null): string | null;
function digest(text: string | null) {
  return text === null ? null : hash("sha256", text, "base64");
}

/**
 * What the ledger holds of a record whose words lie apart: its status, and the digest of the whole
 * content, which is kept beside it.
 */
const outlineOf = (about: About, whole: string): string => {
  const { changes } = JSON.parse(whole) as Content;
  const attested = { field: "keptApart", before: null, after: `sha256:${digest(whole)}` };
  return encodeContent({
    ...about,
    note: null,
    changes: [...changes.filter(({ field }) => field === "status"), attested],
  });
};

let writtenAt = -Infinity;
/**
 * When this process last wrote an entry, by `performance.now()`; -Infinity for never. Its
 * transaction may still be open.
 */
export const lastAudited = (): number => writtenAt;

type Entry = {
  /** Its columns, in the order of COLUMNS. */
  columns: [string, string, ...string[]];
  /** Its words, where they lie apart from the ledger. */
  apart: string | null;
};

const entryOf = (actor: AuditActor, event: AuditEvent): Entry => {
  if (!actor.orgId) throw new Error(`audit of ${event.action} without an agency`);
  writtenAt = performance.now();
  const salt = freshBytes(12).toString("base64url");
  const about = { salt, actorName: actor.name, note: event.note?.replaceAll("\u0000", "") ?? null };
  const texts = textsOf(about, event);
  const apart = nounNamed(event.objectType)?.wordsApart ? texts.content : null;
  const content = apart === null ? texts.content : outlineOf(about, apart);
  const facts: EntryFacts = {
    orgId: actor.orgId,
    id: newId(),
    actorId: actor.personId,
    sessionId: actor.sessionId,
    action: event.action,
    objectType: event.objectType,
    objectId: event.objectId,
    objectNumber: event.objectNumber ?? null,
    before: digest(texts.before),
    after: digest(texts.after),
    content: digest(content),
  };
  const columns = [
    facts.orgId,
    facts.id,
    facts.actorId,
    facts.sessionId,
    facts.action,
    facts.objectType,
    facts.objectId,
    facts.objectNumber,
    facts.before,
    facts.after,
    facts.content,
    auditKeys().mac(macMessage(facts)),
    content,
  ] as Entry["columns"];
  return { columns, apart };
};

const COLUMNS =
  "org_id uuid, id uuid, actor_id uuid, session_id text, action text, object_type text, object_id uuid, object_number text, before_digest text, after_digest text, content_digest text, mac text, content text";
const NAMES = COLUMNS.replace(/ (uuid|text)/g, "");

const fewEntries = 8;
const insertFew = Array.from(
  { length: fewEntries + 1 },
  (_, rows) => `insert into audit_entry (${NAMES}) values ${rowsOfValues(rows, 13)}`,
);
const INSERT_MANY = `
  insert into audit_entry (${NAMES})
  select *
  from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::text[]
  )
`;
const insertEntries = (entries: (readonly (string | null)[])[]) =>
  entries.length <= fewEntries
    ? bind(insertFew[entries.length]!, entries.flat())
    : bind(
        INSERT_MANY,
        entries[0]!.map((_, at) => columnOf(entries.map((entry) => entry[at]))),
      );

/**
 * Records one state change in the transaction that makes it: the entry travels with the commit, so
 * it exists exactly when the change does.
 * Digests cover the whole records under a random salt; a MAC under a key outside the database
 * covers the entry. Returns the entry's id
 * (give it to `waitForInclusion`). Throws when the actor has no agency, or a value cannot be
 * written as JSON.
 */
export const audit = (tx: Tx, actor: AuditActor, event: AuditEvent): string => {
  const { columns, apart } = entryOf(actor, event);
  tx.gather(insertEntries, columns);
  if (apart !== null) tx.gather(insertApart, { orgId: columns[0], entryId: columns[1], apart });
  return columns[1];
};

const insertApart = (entries: { orgId: string; entryId: string; apart: string }[]) =>
  bind(
    `
      insert into audit_apart (org_id, entry_id, content)
      select *
      from unnest($1::uuid[], $2::uuid[], $3::text[])
    `,
    [
      columnOf(entries.map(({ orgId }) => orgId)),
      columnOf(entries.map(({ entryId }) => entryId)),
      columnOf(entries.map(({ apart }) => apart)),
    ],
  );

/**
 * The same for the many changes of one batch (imports, mass screening): one entry per event, one
 * statement for all of them.
 */
export const auditMany = (tx: Tx, actor: AuditActor, events: readonly AuditEvent[]): void => {
  for (const event of events) audit(tx, actor, event);
};

const INSERT_STAGED = `
  insert into audit_entry (${NAMES})
  select ${NAMES}
  from pg_temp.audit_entry_staged
  where piece = $1
`;

/** The entries of a large batch on their way into the ledger. */
export type AuditStaging = { add(event: AuditEvent): void; end(): Promise<void> };

/**
 * The same for a batch of an import, where the entries are thousands: they go out as they are made,
 * not with the commit. `end` ends when all are in the
 * transaction. Once per transaction.
 */
export const auditStaging = (tx: Tx, actor: AuditActor): AuditStaging => {
  const staging = stage(tx, "audit_entry_staged", COLUMNS, (piece) => bind(INSERT_STAGED, [piece]));
  const add = (event: AuditEvent): void => {
    const { columns, apart } = entryOf(actor, event);
    if (apart !== null)
      throw new Error(`the words of ${event.action} lie apart: no batch keeps them`);
    staging.add(columns);
  };
  return { add, end: staging.end };
};

/**
 * Erases the content of an entry (names, note, field values), as privacy law may demand, and
 * records who did it and why. The entry and
 * every proof stay valid; a verifier accepts the gap only because this second entry explains it.
 * 404 for an unknown entry, 409 when erased, or `legal_hold` where its record is under one.
 */
export const eraseContent = async (
  tx: Tx,
  actor: AuditActor,
  entryId: string,
  reason: string,
): Promise<string> => {
  if (!reason.trim()) throw invalidField("reason", "Say on what ground the content is erased.");
  const entry = await tx.maybe<{ action: string; type: string; id: string | null }>(sql`
    select action, object_type as type, object_id as id
    from audit_entry
    where org_id = ${actor.orgId} and id = ${entryId}
  `);
  if (!entry) throw notFound("audit entry");
  if (entry.action === ERASE_ACTION)
    throw conflict("erasure_stays", "The record of an erasure cannot be erased.");
  if (entry.id) await requireUnheld(tx, { type: entry.type, id: entry.id });
  const { erased } = await tx.one<{ erased: boolean | null }>(
    sql`select audit_erase_content(${entryId}) as erased`,
  );
  if (!erased) throw conflict("already_erased", "The content of this entry was erased before.");
  return audit(tx, actor, {
    action: ERASE_ACTION,
    objectType: "auditEntry",
    objectId: entryId,
    before: null,
    after: null,
    note: reason,
  });
};
