import type pg from "pg";
import { macMessage } from "#kernel/audit-proof.ts";
import { checkpointText, formatVerifierKey, originOf, signNote } from "#kernel/checkpoint.ts";
import { Problem } from "#kernel/errors.ts";
import { Frontier, type Hash } from "#kernel/merkle.ts";
import type { Database } from "../db/db.ts";
import { lastAudited } from "./audit.ts";
import { auditKeys, type AuditKeys } from "../keys.ts";
import { hasher } from "./hash.ts";
import { entryColumnsText, sealedText, type StoredEntry } from "./stored.ts";

export type SequencerOptions = {
  database: Database;
  keys?: AuditKeys;
  /**
   * Pause between looks for new entries while this process writes some, ms; entries of others are
   * looked for after four pauses.
   */
  every?: number;
  /** Pause between signed checkpoints of an agency, ms. */
  checkpointEvery?: number;
  /** Entries per transaction. */
  batch?: number;
  log?: (line: string) => void;
};

/** An entry's place, under a checkpoint that is signed and stored. */
export type Inclusion = { index: number; size: number };

export type Sequencer = {
  /**
   * Seals what is committed; the number of entries sealed. 0 when another instance is at it, unless
   * `wait`.
   */
  tick(wait?: boolean): Promise<number>;
  /**
   * Signs a checkpoint for every agency (or one) whose ledger grew since its last; `minAge` ms
   * since that last one.
   */
  checkpoint(orgId?: string, minAge?: number): Promise<number>;
  /**
   * Resolves when the entry (already committed) is in the ledger under a signed checkpoint.
   * Payments, awards, bank changes and bid openings
   * wait for it. 503 after `patience` ms: the record is kept and will be sealed, but is not yet.
   */
  waitForInclusion(orgId: string, entryId: string, patience?: number): Promise<Inclusion>;
  stop(): Promise<void>;
};

type Cursor = { xid: string; id: string; guarded: boolean; xmin: string; xmax: string };
type Pending = StoredEntry & { xid: string };
type Grown = { frontier: Frontier; last: string };
type Sealed = {
  orgs: string[];
  indexes: number[];
  ids: string[];
  leaves: Hash[];
  tiles: { orgs: string[]; levels: number[]; indexes: number[]; hashes: Hash[] };
  refused: Pending[];
};

const BATCH = 2_000;
const utf8 = new TextEncoder();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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

/**
 * A transaction number below every running one is final: what has not committed by then never will.
 */
const readCursor = async (client: pg.PoolClient, wait: boolean): Promise<Cursor | undefined> =>
  (
    await client.query<Cursor>(`
      select
        after_xid::text as xid, after_id as id, guarded,
        pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
        pg_snapshot_xmax(pg_current_snapshot())::text as xmax
      from audit_sequencer
      for update ${wait ? "" : "skip locked"}
    `)
  ).rows[0];

const readPending = async (
  client: pg.PoolClient,
  cursor: Cursor,
  limit: number,
): Promise<Pending[]> => {
  const known = `not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
    and not exists (select 1 from audit_refusal r where r.org_id = e.org_id and r.entry_id = e.id) and (e.xid < $3::xid8 or e.xid >= $5::xid8)`;
  const text = `
    select ${entryColumnsText}, e.xid::text as xid
    from audit_entry e
    where (e.xid, e.id) > ($1::xid8, $2::uuid) and ${cursor.guarded ? known : "e.xid < $3::xid8"}
    order by e.xid, e.id
    limit $4
  `;
  const values = [
    cursor.xid,
    cursor.id,
    cursor.xmin,
    limit,
    ...(cursor.guarded ? [cursor.xmax] : []),
  ];
  return (
    await client.query<Pending>({ name: cursor.guarded ? "guarded" : "pending", text, values })
  ).rows;
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

const sealBatch = (
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
      await client.query(
        `
          update audit_sequencer
          set guarded = true, after_xid = '0', after_id = '00000000-0000-0000-0000-000000000000'
        `,
      );
      Object.assign(cursor, {
        guarded: true,
        xid: "0",
        id: "00000000-0000-0000-0000-000000000000",
      });
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
          `ALARM: audit entry ${entry.id} of agency ${entry.orgId} was not written by this application; it is not sealed`,
        );
    }
    const last = entries.findLast((entry) => BigInt(entry.xid) < BigInt(cursor.xmin));
    // Everything below xmin is sealed when the batch was not full; otherwise go on behind the last.
    const next =
      entries.length < limit
        ? { xid: cursor.xmin, id: "00000000-0000-0000-0000-000000000000" }
        : (last ?? cursor);
    if (entries.length || cursor.guarded)
      await client.query("update audit_sequencer set after_xid = $1::xid8, after_id = $2", [
        next.xid,
        next.id,
      ]);
    return entries.length;
  });

const signCheckpoints = async (
  pool: pg.Pool,
  keys: AuditKeys,
  orgId: string | undefined,
  minAge: number,
): Promise<number> => {
  const { rows } = await pool.query<{ orgId: string; size: number; peaks: Hash[]; at: string }>({
    name: "grown",
    text: `
      select
        f.org_id as "orgId", f.size, f.peaks,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from audit_frontier f
      where ($1::uuid is null or f.org_id = $1)
        and not exists (
          select 1
          from audit_checkpoint c
          where c.org_id = f.org_id
            and (
              c.size = f.size
              or c.at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)
            )
        )
        and f.size > 0
    `,
    values: [orgId ?? null, minAge],
  });
  for (const { orgId: org, size, peaks, at } of rows) {
    const root = new Frontier(hasher, size, peaks).root();
    const note = signNote(
      keys.verifier,
      checkpointText({ origin: originOf(org), size, root, at }),
      keys.sign,
    );
    await pool.query(
      `
        insert into audit_checkpoint (org_id, size, root, at, note)
        values ($1, $2, $3, $4, $5)
        on conflict
        do nothing
      `,
      [org, size, root, at, note],
    );
  }
  return rows.length;
};

