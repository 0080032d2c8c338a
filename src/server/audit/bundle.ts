import {
  BUNDLE_FORMAT,
  encodeCheckpointLine,
  encodeHeader,
  ERASE_ACTION,
  type BundleFile,
} from "#kernel/audit-bundle.ts";
import { originOf } from "#kernel/checkpoint.ts";
import { invalid, notFound } from "#kernel/errors.ts";
import type { Hash } from "#kernel/merkle.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { auditKeys } from "../keys.ts";
import { consistencyProofs, inclusionProofs } from "./proofs.ts";
import { entryColumns, sealedText, type StoredEntry } from "./stored.ts";

/**
 * What to export: the whole ledger, or the entries of chosen records (a record and everything
 * linked to it). `since` is the size of the
 * checkpoint that the auditor saw last, so that the bundle can be compared with it. `files` are
 * attachments whose SHA-256 (hex) an entry attests.
 */
export type BundleRequest = {
  agency: string;
  objectIds: readonly string[] | "all";
  since?: number | undefined;
  files?: readonly { name: string; sha256: string }[];
  /**
   * Leaves out files that no entry attests, and tells before the first line which stay, and how many
   * entries follow. Without it such a file is refused.
   */
  onlyAttested?: (files: BundleFile[], entries: number) => void;
  /**
   * As the ledger stood at a checkpoint of this size, with the moment that the header names: asked twice,
   * the same bytes. Without it the newest checkpoint, now.
   */
  asOf?: { size: number; at: string };
};

type Placed = StoredEntry & { index: number; prev: Hash | null };
const MOST_CHECKPOINTS = 500;
const PAGE = 2_000;

const checkpointSizes = async (
  db: Db,
  since: number | undefined,
  most: number | undefined,
): Promise<number[]> => {
  const all = (
    await db.rows<{ size: number }>(sql`
      select size
      from audit_checkpoint
      where org_id = ${db.scope.orgId}
        and (${most ?? null}::bigint is null or size <= ${most ?? null}::bigint)
      order by size
    `)
  ).map((row) => row.size);
  if (since !== undefined && since > 0 && !all.includes(since))
    throw invalid(
      "no_such_checkpoint",
      `This ledger has no checkpoint of size ${since}. If you saw one, keep your copy: it is evidence.`,
    );
  const step = Math.ceil(all.length / MOST_CHECKPOINTS);
  return all.filter((size, i) => (all.length - 1 - i) % step === 0 || size === since);
};

async function* checkpointLines(
  db: Db,
  sizes: readonly number[],
  whole: boolean,
): AsyncGenerator<string> {
  const notes = await db.rows<{ note: string }>(sql`
    select note
    from audit_checkpoint
    where org_id = ${db.scope.orgId} and size = any(${sizes}::bigint[])
    order by size
  `);
  const proofs = whole || sizes.length < 2 ? [] : await consistencyProofs(db, sizes);
  for (const [i, { note }] of notes.entries())
    yield encodeCheckpointLine(note, proofs[i - 1] ?? []);
}

const placedRows = (db: Db, from: number, to: number): Promise<Placed[]> =>
  db.rows<Placed>(sql`
    select
      ${entryColumns}, l.idx as index,
      (select p.leaf from audit_leaf p where p.org_id = l.org_id and p.idx = l.idx - 1) as prev
    from audit_leaf l
    left join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
    where l.org_id = ${db.scope.orgId} and l.idx >= ${from} and l.idx < ${to}
    order by l.idx
  `);

// A leaf whose entry is gone must not stop the export: the verifier names it.
const entryLines = (row: Placed): [string, string] =>
  row.id === null
    ? [`{"index":${row.index},"lost":true}`, "null"]
    : [sealedText(row, row.index, row.prev ?? ""), row.text ?? "null"];

