import type pg from "pg";
import { macMessage } from "#kernel/audit-proof.ts";
import { Frontier, type Hash } from "#kernel/merkle.ts";
import type { AuditKeys } from "../keys.ts";
import { hasher } from "./hash.ts";
import { readCursor, readPending, type Cursor, type Pending } from "./pending.ts";
import { sealedText } from "./stored.ts";

/** An agency's tree as it grows, and its last leaf. */
type Grown = { frontier: Frontier; last: string };
type Sealed = {
  orgs: string[];
  indexes: number[];
  ids: string[];
  leaves: Hash[];
  tiles: { orgs: string[]; levels: number[]; indexes: number[]; hashes: Hash[] };
  refused: Pending[];
};

const utf8 = new TextEncoder();
const beforeAll = "00000000-0000-0000-0000-000000000000";

const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query("begin");
    const result = await work(client);
    const answer = await client.query("commit");
    if (answer.command !== "COMMIT")
      throw new Error(`the database answered ${answer.command} to commit`);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
};

const readFrontiers = async (
  client: pg.PoolClient,
  orgs: string[],
): Promise<Map<string, Grown>> => {
  const { rows } = await client.query<{ orgId: string; size: number; peaks: Hash[]; last: string }>(
    `
      select org_id as "orgId", size, peaks, last_leaf as last
      from audit_frontier
      where org_id = any($1::uuid[])
    `,
    [orgs],
  );
  const found = new Map(
    rows.map((row) => [
      row.orgId,
      { frontier: new Frontier(hasher, row.size, row.peaks), last: row.last },
    ]),
  );
  for (const org of orgs)
    if (!found.has(org)) found.set(org, { frontier: new Frontier(hasher), last: "" });
  return found;
};

const isGenuine = (entry: Pending, keys: AuditKeys): boolean =>
  entry.mac === keys.mac(macMessage(entry)) &&
  (entry.text === null || hasher.digest(utf8.encode(entry.text)) === entry.content);

const seal = (entries: Pending[], frontiers: Map<string, Grown>, keys: AuditKeys): Sealed => {
  const sealed: Sealed = {
    orgs: [],
    indexes: [],
    ids: [],
    leaves: [],
    tiles: { orgs: [], levels: [], indexes: [], hashes: [] },
    refused: [],
  };
  for (const entry of entries) {
    if (!isGenuine(entry, keys)) {
      sealed.refused.push(entry);
      continue;
    }
    const grown = frontiers.get(entry.orgId)!;
    const index = grown.frontier.size;
    const leaf = hasher.leaf(utf8.encode(sealedText(entry, index, grown.last)));
    grown.frontier.appendOne(leaf, (level, at, hash) => {
      if (level === 0 || level % 8 !== 0) return;
      sealed.tiles.orgs.push(entry.orgId);
      sealed.tiles.levels.push(level);
      sealed.tiles.indexes.push(at);
      sealed.tiles.hashes.push(hash);
    });
    grown.last = leaf;
    sealed.orgs.push(entry.orgId);
    sealed.indexes.push(index);
    sealed.ids.push(entry.id);
    sealed.leaves.push(leaf);
  }
  return sealed;
};

const store = async (
  client: pg.PoolClient,
  sealed: Sealed,
  frontiers: Map<string, Grown>,
): Promise<void> => {
  const { tiles, refused } = sealed;
  await client.query({
    name: "leaves",
    text: `
      insert into audit_leaf (org_id, idx, entry_id, leaf)
      select *
      from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[])
    `,
    values: [sealed.orgs, sealed.indexes, sealed.ids, sealed.leaves],
  });
  if (tiles.orgs.length)
    await client.query(
      `
        insert into audit_tile (org_id, level, idx, hash)
        select *
        from unnest($1::uuid[], $2::int[], $3::bigint[], $4::text[])
      `,
      [tiles.orgs, tiles.levels, tiles.indexes, tiles.hashes],
    );
  if (refused.length)
    await client.query(
      `
        insert into audit_refusal (org_id, entry_id, reason)
        select *, 'The seal of the writer does not fit this entry.'
        from unnest($1::uuid[], $2::uuid[])
      `,
      [refused.map((e) => e.orgId), refused.map((e) => e.id)],
    );
  const grown = [...frontiers];
  await client.query({
    name: "frontiers",
    text: `
      insert into audit_frontier (org_id, size, peaks, last_leaf)
      select org, size, string_to_array(peaks, ' '), last
      from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) as f(org, size, peaks, last)
      on conflict (org_id)
      do update set size = excluded.size, peaks = excluded.peaks, last_leaf = excluded.last_leaf
    `,
    values: [
      grown.map(([org]) => org),
      grown.map(([, g]) => g.frontier.size),
      grown.map(([, g]) => g.frontier.peaks.join(" ")),
      grown.map(([, g]) => g.last),
    ],
  });
};

const guard = async (client: pg.PoolClient, cursor: Cursor): Promise<void> => {
  await client.query(
    `
      update audit_sequencer
      set guarded = true, after_xid = '0', after_id = '00000000-0000-0000-0000-000000000000'
    `,
  );
  Object.assign(cursor, { guarded: true, xid: "0", id: beforeAll });
};

/**
 * Seals the next entries, at most `limit`, in one transaction: they become leaves of their agencies'
 * trees. Gives how many were read; 0 when another instance is at it, unless `wait`.
 */
export const sealBatch = (
  pool: pg.Pool,
  keys: AuditKeys,
  limit: number,
  wait: boolean,
  log: (line: string) => void,
): Promise<number> =>
  inTransaction(pool, async (client) => {
    const cursor = await readCursor(client, wait);
    if (!cursor) return 0;
    if (!cursor.guarded && BigInt(cursor.xid) > BigInt(cursor.xmax)) {
      log("the database was restored into another cluster: sealing goes on by look-up");
      await guard(client, cursor);
    }
    const entries = await readPending(client, cursor, limit);
    if (entries.length) {
      const frontiers = await readFrontiers(client, [
        ...new Set(entries.map((entry) => entry.orgId)),
      ]);
      const sealed = seal(entries, frontiers, keys);
      await store(client, sealed, frontiers);
      for (const entry of sealed.refused)
        log(
          `ALARM: audit entry ${entry.id} of agency ${entry.orgId} was not written by this application; ` +
            "it is not sealed",
        );
    }
    const last = entries.findLast((entry) => BigInt(entry.xid) < BigInt(cursor.xmin));
    // Everything below xmin is sealed when the batch was not full; otherwise go on behind the last.
    const next = entries.length < limit ? { xid: cursor.xmin, id: beforeAll } : (last ?? cursor);
    if (entries.length || cursor.guarded)
      await client.query("update audit_sequencer set after_xid = $1::xid8, after_id = $2", [
        next.xid,
        next.id,
      ]);
    return entries.length;
  });