/**
 * One database, one key: a second key would make old checkpoints unverifiable with the copy that
 * auditors hold.
 */
const claimKey = async (pool: pg.Pool, keys: AuditKeys): Promise<void> => {
  const mine = formatVerifierKey(keys.verifier);
  await pool.query(
    `
      insert into audit_key (verifier_key)
      select $1
      where not exists (select 1 from audit_key)
      on conflict
      do nothing
    `,
    [mine],
  );
  const { rows } = await pool.query<{ key: string }>("select verifier_key as key from audit_key");
  if (!rows.some((row) => row.key === mine))
    throw new Error(
      "The audit record of this database was sealed with another key. Bring back keys/audit.key of its data folder, or set LEVEE_AUDIT_KEY to the key that the other instances use.",
    );
};

type Opened = Omit<Sequencer, "stop"> & { pool: pg.Pool; sealLast: () => Promise<void> };

const open = async ({
  database,
  keys = auditKeys(),
  batch = BATCH,
  log = console.error,
}: SequencerOptions): Promise<Opened> => {
  const pool = database.poolAs("levee_sequencer", { max: 3 });
  await claimKey(pool, keys);
  let queue: Promise<unknown> = Promise.resolve();
  const tick = (wait = false): Promise<number> => {
    const result = queue.then(() => sealBatch(pool, keys, batch, wait, log));
    queue = result.catch(() => {});
    return result;
  };
  const checkpoint = (orgId?: string, minAge = 0) => signCheckpoints(pool, keys, orgId, minAge);
  const waitForInclusion = async (
    orgId: string,
    entryId: string,
    patience = 10_000,
  ): Promise<Inclusion> => {
    for (const end = Date.now() + patience; ; await pause(25)) {
      await tick(true);
      const { rows } = await pool.query<{ index: number }>({
        name: "leafOf",
        text: "select idx as index from audit_leaf where org_id = $1 and entry_id = $2",
        values: [orgId, entryId],
      });
      if (rows[0]) {
        await checkpoint(orgId);
        const newest = await pool.query<{ size: number }>(
          "select max(size) as size from audit_checkpoint where org_id = $1",
          [orgId],
        );
        return { index: rows[0].index, size: newest.rows[0]!.size };
      }
      if (Date.now() > end)
        throw new Problem(
          "upstream",
          "audit_pending",
          "This step is recorded but not yet sealed in the audit ledger. Try again in a moment.",
          { status: 503, extra: { retryAfter: 5 } },
        );
    }
  };
  const sealLast = async () => {
    while ((await tick()) === batch);
    await checkpoint();
  };
  return { tick, checkpoint, waitForInclusion, pool, sealLast };
};

const opened = new WeakMap<Database, Promise<Omit<Sequencer, "stop">>>();

/**
 * The sequencer of this database in this process: the running one, or one that works only when
 * asked (seeds, tests).
 */
export const sequencerOf = (database: Database): Promise<Omit<Sequencer, "stop">> => {
  let found = opened.get(database);
  if (!found) opened.set(database, (found = open({ database })));
  return found;
};

/**
 * Starts sealing: committed entries of every agency go, in the order of their transactions, into
 * the agency's Merkle tree, and checkpoints
 * are signed. Any number of instances may run; they take turns at one row lock. Throws when the
 * database was sealed with another key.
 */
export const startSequencer = async (options: SequencerOptions): Promise<Sequencer> => {
  const { every = 500, checkpointEvery = 60_000, batch = BATCH, log = console.error } = options;
  const sequencer = await open(options);
  opened.set(options.database, Promise.resolve(sequencer));
  let stopping = false;
  let wake = () => {};
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stopping ? 0 : ms);
      wake = () => (clearTimeout(timer), resolve());
    });
  let looked = -Infinity;
  // Each look locks a row and waits for the disk: an idle server looks seldom. Who needs an entry
  // sealed now asks for it (`waitForInclusion`).
  const isTime = () => {
    const now = performance.now();
    if (now - lastAudited() > 2 * every && now - looked < 4 * every) return false;
    looked = now;
    return true;
  };
  const loop = (async () => {
    let failures = 0;
    let signed = 0;
    let sealed = 0;
    while (!stopping) {
      try {
        sealed = sealed === batch || isTime() ? await sequencer.tick() : 0;
        if (Date.now() - signed >= Math.min(checkpointEvery, 5_000)) {
          await sequencer.checkpoint(undefined, checkpointEvery);
          signed = Date.now();
        }
        failures = 0;
        if (sealed < batch) await rest(every);
      } catch (error) {
        if (stopping) break;
        if (failures++ % 40 === 0)
          log(`sealing the audit record failed, trying again: ${(error as Error).message}`);
        await rest(Math.min(every * 2 ** failures, 5_000));
      }
    }
  })();
  const stop = async () => {
    stopping = true;
    wake();
    opened.delete(options.database);
    await loop;
    await sequencer.sealLast().catch(() => {});
    await sequencer.pool.end().catch(() => {});
  };
  return { ...sequencer, stop };
};