// Places of the entries of these records, and of the erasures of such entries.
const chosenIndexes = async (
  db: Db,
  objectIds: readonly string[],
  size: number,
): Promise<number[]> =>
  (
    await db.rows<{ index: number }>(sql`
      with chosen as materialized (
        select e.id
        from audit_entry e
        where e.org_id = ${db.scope.orgId} and e.object_id = any(${objectIds}::uuid[])
      ),
      erased as (
        select e.id
        from audit_entry e
        join chosen c on c.id = e.object_id
        where e.org_id = ${db.scope.orgId} and e.action = ${ERASE_ACTION}
      )
      select l.idx as index
      from audit_leaf l
      join (select id from chosen union select id from erased) wanted on wanted.id = l.entry_id
      where l.org_id = ${db.scope.orgId} and l.idx < ${size}
      order by l.idx
    `)
  ).map((row) => row.index);

const rowsAt = (db: Db, indexes: readonly number[]): Promise<Placed[]> =>
  db.rows<Placed>(sql`
    select
      ${entryColumns}, l.idx as index,
      (select p.leaf from audit_leaf p where p.org_id = l.org_id and p.idx = l.idx - 1) as prev
    from audit_leaf l
    left join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
    where l.org_id = ${db.scope.orgId} and l.idx = any(${indexes}::bigint[])
    order by l.idx
  `);

const pagesOf = (indexes: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(indexes.length / PAGE) }, (_, n) =>
    indexes.slice(n * PAGE, (n + 1) * PAGE),
  );

// The first entry that mentions each file's digest. Contents are read in pages, and only where files
// are named.
const attest = async (
  db: Db,
  files: NonNullable<BundleRequest["files"]>,
  indexes: readonly number[],
  lenient: boolean,
): Promise<BundleFile[]> => {
  const wanted = new Set(files.map((file) => file.sha256));
  const found = new Map<string, number>();
  for (const page of files.length ? pagesOf(indexes) : [])
    for (const { index, text } of await rowsAt(db, page))
      for (const [digest] of text?.matchAll(/[0-9a-f]{64}/g) ?? [])
        if (wanted.has(digest) && !found.has(digest)) found.set(digest, index);
  return files.flatMap(({ name, sha256 }) => {
    const index = found.get(sha256);
    if (index !== undefined) return [{ index, name, sha256 }];
    if (lenient) return [];
    throw invalid(
      "file_not_attested",
      `No audit entry of these records mentions the file ${name}.`,
    );
  });
};

/**
 * The evidence bundle as lines without newlines, ready to stream. `db` is scoped to the agency;
 * call the sequencer's tick and checkpoint
 * first, so that the newest entries are in. 404 when nothing is sealed yet.
 */
export async function* exportBundle(db: Db, request: BundleRequest): AsyncGenerator<string> {
  const orgId = db.scope.orgId!;
  const keys = auditKeys();
  const checkpoints = await checkpointSizes(db, request.since, request.asOf?.size);
  const size = checkpoints.at(-1) ?? 0;
  const indexes =
    request.objectIds === "all" ? null : await chosenIndexes(db, request.objectIds, size);
  if (indexes?.length === 0) throw notFound("sealed audit entry of these records");
  const lenient = request.onlyAttested !== undefined;
  const files = await attest(db, request.files ?? [], indexes ?? [], lenient);
  request.onlyAttested?.(files, indexes?.length ?? size);
  const { now } = await db.one<{ now: string }>(sql`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
  `);
  yield encodeHeader(
    {
      format: BUNDLE_FORMAT,
      origin: originOf(orgId),
      orgId,
      agency: request.agency,
      createdAt: request.asOf?.at ?? now,
      size,
      checkpoints,
      indexes,
      files,
    },
    keys.verifier,
    keys.sign,
  );
  yield* checkpointLines(db, checkpoints, indexes === null);
  if (indexes) {
    for (const page of pagesOf(indexes)) {
      const [rows, proofs] = await Promise.all([rowsAt(db, page), inclusionProofs(db, page, size)]);
      for (const [i, row] of rows.entries()) yield* [...entryLines(row), JSON.stringify(proofs[i])];
    }
  } else
    for (let from = 0; from < size; from += PAGE)
      for (const row of await placedRows(db, from, Math.min(from + PAGE, size)))
        yield* entryLines(row);
}
