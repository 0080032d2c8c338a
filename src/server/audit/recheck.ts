import { ERASE_ACTION } from "#kernel/audit-bundle.ts";
import { macMessage } from "#kernel/audit-proof.ts";
import { openNote, originOf, parseCheckpoint } from "#kernel/checkpoint.ts";
import { Frontier, type Hash } from "#kernel/merkle.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { auditKeys, type AuditKeys } from "../keys.ts";
import { hasher } from "./hash.ts";
import { entryColumns, sealedText, type StoredEntry } from "./stored.ts";

type Placed = StoredEntry & { index: number; leaf: Hash };
type Signed = { size: number; root: Hash; note: string };
/** What the ledger holds wrongly: the place of an entry, or null for the whole, and what it is. */
export type LedgerFault = { index: number | null; what: string };

const PAGE = 2_000;
const utf8 = new TextEncoder();

const placedFrom = (db: Db, from: number, to: number) =>
  db.rows<Placed>(sql`
    select ${entryColumns}, l.idx as index, l.leaf
    from audit_leaf l
    left join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
    where l.org_id = ${db.scope.orgId} and l.idx >= ${from} and l.idx < ${to}
    order by l.idx
  `);

const nameOf = (entry: StoredEntry): string =>
  `${entry.action}${entry.objectNumber ? ` of ${entry.objectNumber}` : ""}`;

/** What is wrong with one entry at its place, or null. */
const wrongWith = (entry: Placed, prev: Hash | "", keys: AuditKeys): string | null => {
  if (entry.id === null) return "The entry is gone; only its place is left.";
  if (entry.mac !== keys.mac(macMessage(entry)))
    return `${nameOf(entry)}: the entry was altered; its seal does not fit.`;
  if (entry.text !== null && hasher.digest(utf8.encode(entry.text)) !== entry.content)
    return `${nameOf(entry)}: its content was altered; its digest does not fit.`;
  if (hasher.leaf(utf8.encode(sealedText(entry, entry.index, prev))) !== entry.leaf)
    return `${nameOf(entry)}: it is not what was sealed at this place.`;
  return null;
};

const checkpointsOf = (db: Db, size: number) =>
  db.rows<Signed>(sql`
    select size, root, note
    from audit_checkpoint
    where org_id = ${db.scope.orgId} and size <= ${size}
    order by size
  `);

const wrongCheckpoint = async (
  signed: Signed,
  root: Hash,
  orgId: string,
  keys: AuditKeys,
): Promise<string | null> => {
  const opened = await openNote(signed.note, keys.verifier);
  if ("problem" in opened)
    return `The checkpoint at ${signed.size} does not hold: ${opened.problem}.`;
  const said = parseCheckpoint(opened.text);
  return said?.origin === originOf(orgId) && said.size === signed.size && said.root === root
    ? null
    : `The entries do not lead to the checkpoint that was signed at ${signed.size}.`;
};

/** Erased contents that no entry explains, altered words apart, and entries that were never sealed. */
const besides = (db: Db): Promise<LedgerFault[]> =>
  db.rows<LedgerFault>(sql`
    select
      l.idx as index,
      e.action || coalesce(
        ' of ' || e.object_number, ''
      ) || ': its content is gone and no entry says who erased it.' as what
    from audit_entry e
    join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${db.scope.orgId}
      and e.content is null
      and not exists (
        select 1
        from audit_entry x
        where x.org_id = e.org_id and x.object_id = e.id and x.action = ${ERASE_ACTION}
      )
    union all
    select
      l.idx,
      e.action || coalesce(
        ' of ' || e.object_number, ''
      ) || ': its words, which lie apart, were altered; their digest does not fit.'
    from audit_apart a
    join audit_entry e on e.org_id = a.org_id and e.id = a.entry_id
    join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where a.org_id = ${db.scope.orgId}
      and a.content is not null
      and strpos(
        e.content, 'sha256:' || encode(sha256(convert_to(a.content, 'UTF8')), 'base64')
      ) = 0
    union all
    select null, 'An entry was not written by this application and is not sealed: ' || r.reason
    from audit_refusal r
    where r.org_id = ${db.scope.orgId}
    limit 100
  `);

/**
 * Reads the agency's whole ledger again: every seal, digest and place, the tree over them, and every signed checkpoint.
 * `beat` is told how far it is. Faults in their order, at most a hundred entries.
 */
export const recheckLedger = async (
  db: Db,
  beat: (done: number, total: number) => Promise<void>,
): Promise<LedgerFault[]> => {
  const keys = auditKeys();
  const orgId = db.scope.orgId!;
  const grown = await db.maybe<{ size: number; peaks: Hash[] }>(
    sql`select size, peaks from audit_frontier where org_id = ${orgId}`,
  );
  if (!grown) return besides(db);
  const signed = await checkpointsOf(db, grown.size);
  const faults: LedgerFault[] = [];
  const tree = new Frontier(hasher);
  let prev: Hash | "" = "";
  let next = 0;
  for (let from = 0; from < grown.size && faults.length < 100; from += PAGE) {
    await beat(from, grown.size);
    const page = await placedFrom(db, from, Math.min(from + PAGE, grown.size));
    for (const entry of page) {
      if (entry.index !== tree.size)
        return [...faults, { index: tree.size, what: "The place of an entry is gone." }];
      const what = wrongWith(entry, prev, keys);
      if (what) faults.push({ index: entry.index, what });
      prev = entry.leaf;
      tree.appendOne(entry.leaf);
      while (signed[next]?.size === tree.size) {
        const wrong = await wrongCheckpoint(signed[next++]!, tree.root(), orgId, keys);
        if (wrong) faults.push({ index: null, what: wrong });
      }
    }
  }
  const whole = new Frontier(hasher, grown.size, grown.peaks).root();
  if (faults.length < 100 && tree.root() !== whole)
    faults.push({
      index: null,
      what: "The entries do not lead to the root that the ledger keeps.",
    });
  return [...faults, ...(await besides(db))];
};
