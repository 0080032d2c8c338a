import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { auditKeys } from "./keys.ts";
import { keyStore } from "./keystore.ts";
import { keyStoreLine } from "./keystore-line.ts";
import { meetKeyStore } from "./keystore-meeting.ts";

export type KeyStoreProcess = { url: string; adopted: boolean; stop: () => Promise<void> };

const main = fileURLToPath(new URL("../keystore/main.ts", import.meta.url));
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * What the application shows to its key store: `keys/keystore.secret`, made on first use with mode
 * 0600.
 */
const readSecret = (dataDir: string): string => {
  const folder = join(dataDir, "keys");
  const file = join(folder, "keystore.secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (process.platform !== "win32" && statSync(file).mode & 0o077)
    throw new Error(`${file} can be read by others. Run: chmod 600 ${file}`);
  return readFileSync(file, "utf8").trim();
};

const askStatus = keyStoreLine({ wholeMs: 2_000, atOnce: Infinity, backOff: false });
const answers = async (url: string, secret: string): Promise<boolean> =>
  askStatus(url, "/v1/status", { headers: { authorization: `Bearer ${secret}` } }).then(
    async (r) => {
      await r.arrayBuffer();
      return r.ok;
    },
    () => false,
  );

const addressIn = (folder: string): string | null =>
  existsSync(join(folder, "address")) ? readFileSync(join(folder, "address"), "utf8").trim() : null;

/**
 * In its own session, so that Ctrl-C reaches the application first; with nothing of the
 * application's environment.
 */
const launch = (folder: string, secret: string, port: string): ChildProcess => {
  const child = spawn(process.execPath, [main], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env["PATH"],
      LEVEE_KEYSTORE_DIR: folder,
      LEVEE_KEYSTORE_SECRET: secret,
      LEVEE_KEYSTORE_PORT: port,
      LEVEE_KEYSTORE_USER: process.env["LEVEE_KEYSTORE_USER"] ?? "levee-keystore",
      LEVEE_KEYSTORE_ATTENDED: "on",
    },
  });
  child.unref();
  return child;
};

const ensure = async (
  folder: string,
  secret: string,
): Promise<{ url: string; adopted: boolean }> => {
  const known = addressIn(folder);
  if (known && (await answers(known, secret))) return { url: known, adopted: true };
  const child = launch(folder, secret, known ? new URL(known).port : "0");
  let again = known !== null;
  // Tries are counted, not time: a build may hold this process for a minute meanwhile.
  for (let left = 600; left > 0; left--, await pause(30)) {
    const url = addressIn(folder);
    if (url && (await answers(url, secret))) return { url, adopted: false };
    // Its old port may be taken by now, or another instance was faster: then any port will do, or
    // theirs is found.
    if (child.exitCode !== null && again) {
      again = false;
      launch(folder, secret, "0");
    }
  }
  throw new Error(`The key store does not start in ${folder}.`);
};

const stayOnLine = keyStoreLine({
  wholeMs: Infinity,
  mostBytes: Infinity,
  atOnce: Infinity,
  backOff: false,
});
const ended = () => {};

/**
 * Holds a line open to the store: as long as one application does, it stays. Resolves when the line
 * breaks.
 */
const hold = (url: string, secret: string): { broken: Promise<void>; hangUp: () => void } => {
  const end = new AbortController();
  const broken = stayOnLine(url, "/v1/attend", {
    headers: { authorization: `Bearer ${secret}` },
    signal: end.signal,
  }).then((response) => response.arrayBuffer().then(ended, ended), ended);
  return { broken, hangUp: () => end.abort() };
};

/**
 * Finds or starts the store, holds on to it and has it pin the ledger's key. One that was just
 * ending when it was found (its application had been killed) is started anew.
 */
const attend = async (folder: string, secret: string, pin: () => Promise<void>) => {
  for (let left = 5; ; left--) {
    const found = await ensure(folder, secret);
    const line = hold(found.url, secret);
    Object.assign(process.env, { LEVEE_KEYSTORE_URL: found.url, LEVEE_KEYSTORE_SECRET: secret });
    try {
      await pin();
      return { ...found, line };
    } catch (error) {
      line.hangUp();
      if (left === 0) throw error;
      await pause(200);
    }
  }
};

/**
 * Starts the key store of this data folder, or finds it running, and keeps it running: should its
 * process end, it is started again at the same
 * address. It ends by itself when the last application has gone, however that ended. With
 * LEVEE_KEYSTORE_URL somebody else keeps it (systemd, another host): nothing is started.
 * @throws where that one is not reached, with what to do.
 */
export const startKeyStore = async (
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<KeyStoreProcess> => {
  const pin = () => keyStore().pin(formatVerifierKey(auditKeys().verifier));
  const { LEVEE_KEYSTORE_URL: known, LEVEE_KEYSTORE_SECRET: given } = process.env;
  if (known) {
    if (!given) throw new Error("LEVEE_KEYSTORE_URL is set: set LEVEE_KEYSTORE_SECRET too.");
    await meetKeyStore(known, given);
    await pin();
    return { url: known, adopted: true, stop: async () => {} };
  }
  const folder = join(dataDir, "keystore");
  const secret = readSecret(dataDir);
  let { url, adopted, line } = await attend(folder, secret, pin);
  let stopping = false;
  void (async () => {
    for (;;) {
      await line.broken;
      if (stopping) return;
      await ensure(folder, secret).then(
        (found) => ({ url } = found),
        (error: Error) => log(error.message),
      );
      process.env["LEVEE_KEYSTORE_URL"] = url;
      line = hold(url, secret);
      await pause(50);
    }
  })();
  const stop = async () => {
    stopping = true;
    line.hangUp();
    delete process.env["LEVEE_KEYSTORE_URL"];
    // Others may hold on to it; else it is gone within a second or so, and nothing is left running
    // when this returns.
    for (
      const end = performance.now() + 2500;
      performance.now() < end && (await answers(url, secret));
    )
      await pause(100);
  };
  return { url, adopted, stop };
};
