import "./prepare.mjs";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
// Whole: Node 20, which runs this file until prepare.mjs hands over, has no compile cache.
import nodeModule from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Stripping types and compiling a thousand modules is most of a second start; where the folder
// cannot be written, nothing is kept.
nodeModule.enableCompileCache?.(
  join(dirname(fileURLToPath(import.meta.url)), "..", ".cache", "compiled"),
);
const started = Date.now();
let tell = (line) => console.log(line);
const log = (line) =>
  tell(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`);
const { readConfig } = await import("../src/server/config.ts");

let config;
try {
  config = readConfig();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.env.LEVEE_DATA_DIR = config.LEVEE_DATA_DIR;
const { logSentence, sayInJson } = await import("../src/server/telemetry/log.ts");
if (config.LEVEE_LOG === "json") sayInJson();
tell = (line) => logSentence("info", line);
tell("Levee starts");

const { startFault } = await import("../src/server/start-fault.ts");
const couldNotStart = (error) =>
  `\nLevee could not start: ${startFault(error, config) ?? error.message}`;

// Two first starts at once: the second waits for the first to have built and created.
const lock = join(config.LEVEE_DATA_DIR, ".starting");
const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
};
const takeLock = async () => {
  mkdirSync(config.LEVEE_DATA_DIR, { recursive: true });
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (existsSync(lock) && alive(Number(readFileSync(lock, "utf8"))))
        await new Promise((r) => setTimeout(r, 200));
      else rmSync(lock, { force: true });
    }
  }
};
try {
  await takeLock();
} catch (error) {
  logSentence("error", couldNotStart(error));
  process.exit(1);
}

let embedded;
let starting;
let keeping;
let keyStore;
let instance;
let stopping;
const stopInOrder = async (code) => {
  rmSync(lock, { force: true });
  tell("\nLevee stops …");
  setTimeout(() => process.exit(1), (30 + config.LEVEE_DRAIN_SECONDS) * 1_000).unref();
  await instance?.stop().catch((error) => console.error(error));
  keyStore ??= await Promise.resolve(keeping).catch(() => undefined);
  await keyStore?.stop();
  embedded ??= await Promise.resolve(starting).catch(() => undefined);
  await embedded?.stop();
  process.exit(code);
};
const stop = (code = 0) => (stopping ??= stopInOrder(code));
const { endOnUnhandled } = await import("../src/server/last-resort.ts");
endOnUnhandled(stop);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop());
if (process.channel) {
  process.on("disconnect", () => void stop());
  process.channel.unref();
}

const buildToServe = async () => {
  // A package brings its screens.
  if (process.env.LEVEE_BUILD) return process.env.LEVEE_BUILD;
  if (process.env.LEVEE_SKIP_BUILD === "on") {
    const { builds, kindOfBuild } = await import("./builds.mjs");
    return builds.use(builds.last(kindOfBuild()));
  }
  const { buildBeside } = await import("./build.mjs");
  return buildBeside(log);
};

try {
  // The database gets ready in a process of its own: meanwhile the modules are loaded and the build
  // is looked at.
  if (!config.DATABASE_URL) {
    const { startEmbedded } = await import("../src/server/db/embedded/embedded.ts");
    await new Promise((launched) => {
      starting = startEmbedded(resolve(config.LEVEE_DATA_DIR), log, launched);
      starting.catch(launched);
    });
  }
  // So does the key store.
  keeping = import("../src/server/keystore-process.ts").then(({ startKeyStore }) =>
    startKeyStore(config.LEVEE_DATA_DIR, log),
  );
  keeping.catch(() => {});
  const loading = import("../src/server/instance.ts");
  loading.catch(() => {});
  // The build that this process serves until it ends, whatever is built beside it meanwhile. The
  // instance waits for it only before it mounts the screens: on a first start the demo's story is
  // told beside it.
  const screens = buildToServe().then((folder) => {
    if (folder) process.env.LEVEE_BUILD = folder;
  });
  screens.catch(() => {});
  embedded = await starting;
  if (embedded) log(`database ${embedded.adopted ? "adopted" : "started"}`);
  const { startInstance } = await loading;
  keyStore = await keeping;
  log(`key store ${keyStore.adopted ? "adopted" : "started"}`);
  instance = await startInstance(config, config.DATABASE_URL ?? embedded.url, { log, screens });
} catch (error) {
  // Stopped while it started: what was cut off is no news.
  if (stopping) await new Promise(() => {});
  // Not there yet, or gone again: whoever keeps this process waits and starts it once more.
  const { isAway } = await import("../src/server/db/away.ts");
  if (process.send && isAway(error)) {
    await new Promise((sent) => process.send({ away: true, failed: error.message }, sent));
    await stop(75);
  }
  logSentence("error", couldNotStart(error));
  if (config.LEVEE_LOG !== "error" || !error.message) console.error(error);
  await stop(1);
}
rmSync(lock, { force: true });
log("ready");
process.send?.({ ready: true });
setTimeout(() => nodeModule.flushCompileCache?.(), 1000).unref();
tell(`\nLevee is at ${config.origin}`);
if (!config.LEVEE_SMTP_URL)
  tell(
    config.demo
      ? "No mail server is set (LEVEE_SMTP_URL): letters appear in the app under /mail."
      : "No mail server is set (LEVEE_SMTP_URL): letters wait in the queue until one is.",
  );
const shortOf = (email) => email.replace("@demo.levee.test", "");
if (config.demo && config.LEVEE_LOG !== "json") {
  tell(`\nDemo accounts, password ${config.LEVEE_DEMO_PASSWORD}`);
  const { demoJobs } = await import("../src/areas/identity/demo-accounts.model.ts");
  for (const { job, accounts } of demoJobs())
    tell(`  ${job.padEnd(24)} ${accounts.map(({ email }) => shortOf(email)).join(", ")}`);
  tell("  (…@demo.levee.test; who they are stands on the sign-in page)");
}
