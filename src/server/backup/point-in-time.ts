import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ownerOf } from "../db/embedded/binaries.ts";
import { hostsOf } from "../db/wire/hosts.ts";

/** Which moment is wanted, of whose archive, and where a whole copy of the cluster has room. */
export type Moment = {
  /** The archive's name in pgBackRest. */
  stanza: string;
  /** An instant, as `2027-01-20T14:32:00Z`. */
  to: string;
  /** A folder in which a folder of its own is made, and taken away again. */
  beside: string;
  /** An account of the database that sees every row; its password is not asked for. */
  url: string;
};
/** A cluster as it was at that moment: nobody but this process can come in. */
export type AsOf = { url: string; end: () => Promise<void> };

/** Why a moment cannot be gone back to, in a sentence that says what to do. */
class MomentRefused extends Error {}

const tail = (text: string): string =>
  text
    .trim()
    .split("\n")
    .filter((line) => /ERROR|FATAL|PANIC|HINT/.test(line))
    .slice(-3)
    .join(" ") || text.trim().slice(-400);

const pgBackRest = (args: readonly string[]): string => {
  const done = spawnSync("pgbackrest", args, { ...ownerOf(), encoding: "utf8" });
  if ((done.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    throw new MomentRefused(
      "pgbackrest is not installed on this machine. Run this where your archive can be read.",
    );
  if (done.status !== 0)
    throw new MomentRefused(`pgBackRest did not do it: ${tail(done.stdout + done.stderr)}`);
  return done.stdout;
};

type Info = { name: string; backup: { timestamp: { stop: number }; info: { size: number } }[] };

/** How many bytes the cluster takes that the archive would lay down. @throws MomentRefused */
const sizeAt = ({ stanza, to }: Moment): number => {
  const found = JSON.parse(
    pgBackRest([`--stanza=${stanza}`, "info", "--output=json"]) || "[]",
  ) as Info[];
  const backups = found.find(({ name }) => name === stanza)?.backup ?? [];
  const before = backups.filter(({ timestamp }) => timestamp.stop * 1000 <= Date.parse(to));
  if (before.length === 0)
    throw new MomentRefused(
      backups[0]
        ? `The archive ${stanza} begins at ${new Date(backups[0].timestamp.stop * 1000).toISOString()}, behind ${to}. Name a later minute.`
        : `The archive ${stanza} has no backup yet. Make one with pgbackrest --stanza=${stanza} backup.`,
    );
  return before.at(-1)!.info.size;
};

const requireRoom = (moment: Moment): void => {
  const bytes = sizeAt(moment) * 1.2;
  const { bavail, bsize } = statfsSync(moment.beside);
  if (bavail * bsize < bytes)
    throw new MomentRefused(
      `${moment.beside} has room for ${Math.floor((bavail * bsize) / 1_048_576)} MB, and the database needs ${Math.ceil(bytes / 1_048_576)} MB. Name another folder with --beside.`,
    );
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const programsOf = (folder: string): string => {
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  const debian = `/usr/lib/postgresql/${version}/bin`;
  if (existsSync(join(debian, "postgres"))) return debian;
  const asked = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  if (asked.status === 0 && existsSync(join(asked.stdout.trim(), "postgres")))
    return asked.stdout.trim();
  throw new MomentRefused(
    `PostgreSQL ${version} is not installed on this machine, and the database is of that version. Install it, and run this again.`,
  );
};

// What a cluster must not have less of than the one whose log it reads.
const limits: Readonly<Record<string, string>> = {
  "max_connections setting": "max_connections",
  "max_worker_processes setting": "max_worker_processes",
  "max_wal_senders setting": "max_wal_senders",
  "max_prepared_xacts setting": "max_prepared_transactions",
  "max_locks_per_xact setting": "max_locks_per_transaction",
};

/** Where a copy lies, what runs it, and how it is reached. */
type Copy = { folder: string; sockets: string; programs: string; port: number };

/** Settings of the copy: it archives nothing, follows nobody, and listens to this machine alone. */
const settingsOf = ({ folder, sockets, programs, port }: Copy): string[] => {
  const control = spawnSync(join(programs, "pg_controldata"), ["-D", folder], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  }).stdout;
  const kept = control.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^(.+?):\s+(\d+)$/.exec(line) ?? [];
    return limits[name] ? [`${limits[name]}=${value}`] : [];
  });
  return [
    `config_file=${join(sockets, "postgresql.conf")}`,
    `hba_file=${join(sockets, "pg_hba.conf")}`,
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${sockets}`,
    "archive_mode=off",
    "archive_command=",
    "primary_conninfo=",
    "synchronous_standby_names=",
    "password_encryption=scram-sha-256",
    "ssl=off",
    "logging_collector=off",
    "timezone=UTC",
    ...kept,
  ];
};

/** An empty folder that nobody but whoever runs the database reads. */
const folderOfOwner = (beside: string, name: string): string => {
  const folder = mkdtempSync(join(beside, name));
  const owner = ownerOf();
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
};

const begin = (copy: Copy): ChildProcess => {
  const { folder, sockets, programs } = copy;
  writeFileSync(join(sockets, "postgresql.conf"), "");
  writeFileSync(
    join(sockets, "pg_hba.conf"),
    "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n",
  );
  const owner = ownerOf();
  if (owner)
    for (const name of ["postgresql.conf", "pg_hba.conf"])
      chownSync(join(sockets, name), owner.uid, owner.gid);
  const given = settingsOf(copy).flatMap((one) => ["-c", one]);
  return spawn(join(programs, "postgres"), ["-D", folder, ...given], {
    ...owner,
    stdio: ["ignore", "ignore", "pipe"],
  });
};

/** Asks the copy through its own folder, where no password is needed; null while it does not answer. */
const asked = ({ sockets, programs, port }: Copy, url: URL, text: string): string | null => {
  const user = decodeURIComponent(url.username);
  const name = decodeURIComponent(url.pathname.slice(1));
  const args = ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-h", sockets, "-p", String(port)];
  const done = spawnSync(join(programs, "psql"), [...args, "-U", user, "-d", name], {
    ...ownerOf(),
    input: text,
    encoding: "utf8",
  });
  if (/role ".*" does not exist|database ".*" does not exist/.test(done.stderr))
    throw new MomentRefused(`At that moment it was not there yet: ${done.stderr.trim()}`);
  return done.status === 0 ? done.stdout.trim() : null;
};

/** So long (ms) a copy may read its log before it is given up. */
const patienceMs = 4 * 3_600_000;

/** Waits until the copy stands at the moment. @throws MomentRefused where its log does not reach it. */
const reached = async (copy: Copy, child: ChildProcess, url: URL, to: string): Promise<void> => {
  let said = "";
  child.stderr!.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-20_000)));
  const until = performance.now() + patienceMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new MomentRefused(
        /before configured recovery target was reached/.test(said)
          ? `The archive does not reach ${to} yet: its log ends before. Wait for the next segment (archive_timeout), or name an earlier minute.`
          : `The database as of ${to} does not start: ${tail(said)}`,
      );
    if (asked(copy, url, "select pg_is_in_recovery()") === "f") return;
    if (performance.now() > until)
      throw new MomentRefused(`The database as of ${to} was not ready within four hours.`);
    await pause(250);
  }
};

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
};

const laidDown = ({ stanza, to }: Moment, folder: string): void => {
  const at = `${to.replace("T", " ").replace(/Z$/, "")}+00`;
  pgBackRest([
    `--stanza=${stanza}`,
    `--pg1-path=${folder}`,
    `--tablespace-map-all=${join(folder, "tablespaces")}`,
    "--type=time",
    `--target=${at}`,
    "--target-action=promote",
    "restore",
  ]);
};

/**
 * The whole cluster as it was at a moment (pgBackRest, `--type=time`), started beside the running one:
 * it archives nothing, follows nobody, and lets in this process alone, by a password made for it.
 * `end` stops it and takes its folder away. @throws MomentRefused, and nothing of it remains.
 */
export const openAsOf = async (
  moment: Moment,
  say: (line: string) => void = () => {},
): Promise<AsOf> => {
  requireRoom(moment);
  const folder = folderOfOwner(moment.beside, "levee-as-of-");
  const sockets = folderOfOwner(tmpdir(), "levee-as-of-");
  let child: ChildProcess | null = null;
  const end = async () => {
    if (child) await stopped(child);
    for (const each of [folder, sockets]) rmSync(each, { recursive: true, force: true });
  };
  try {
    laidDown(moment, folder);
    say("the newest backup before it is laid down");
    const copy = { folder, sockets, programs: programsOf(folder), port: await freePort() };
    const url = new URL(hostsOf(moment.url)[0]!);
    child = begin(copy);
    await reached(copy, child, url, moment.to);
    say(`the log is read up to ${moment.to}`);
    const password = randomBytes(24).toString("hex");
    const user = decodeURIComponent(url.username).replaceAll('"', '""');
    asked(copy, url, `alter role "${user}" password '${password}'`);
    Object.assign(url, { hostname: "127.0.0.1", port: String(copy.port), search: "", password });
    return { url: url.href, end };
  } catch (error) {
    await end();
    throw error;
  }
};
