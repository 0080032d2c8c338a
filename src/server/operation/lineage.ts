import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { App } from "../app.ts";
import { newestCheckpoint } from "../audit/newest-checkpoint.ts";
import { noScope } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { clientOf, primaryOf, type Judge } from "../db/wire/hosts.ts";
import {
  judgeLineage,
  judgeMoment,
  missingWrites,
  unconfirmed,
  type Held,
  type Witness,
} from "./lineage.model.ts";
import { runningAgency } from "./running-agency.ts";

/** What is missing on the machine that was promoted last; null where nothing is. */
let missing: string | null = null;
/** Whether a standby confirms each write, as it was seen last. */
let confirmed = true;
const placeOf = (dataDir: string) => join(dataDir, "database.json");

/** What this instance saw of its database last; null before the first time. */
const readWitness = (dataDir: string): Witness | null => {
  try {
    return JSON.parse(readFileSync(placeOf(dataDir), "utf8")) as Witness;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(
      `${placeOf(dataDir)} cannot be read. It says which database this instance knows: is this the right one, then remove the file and start again.`,
      { cause: error },
    );
  }
};

const writeWitness = (dataDir: string, witness: Witness): void => {
  const place = placeOf(dataDir);
  writeFileSync(`${place}.new`, `${JSON.stringify(witness)}\n`, { mode: 0o600, flush: true });
  renameSync(`${place}.new`, place);
};

/** Writes it where the disk has room; where it has none, what was seen before stays, and an alarm tells of the disk. */
const tryWitness = (dataDir: string, witness: Witness): void => {
  try {
    writeWitness(dataDir, witness);
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
};

/** Says that the database as it is now is the right one, whatever this instance knew of it. */
export const forgetWitness = (dataDir: string): void => rmSync(placeOf(dataDir), { force: true });

const answered = async (client: pg.Client, text: string, values: unknown[]) =>
  (await client.query<{ held: boolean }>(text, values)).rows[0]?.held ?? null;

/** What of it a machine that takes writes holds. A new or an older database has no such tables: null. */
const heldOn = async (url: string, witness: Witness): Promise<Held> => {
  const client = clientOf(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin; set local role levee_app");
    const beat = await answered(
      client,
      "select seen_at >= $2::timestamptz as held from instance where id = $1",
      [witness.instance, witness.seenAt],
    );
    const { checkpoint } = witness;
    if (!checkpoint) return { beat, checkpoint: null };
    await client.query("select set_config('levee.org', $1, true)", [checkpoint.orgId]);
    const sealed = await answered(
      client,
      "select count(*) = 1 as held from audit_checkpoint where org_id = $1 and size = $2 and root = $3",
      [checkpoint.orgId, checkpoint.size, checkpoint.root],
    );
    return { beat, checkpoint: sealed };
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Who says whether a machine that takes writes is the database that this instance knows, or a standby
 * of it that was promoted. A fork, an older primary that came back and another cluster are refused in
 * words.
 */
export const lineageJudge =
  (dataDir: string): Judge =>
  async (found) => {
    const known = readWitness(dataDir);
    if (!known) return null;
    const held =
      known.systemId === found.systemId
        ? await heldOn(found.url, known)
        : { beat: null, checkpoint: null };
    const refused = judgeLineage(known, found, held);
    if (refused) return refused;
    missing = missingWrites(known, found, held);
    // Known before anything is written there: an earlier primary that comes back is told apart at once.
    const { timeline, written } = found;
    if (timeline !== known.timeline)
      writeWitness(dataDir, { ...known, timeline, written: String(written) });
    return null;
  };

/** A database of one host is not asked who it is: many an account may not. */
const oneHost = { systemId: null, timeline: 0, written: 0n };
/** What was seen of a database of one host is written down this often, in milliseconds. */
const momentMs = 60_000;
let keptAt = -momentMs;
const keepMomentNow = (): boolean => {
  if (performance.now() - keptAt < momentMs) return false;
  keptAt = performance.now();
  return true;
};

// A new database has neither the role nor the tables.
const notThereYet = new Set(["42P01", "42704", "22023"]);

/**
 * Refuses a database of one host that lacks what this instance wrote there: it was brought back to an
 * earlier moment, and what goes out by itself would go out twice. @throws Error, in words.
 */
export const refuseEarlier = async (dataDir: string, url: string): Promise<void> => {
  const known = primaryOf(url).several ? null : readWitness(dataDir);
  if (!known) return;
  const held = await heldOn(url, known).catch((error: { code?: string }) => {
    if (notThereYet.has(error.code ?? "")) return { beat: null, checkpoint: null };
    throw error;
  });
  const refused = judgeMoment(known, held);
  if (refused) throw new Error(refused);
};

/**
 * Looks whether another host was promoted, and writes down what this instance saw of its database: its
 * own last beat and the ledger's newest checkpoint, which a fork cannot have. Of a database with one host
 * each minute; of the one that Levee brings along nothing, since it lies beside.
 */
export const keepLineage = async (
  { database, config }: Pick<App, "database" | "config">,
  instance: string,
): Promise<void> => {
  const primary = primaryOf(database.url);
  if (!primary.several && (!config.DATABASE_URL || !keepMomentNow())) return;
  await primary.lookAgain();
  const cluster = primary.cluster;
  const agency = await runningAgency(database);
  const checkpoint = agency
    ? await newestCheckpoint(database.read({ orgId: agency, personId: null }))
    : null;
  const mine = await database.read(noScope).maybe<{ seenAt: string; standbys: string }>(sql`
    select seen_at::text, current_setting('synchronous_standby_names') as standbys
    from instance
    where id = ${instance}
  `);
  if (!mine || (primary.several && !cluster)) return;
  if (primary.several) confirmed = mine.standbys.trim() !== "";
  const { systemId, timeline, written } = cluster ?? oneHost;
  tryWitness(config.LEVEE_DATA_DIR, {
    ...{ systemId, timeline, written: String(written), instance, seenAt: mine.seenAt },
    checkpoint: checkpoint && {
      orgId: agency!,
      size: Number(checkpoint.size),
      root: checkpoint.root,
    },
    confirmed,
  });
};

/** What is to be said of a database with several hosts, or null: no standby confirms its writes, or some are missing. */
export const lineageAlarm = (url: string): string | null => {
  if (missing) return missing;
  return primaryOf(url).several ? unconfirmed(confirmed) : null;
};
