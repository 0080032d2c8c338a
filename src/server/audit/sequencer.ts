import type pg from "pg";
import { Problem } from "#kernel/errors.ts";
import type { Database } from "../db/db.ts";
import { auditKeys, type AuditKeys } from "../keys.ts";
import { lastAudited } from "./audit.ts";
import { claimKey, signCheckpoints } from "./checkpoints.ts";
import { sealBatch } from "./seal.ts";

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
type Inclusion = { index: number; size: number };

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

const BATCH = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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
    for (const end = performance.now() + patience; ; await pause(25)) {
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
      if (performance.now() > end)
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
    let signed = -Infinity;
    let sealed = 0;
    while (!stopping) {
      try {
        sealed = sealed === batch || isTime() ? await sequencer.tick() : 0;
        if (performance.now() - signed >= Math.min(checkpointEvery, 5_000)) {
          await sequencer.checkpoint(undefined, checkpointEvery);
          signed = performance.now();
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
