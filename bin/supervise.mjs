// `npm start`: runs the server (start.mjs) and starts it again when it ends by itself. Node 20
// built-ins only.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Milliseconds before the first, second … start after an end; as many starts, and no more. */
const usualWaits = [1_000, 5_000, 15_000, 30_000, 60_000];
const usualWindow = 600_000;
/** One that ran so long (ms) was well: its earlier ends count no more. */
const usualWell = 60_000;
/** Before a start goes on waiting for a database that is not there yet; the last one again and again. */
const usualAwayWaits = [1_000, 2_000, 5_000, 10_000, 15_000];

const inWords = (code, signal, failed) =>
  signal
    ? `by signal ${signal}${signal === "SIGKILL" ? " (often the machine's memory was full)" : ""}`
    : `with code ${code}${failed ? `: ${failed}` : ""}`;

const givenUp = (number, window) =>
  `That was end number ${number} within ${Math.round(window / 60_000)} minutes, so it is not started again. What the log says before each end is the cause; mend it and run npm start.`;

const awayInWords = (failed, wait) =>
  `${new Date().toISOString()} The database went away while Levee started (${failed}). It tries again in ${wait / 1000} s.`;

/**
 * What became of a server that was started, at its end: how it ended, whether it was ready once and
 * well for so long (ms), what it said of a failure, whether its database was away before it was ready.
 */
const lifeOf = (child, well, onReady) =>
  new Promise((resolve) => {
    const told = { ready: false, away: false, failed: undefined };
    let readyAt = Infinity;
    child.on("message", (message) => {
      if (message.ready === true && !told.ready) {
        readyAt = Date.now();
        onReady();
      }
      told.ready ||= message.ready === true;
      told.away ||= message.away === true;
      told.failed = message.failed ?? told.failed;
    });
    child.once("error", (error) => resolve({ ...told, code: 1, failed: error.message }));
    child.once("exit", (code, signal) =>
      resolve({
        ...told,
        code,
        signal,
        away: told.away && !told.ready,
        wasWell: Date.now() - readyAt >= well,
      }),
    );
  });

/**
 * Runs a command until it ends in order (code 0, or `stop` was asked for) and gives the code to end
 * with. One that ends otherwise after it was `ready` once is started again, slower each time, at
 * most as often within `window` milliseconds as there are `waits`; then it says why it gives up. One
 * that was well for a minute begins to count anew. One that was never ready has a fault that another
 * start does not mend: its code is given at once. Only where the database was `away` while it
 * started does it wait and start again, as often as it takes. `onReady` is called at each ready.
 */
export const keepRunning = ({
  command,
  args,
  env = process.env,
  waits = usualWaits,
  awayWaits = usualAwayWaits,
  window = usualWindow,
  well = usualWell,
  onReady = () => {},
  log = console.error,
}) => {
  let child;
  let stopping = false;
  let wake = () => {};
  const ends = [];
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const runOnce = () => lifeOf((child = spawn(command, args, { stdio, env })), well, onReady);
  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });
  const done = (async () => {
    for (let everReady = false, waited = 0; ;) {
      const { code, signal, ready, failed, away, wasWell } = await runOnce();
      everReady ||= ready;
      if (stopping || code === 0) return code ?? 0;
      if (away) {
        const wait = awayWaits[Math.min(waited++, awayWaits.length - 1)];
        log(awayInWords(failed, wait));
        await pause(wait);
        if (stopping) return 0;
        continue;
      }
      waited = 0;
      if (!everReady) return code ?? 1;
      if (wasWell) ends.length = 0;
      const now = Date.now();
      ends.push(now);
      while (now - ends[0] > window) ends.shift();
      const why = `${new Date().toISOString()} Levee ended ${inWords(code, signal, failed)}.`;
      const wait = waits[ends.length - 1];
      if (wait === undefined) {
        log(`${why} ${givenUp(ends.length, window)}`);
        return code ?? 1;
      }
      log(`${why} It is started again in ${wait / 1000} s (${ends.length} of ${waits.length}).`);
      await pause(wait);
      if (stopping) return 0;
    }
  })();
  return {
    done,
    stop: (signal) => {
      stopping = true;
      child.kill(signal);
      wake();
    },
  };
};

/** Tells systemd that the server is ready, where its unit waits for that (Type=notify). */
const tellSystemd = () => {
  if (!process.env.NOTIFY_SOCKET) return;
  const telling = spawn("systemd-notify", ["--ready"], { stdio: "inherit" });
  telling.once("error", (error) => console.error(`systemd-notify: ${error.message}`));
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { pinned } = await import("./prepare.mjs");
  const { done, stop } = keepRunning({
    command: pinned,
    args: [...process.execArgv, join(dirname(fileURLToPath(import.meta.url)), "start.mjs")],
    onReady: tellSystemd,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  process.exit(await done);
}
