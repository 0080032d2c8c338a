// The process that keeps the server's part of every bid key: its own folder, its own secret, its
// own system user where it can have one.
//
//   LEVEE_KEYSTORE_DIR      folder of its file, key and log (made with mode 0700)
//   LEVEE_KEYSTORE_SECRET   what the application shows as a bearer token; 32 characters or more
//   LEVEE_KEYSTORE_SOCKET   path of a socket of this machine, in place of a port; its group may use it
// LEVEE_KEYSTORE_HOST interface, 127.0.0.1 unless told otherwise (put TLS in front of any other)
//   LEVEE_KEYSTORE_PORT     port; 0 = any free one, written to the file `address` in the folder
//   LEVEE_KEYSTORE_USER     system user to become when started as root
//   LEVEE_KEYSTORE_ATTENDED on = ends by itself a few seconds after the last application hung up
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Server } from "node:http";
import { userInfo } from "node:os";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { exportPrivate, type HpkeKeys, importPrivate, newHpkeKeys } from "#kernel/sealing/hpke.ts";
import { keyStoreServer } from "./http.ts";
import { Vault } from "./vault.ts";

const fail = (message: string, code = 1): never => {
  console.error(`key store: ${message}`);
  process.exit(code);
};
const idOf = (flag: string, user: string) => {
  const { status, stdout } = spawnSync("id", [flag, user], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
};

/**
 * The system user to become: the one named, made where the system can make it; null when there is
 * none.
 */
const accountOf = (user: string): { uid: number; gid: number } | null => {
  if (idOf("-u", user) === null && process.platform === "linux")
    spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", user]);
  const uid = idOf("-u", user);
  const gid = idOf("-g", user);
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
};

/**
 * Goes into the folder first and gives up root then: what lies above the folder need not be open to
 * the user.
 */
const settle = (folder: string, user: string | undefined) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    process.chdir(folder);
  } catch (error) {
    const { username } = userInfo();
    return fail(
      `the folder ${folder} is not the user ${username}'s to write (${(error as NodeJS.ErrnoException).code}). Give it to it: chown -R ${username} ${folder}`,
    );
  }
  process.umask(0o077);
  if (process.getuid?.() !== 0 || !user) return;
  const account = accountOf(user);
  if (!account)
    return void console.error(`key store: there is no user ${user}, so it runs as root`);
  chownSync(".", account.uid, account.gid);
  for (const name of readdirSync(".")) chownSync(name, account.uid, account.gid);
  process.setgroups!([]);
  process.setgid!(account.gid);
  process.setuid!(account.uid);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return (
    process.platform !== "linux" ||
    !existsSync(`/proc/${pid}/cmdline`) ||
    readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("keystore")
  );
};

const takeLock = () => {
  for (let tries = 0; tries < 3; tries++) {
    try {
      return writeFileSync("lock", String(process.pid), { flag: "wx" });
    } catch {
      if (isAlive(Number(readFileSync("lock", "utf8"))))
        fail("another process keeps this folder", 75);
      rmSync("lock", { force: true });
    }
  }
};

const ownKeys = async (): Promise<HpkeKeys> => {
  if (!existsSync("key")) {
    const made = await newHpkeKeys(true);
    writeFileSync(
      "key",
      `${base64(made.publicKey)} ${base64(await exportPrivate(made.privateKey))}\n`,
      { mode: 0o600, flag: "wx", flush: true },
    );
  }
  const [publicKey, privateKey] = readFileSync("key", "utf8").trim().split(" ") as [string, string];
  return { publicKey: unbase64(publicKey), privateKey: await importPrivate(unbase64(privateKey)) };
};

const portTaken = (port: string) =>
  `port ${port}, where it was last, is taken (this may be a copied data folder), so it takes another one`;

/** Opens the door: a socket, which an earlier run may have left, or a port. */
const listen = (server: Server, env: NodeJS.ProcessEnv) => {
  const {
    LEVEE_KEYSTORE_DIR: folder,
    LEVEE_KEYSTORE_HOST: host = "127.0.0.1",
    LEVEE_KEYSTORE_PORT: port = "0",
    LEVEE_KEYSTORE_SOCKET: socket,
  } = env;
  const ready = (address: string, more: object) => {
    writeFileSync("address", `${address}\n`);
    console.log(JSON.stringify({ ready: true, ...more, user: process.getuid?.() ?? null, folder }));
  };
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (socket)
      return fail(
        `the socket ${socket} cannot be made (${error.code}). Its folder must be this user's to write`,
      );
    return fail(error.code === "EADDRINUSE" ? portTaken(port) : error.message);
  });
  if (socket) {
    rmSync(socket, { force: true });
    server.listen(socket, () => {
      chmodSync(socket, 0o660);
      ready(`unix:${socket}`, { socket });
    });
    return;
  }
  server.listen(Number(port), host, () => {
    const { port: taken } = server.address() as { port: number };
    ready(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`, { port: taken });
  });
};

const run = async (env: NodeJS.ProcessEnv) => {
  const {
    LEVEE_KEYSTORE_DIR: folder,
    LEVEE_KEYSTORE_SECRET: secret = "",
    LEVEE_KEYSTORE_USER: user,
    LEVEE_KEYSTORE_ATTENDED: attended,
  } = env;
  if (!folder) return fail("set LEVEE_KEYSTORE_DIR");
  if (secret.length < 32) return fail("LEVEE_KEYSTORE_SECRET must have at least 32 characters");
  settle(folder, user);
  takeLock();
  const vault = new Vault({ file: "parts", keys: await ownKeys() });
  await vault.ready;
  const store = keyStoreServer({ vault, secret, log: "refusals.log" });
  let ending = false;
  const end = (code = 0) => {
    if (ending) return;
    ending = true;
    store.hangUp();
    store.server.close(() => {
      vault.close();
      rmSync("lock", { force: true });
      process.exit(code);
    });
    store.server.closeIdleConnections();
  };
  listen(store.server, env);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end());
  if (attended !== "on") return;
  // Two looks in a row without anybody: an application that starts again has its line back by then.
  let alone = 0;
  const patience = () => (store.everAttended() ? 2 : 1200);
  setInterval(() => {
    alone = store.attended() ? 0 : alone + 1;
    if (alone >= patience()) end();
  }, 500);
};

await run(process.env);
