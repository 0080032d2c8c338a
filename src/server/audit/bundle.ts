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
import { counted } from "#kernel/words.ts";
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
};

type Placed = StoredEntry & { index: number; prev: Hash | null };
const MOST_CHECKPOINTS = 500;
const PAGE = 2_000;
const MOST_ENTRIES = 20_000;

const checkpointSizes = async (db: Db, since: number | undefined): Promise<number[]> => {
  const all = (
    await db.rows<{ size: number }>(
      sql`select size from audit_checkpoint where org_id = ${db.scope.orgId} order by size`,
    )
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

const chosenRows = async (
  db: Db,
  objectIds: readonly string[],
  size: number,
): Promise<Placed[]> => {
  const rows = await db.rows<Placed>(sql`
    with chosen as (
      select e.id
      from audit_entry e
      where e.org_id = ${db.scope.orgId} and e.object_id = any(${objectIds}::uuid[])
    )
    select
      ${entryColumns}, l.idx as index,
      (select p.leaf from audit_leaf p where p.org_id = l.org_id and p.idx = l.idx - 1) as prev
    from audit_entry e
    join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${db.scope.orgId}
      and l.idx < ${size}
      and (
        e.id in (select id from chosen)
        or (e.action = ${ERASE_ACTION} and e.object_id in (select id from chosen))
      )
    order by l.idx
    limit ${MOST_ENTRIES + 1}
  `);
  if (rows.length > MOST_ENTRIES)
    throw invalid(
      "too_many_entries",
      `These records have more than ${counted(MOST_ENTRIES, "entry", "entries")}. Export the whole ledger instead.`,
    );
  return rows;
};

const attest = (
  files: readonly { name: string; sha256: string }[],
  rows: readonly Placed[],
): BundleFile[] =>
  files.map(({ name, sha256 }) => {
    const row = rows.find((candidate) => candidate.text?.includes(sha256));
    if (!row)
      throw invalid(
        "file_not_attested",
        `No audit entry of these records mentions the file ${name}.`,
      );
    return { index: row.index, name, sha256 };
  });

/**
 * The evidence bundle as lines without newlines, ready to stream. `db` is scoped to the agency;
 * call the sequencer's tick and checkpoint
 * first, so that the newest entries are in. 404 when nothing is sealed yet.
 */
export async function* exportBundle(db: Db, request: BundleRequest): AsyncGenerator<string> {
  const orgId = db.scope.orgId!;
  const keys = auditKeys();
  const checkpoints = await checkpointSizes(db, request.since);
  const size = checkpoints.at(-1) ?? 0;
  const rows = request.objectIds === "all" ? null : await chosenRows(db, request.objectIds, size);
  if (rows?.length === 0) throw notFound("sealed audit entry of these records");
  const { now } = await db.one<{ now: string }>(sql`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
  `);
  yield encodeHeader(
    {
      format: BUNDLE_FORMAT,
      origin: originOf(orgId),
      orgId,
      agency: request.agency,
      createdAt: now,
      size,
      checkpoints,
      indexes: rows?.map((row) => row.index) ?? null,
      files: attest(request.files ?? [], rows ?? []),
    },
    keys.verifier,
    keys.sign,
  );
  yield* checkpointLines(db, checkpoints, rows === null);
  if (rows) {
    const proofs = await inclusionProofs(
      db,
      rows.map((row) => row.index),
      size,
    );
    for (const [i, row] of rows.entries()) yield* [...entryLines(row), JSON.stringify(proofs[i])];
  } else
    for (let from = 0; from < size; from += PAGE)
      for (const row of await placedRows(db, from, Math.min(from + PAGE, size)))
        yield* entryLines(row);
}
