import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { isAway } from "../away.ts";
import { ownerOf, places } from "./binaries.ts";
import { initialise, launch, socketIn, type Running } from "./launch.ts";
import { isAlive, postmasterOf } from "./postmaster.ts";

export type Embedded = { url: string; adopted: boolean; stop: () => Promise<void> };

const sayEvery = 10_000;
/** One that answers and refuses so long is not starved: its reason is told. */
const REFUSED_MS = 30_000;

/** Its address answers, however long a starved machine takes; false when its process has ended. */
const reachable = async (
  url: string,
  running: () => boolean,
  log: (line: string) => void,
): Promise<boolean> => {
  for (let began = Date.now(), said = began; ;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if (!running()) return false;
      if (!isAway(error) && Date.now() - began > REFUSED_MS) throw error;
      if (Date.now() - said >= sayEvery) {
        said = Date.now();
        const seconds = Math.round((said - began) / 1000);
        log(
          `the database runs and does not answer yet (${seconds} s): ${(error as Error).message}`,
        );
      }
      await new Promise((r) => setTimeout(r, 40));
    }
  }
};

/** As many servers may end before they answer; between them 100 ms. */
const MOST_LAUNCHES = 200;

type Address = (port: number, name: string) => string;

/**
 * Connects to a server that runs and says that this instance is there; undefined when the server
 * ended meanwhile (the instance before this one was stopping it).
 */
const enter = async (
  { port, running }: Running,
  folder: string,
  address: Address,
): Promise<{ url: string; presence: pg.Client } | undefined> => {
  const socket = socketIn(folder, port);
  const url =
    address(port, "levee") +
    (socket && existsSync(join(socket, `.s.PGSQL.${port}`))
      ? `?host=${encodeURIComponent(socket)}`
      : "");
  const admin = new pg.Client({ connectionString: address(port, "postgres") });
  const presence = new pg.Client({ connectionString: url, application_name: "levee:presence" });
  const again = new pg.Client({ connectionString: address(port, "postgres") });
  for (const client of [admin, presence, again]) client.on("error", () => {});
  try {
    await admin.connect();
    if ((await admin.query("select 1 from pg_database where datname = 'levee'")).rowCount === 0)
      await admin.query("create database levee").catch(() => {});
    await presence.connect();
    // An instance that leaves holds the lock alone until the server has been told to stop, which
    // the server may notice a moment after the lock is free again: it takes nobody in from then on.
    // So whoever has the lock asks to be let in once more.
    await presence.query("select pg_advisory_lock_shared(71002)");
    await again.connect();
    return { url, presence };
  } catch (error) {
    await presence.end().catch(() => {});
    for (const end = Date.now() + 20_000; running(); await new Promise((r) => setTimeout(r, 40)))
      if (Date.now() > end) throw error;
    return undefined;
  } finally {
    for (const client of [admin, again]) await client.end().catch(() => {});
  }
};

/**
 * Starts or adopts the PostgreSQL of this data folder and returns the owner's address of database
 * `levee`. One that is just being stopped is waited for and started anew.
 * `launched` is called once its process runs, so that other work can be done while it gets ready.
 * Every instance holds a shared advisory lock; whoever can take it alone when leaving stops the
 * server.
 * A server that runs and does not answer yet is waited for, with a line every ten seconds. Throws
 * when one after the other ends without having answered.
 */
export const startEmbedded = async (
  dataDir: string,
  log: (line: string) => void = () => {},
  launched: () => void = () => {},
): Promise<Embedded> => {
  const owner = ownerOf();
  const { native, folder } = places(dataDir, owner, log);
  const passwordFile = join(dataDir, "postgres.password");
  if (!existsSync(join(folder, "PG_VERSION"))) {
    log("creating the database (once)");
    const password = randomBytes(24).toString("base64url");
    initialise(native, folder, password, owner);
    writeFileSync(passwordFile, password, { mode: 0o600 });
  }
  const password = readFileSync(passwordFile, "utf8");
  const address: Address = (port, name) =>
    `postgres://levee_owner:${password}@127.0.0.1:${port}/${name}`;

  for (let left = MOST_LAUNCHES; left > 0; left--) {
    const found = postmasterOf(folder);
    const server = found
      ? { port: found.port, running: () => isAlive(found.pid) }
      : await launch(native, folder, owner);
    launched();
    const entered = (await reachable(address(server.port, "postgres"), server.running, log))
      ? await enter(server, folder, address)
      : undefined;
    if (entered)
      return {
        url: entered.url,
        adopted: found !== null,
        stop: () => leave(entered.presence, folder),
      };
    // One that ended at once may have met what an earlier one has not cleared away yet.
    await new Promise((r) => setTimeout(r, 100));
  }
  throw new Error(
    `The database in ${folder} does not answer. Look at free disk space, or move the folder away to begin anew.`,
  );
};

const leave = async (presence: pg.Client, folder: string) => {
  try {
    await presence.query("select pg_advisory_unlock_shared(71002)");
    const { rows } = await presence.query("select pg_try_advisory_lock(71002) as alone");
    const postmaster = rows[0].alone ? postmasterOf(folder) : null;
    // The lock is kept until the server is told: who comes now waits for it, finds the server gone,
    // and starts it anew.
    if (postmaster) process.kill(postmaster.pid, "SIGINT");
    await presence.end().catch(() => {});
    if (!postmaster) return;
    for (const end = Date.now() + 20_000; Date.now() < end && isAlive(postmaster.pid);)
      await new Promise((r) => setTimeout(r, 20));
  } catch {
    // The database is gone already; nothing is left to stop.
  }
};
