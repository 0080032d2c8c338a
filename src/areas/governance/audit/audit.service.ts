import type { Actor } from "#kernel/access.ts";
import { fingerprint, formatVerifierKey } from "#kernel/checkpoint.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { inclusionProofs } from "#server/audit/proofs.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { entryColumns, sealedText, type StoredEntry } from "#server/audit/stored.ts";
import { note } from "#server/change.ts";
import type { Database, Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { auditKeys } from "#server/keys.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { z } from "zod";
import type { AuditKey, AuditProof, AuditSummary, bundleInput } from "./audit.model.ts";
import { actionWords, typeWords } from "./audit.labels.ts";
import { withParts } from "./evidence.ts";

// Row identifiers grow with time, so the primary key gives newest first without a sort.
export const entryList: ListDefinition = {
  name: "audit-entries",
  alias: "e",
  defaultSort: "-id",
  from: "audit_entry e left join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id",
  base: "audit_entry e",
  columns: {
    id: { sql: "e.id", sort: true, label: "Entry" },
    index: { sql: "l.idx", label: "Place" },
    at: { sql: "e.at", label: "Time (UTC)" },
    actorId: { sql: "e.actor_id" },
    actorName: { sql: "(e.content::json ->> 'actorName')", label: "Who" },
    action: { sql: "e.action", label: "Action", codes: actionWords },
    objectType: { sql: "e.object_type", label: "Record type", codes: typeWords },
    objectId: { sql: "e.object_id", label: "Record id" },
    objectNumber: { sql: "e.object_number", label: "Record" },
    note: { sql: "(e.content::json ->> 'note')", label: "Note" },
    erased: { sql: "e.content is null" },
  },
  filters: {
    objectType: { kind: "set", sql: "e.object_type", type: "text" },
    action: { kind: "set", sql: "e.action", type: "text" },
    actorId: { kind: "set", sql: "e.actor_id", type: "uuid" },
    objectId: { kind: "set", sql: "e.object_id", type: "uuid" },
    at: { kind: "range", sql: "(e.at at time zone $zone)::date", type: "date" },
  },
  search: ["e.object_number", "e.action"],
  number: "e.object_number",
};

export const checkpointList: ListDefinition = {
  name: "audit-checkpoints",
  alias: "c",
  defaultSort: "-size",
  from: "(select k.*, k.size::text as id from audit_checkpoint k) c",
  columns: {
    id: { sql: "c.id" },
    size: { sql: "c.size", sort: true, label: "Entries" },
    at: { sql: "c.at", label: "Signed (UTC)" },
    root: { sql: "c.root", label: "Root" },
    note: { sql: "c.note", label: "Checkpoint" },
  },
  filters: { at: { kind: "range", sql: "c.at", type: "instant" } },
  search: ["c.root"],
};

// What the filters offer is read from the newest entries: the whole ledger would cost a scan.
const RECENT = 20_000;

/**
 * State of the agency's ledger: how much is sealed, the newest checkpoint, what was refused, and
 * what the filters can offer.
 */
export const ledgerSummary = async (db: Db): Promise<AuditSummary> => {
  const org = db.scope.orgId;
  const recent = sql`
    (
      select object_type, action, actor_id, content
      from audit_entry
      where org_id = ${org}
      order by id desc
      limit ${RECENT}
    ) recent
  `;
  const [sealed, newest, count, refused, kinds, actors] = await Promise.all([
    db.maybe<{ size: number }>(sql`select size from audit_frontier where org_id = ${org}`),
    db.maybe<{ size: number; at: Instant }>(
      sql`select size, at from audit_checkpoint where org_id = ${org} order by size desc limit 1`,
    ),
    db.one<{ n: number }>(sql`select count(*) as n from audit_checkpoint where org_id = ${org}`),
    db.rows<AuditSummary["refused"][number]>(sql`
      select r.entry_id, r.at, r.reason, e.action
      from audit_refusal r
      left join audit_entry e on e.org_id = r.org_id and e.id = r.entry_id
      where r.org_id = ${org}
      order by r.at desc
      limit 20
    `),
    db.rows<{ objectType: string; action: string }>(
      sql`select distinct object_type, action from ${recent}`,
    ),
    db.rows<{ id: string; name: string }>(sql`
      select actor_id as id, max(content::json ->> 'actorName') as name
      from ${recent}
      where actor_id is not null and content is not null
      group by actor_id
      order by 2
    `),
  ]);
  const unique = (values: string[]) => [...new Set(values)].sort();
  return {
    sealed: sealed?.size ?? 0,
    newest,
    checkpoints: count.n,
    refused,
    objectTypes: unique(kinds.map((k) => k.objectType)),
    actions: unique(kinds.map((k) => k.action)),
    actors: actors.map(({ id, name }) => ({ id, name: name ?? id })),
  };
};

/**
 * The proof of one entry under the newest checkpoint. 404 for an unknown entry, 409 while it is not
 * sealed under a checkpoint.
 */
export const proofOf = async (db: Db, id: string): Promise<AuditProof> => {
  const org = db.scope.orgId;
  const row = await db.maybe<
    StoredEntry & { index: number | null; leaf: string; prev: string | null }
  >(sql`
    select
      ${entryColumns}, l.idx as index, l.leaf,
      (select p.leaf from audit_leaf p where p.org_id = l.org_id and p.idx = l.idx - 1) as prev
    from audit_entry e
    left join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${org} and e.id = ${id}
  `);
  if (!row) throw notFound("audit entry");
  const newest = await db.maybe<{ size: number; note: string }>(sql`
    select size, note
    from audit_checkpoint
    where org_id = ${org}
    order by size desc
    limit 1
  `);
  if (row.index === null || !newest || newest.size <= row.index)
    throw conflict(
      "not_sealed",
      "This entry is recorded, but no signed checkpoint covers it yet. One is signed every minute.",
    );
  const [[proof], linked] = await Promise.all([
    inclusionProofs(db, [row.index], newest.size),
    db.rows<AuditProof["linked"][number]>(sql`
      select e.id, l.idx as index, e.at, e.action
      from audit_entry e
      join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
      where e.org_id = ${org} and e.object_id = ${row.objectId} and e.id <> ${id}
      order by l.idx desc
      limit 50
    `),
  ]);
  return {
    index: row.index,
    size: newest.size,
    entry: sealedText(row, row.index, row.prev ?? ""),
    content: row.text,
    leaf: row.leaf,
    proof: proof!,
    checkpoint: newest.note,
    linked,
  };
};

export const publicKey = (): AuditKey => {
  const { verifier } = auditKeys();
  return { verifierKey: formatVerifierKey(verifier), fingerprint: fingerprint(verifier) };
};

/**
 * An evidence bundle as lines, newest entries included. The export itself is recorded. Throws
 * before the first line when the request
 * cannot be met (404 no entries, 422 unknown checkpoint or unattested file).
 */
export const openBundle = async (
  database: Database,
  actor: Actor,
  input: z.output<typeof bundleInput>,
): Promise<AsyncGenerator<string>> => {
  const entry = await database.transaction(actor, async (tx) =>
    note(tx, actor, "auditLedger", actor.orgId!, {
      action: "audit.export",
      after: input.all ? { all: true } : { objectIds: input.objectIds },
      event: null,
    }),
  );
  const sequencer = await sequencerOf(database);
  await sequencer.waitForInclusion(actor.orgId!, entry);
  const db = database.read(actor);
  const { name } = await readOrganization(db);
  return exportBundle(db, {
    agency: name,
    objectIds: input.all ? "all" : await withParts(db, input.objectIds),
    since: input.since,
    files: input.files,
  });
};
