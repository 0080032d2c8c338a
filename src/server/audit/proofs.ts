import {
  consistencyRanges,
  inclusionRanges,
  rangeRoot,
  subtreesOf,
  type Hash,
  type Range,
} from "#kernel/merkle.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { hasher } from "./hash.ts";

type Node = { level: number; index: number };
const TILE = 8;

/**
 * Loads the stored hashes under which the given subtrees can be computed: leaves, and roots of 256,
 * 65,536 … leaves.
 */
const loadNodes = async (
  db: Db,
  nodes: readonly Node[],
): Promise<(level: number, index: number) => Hash> => {
  const known = new Map<string, Hash>();
  const spans = new Map<string, { base: number; lo: number; hi: number }>();
  for (const { level, index } of nodes) {
    const base = level - (level % TILE);
    const width = 2 ** (level - base);
    spans.set(`${level}/${index}`, { base, lo: index * width, hi: (index + 1) * width });
  }
  const of = (wanted: (base: number) => boolean) =>
    [...spans.values()].filter((span) => wanted(span.base));
  const leaves = of((base) => base === 0);
  const tiles = of((base) => base > 0);
  const [found, stored] = await Promise.all([
    leaves.length
      ? db.rows<{ idx: number; leaf: Hash }>(sql`
        select l.idx, l.leaf
        from unnest(${leaves.map((s) => s.lo)}::bigint[], ${leaves.map((s) => s.hi)}::bigint[]) s(
          lo, hi
        )
        join audit_leaf l on l.org_id = ${db.scope.orgId} and l.idx >= s.lo and l.idx < s.hi
      `)
      : [],
    tiles.length
      ? db.rows<{ level: number; idx: number; hash: Hash }>(sql`
        select t.level, t.idx, t.hash
        from unnest(
          ${tiles.map((s) => s.base)}::int[], ${tiles.map((s) => s.lo)}::bigint[],
          ${tiles.map((s) => s.hi)}::bigint[]
        ) s(level, lo, hi)
        join audit_tile t
          on t.org_id = ${db.scope.orgId}
          and t.level = s.level
          and t.idx >= s.lo
          and t.idx < s.hi
      `)
      : [],
  ]);
  for (const row of found) known.set(`0/${row.idx}`, row.leaf);
  for (const row of stored) known.set(`${row.level}/${row.idx}`, row.hash);
  const nodeAt = (level: number, index: number): Hash => {
    const key = `${level}/${index}`;
    let hash = known.get(key);
    if (hash !== undefined) return hash;
    if (level % TILE === 0) throw new Error(`the ledger has lost node ${key}`);
    hash = hasher.node(nodeAt(level - 1, index * 2), nodeAt(level - 1, index * 2 + 1));
    known.set(key, hash);
    return hash;
  };
  return nodeAt;
};

const rootsOf = async (db: Db, lists: readonly (readonly Range[])[]): Promise<Hash[][]> => {
  const nodeAt = await loadNodes(
    db,
    lists.flatMap((ranges) => ranges.flatMap(subtreesOf)),
  );
  return lists.map((ranges) => ranges.map((range) => rangeRoot(hasher, range, nodeAt)));
};

/**
 * Inclusion proofs of entries by index in the tree of `size` leaves, for the scope's agency, in the
 * order given.
 */
export const inclusionProofs = (
  db: Db,
  indexes: readonly number[],
  size: number,
): Promise<Hash[][]> =>
  rootsOf(
    db,
    indexes.map((index) => inclusionRanges(index, size)),
  );

/** Consistency proofs between each two neighbours of ascending sizes: one fewer than sizes. */
export const consistencyProofs = (db: Db, sizes: readonly number[]): Promise<Hash[][]> =>
  rootsOf(
    db,
    sizes.slice(1).map((size, i) => consistencyRanges(sizes[i]!, size)),
  );
