import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ownerOf, places } from "./binaries.ts";
import { initialise, launch, socketIn, type Running } from "./launch.ts";
import { isAlive, postmasterOf } from "./postmaster.ts";

export type Embedded = { url: string; adopted: boolean; stop: () => Promise<void> };

/**
 * Its address answers. Patience (ms) counts only the tries themselves: a build that holds this
 * process for a minute meanwhile must not use it up. False when it has ended or patience has.
 */
const reachable = async (
  url: string,
  patience: { left: number },
  running: () => boolean,
): Promise<boolean> => {
  for (;;) {
    const began = Date.now();
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      patience.left -= Math.min(Date.now() - began, 2000) + 40;
      if (patience.left < 0 || !running()) return false;
      await new Promise((r) => setTimeout(r, 40));
    }
  }
};

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
 * Throws when no server answers for 30 seconds.
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

  for (const patience = { left: 30_000 }; patience.left > 0;) {
    const found = postmasterOf(folder);
    const server = found
      ? { port: found.port, running: () => isAlive(found.pid) }
      : await launch(native, folder, owner);
    launched();
    const entered = (await reachable(address(server.port, "postgres"), patience, server.running))
      ? await enter(server, folder, address)
      : undefined;
    if (entered)
      return {
        url: entered.url,
        adopted: found !== null,
        stop: () => leave(entered.presence, folder),
      };
    // One that ended at once may have met what an earlier one has not cleared away yet.
    patience.left -= 100;
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
