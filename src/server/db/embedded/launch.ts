import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { binary, type Owner } from "./binaries.ts";

/** Makes an empty database in the folder; throws with what `initdb` said. */
export const initialise = (native: string, folder: string, password: string, owner: Owner) => {
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

/**
 * The folder of the database's socket, which costs two thirds of a loopback connection for each
 * statement: the database's own, which only its user (and root) may enter. Null where the socket's
 * address would exceed what the system allows (about a hundred bytes), and on Windows.
 */
export const socketIn = (folder: string, port: number): string | null =>
  process.platform !== "win32" &&
  Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 100 &&
  !/[,'"\\]/.test(folder)
    ? folder
    : null;

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

// A sixteenth of the memory that this process may use, 128 MB to 1 GB: pages of a long list are
// then read from the database's own memory. Taken as it is filled.
const cacheMegabytes = (): number => {
  const most = process.constrainedMemory();
  const memory = most > 0 ? Math.min(most, totalmem()) : totalmem();
  return Math.round(Math.min(1024, Math.max(128, memory / 16 / 1_048_576)));
};

/** A server and whether it still runs. */
export type Running = { port: number; running: () => boolean };

/** Starts the server of the folder on a free port, apart from this process. */
export const launch = async (native: string, folder: string, owner: Owner): Promise<Running> => {
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
