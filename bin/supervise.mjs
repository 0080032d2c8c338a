// `npm start`: runs the server (start.mjs) and starts it again when it ends by itself. Node 20
// built-ins only.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Milliseconds before the first, second … start after an end; as many starts, and no more. */
const usualWaits = [1_000, 5_000, 15_000, 30_000, 60_000];
const usualWindow = 600_000;

const inWords = (code, signal, failed) =>
  signal
    ? `by signal ${signal}${signal === "SIGKILL" ? " (often the machine's memory was full)" : ""}`
    : `with code ${code}${failed ? `: ${failed}` : ""}`;

/**
 * Runs a command until it ends in order (code 0, or `stop` was asked for) and gives the code to end
 * with. One that ends otherwise after it was `ready` once is started again, slower each time, at
 * most as often within `window` milliseconds as there are `waits`; then it says why it gives up. One
 * that was never ready has a fault that another start does not mend: its code is given at once.
 */
export const keepRunning = ({
  command,
  args,
  env = process.env,
  waits = usualWaits,
  window = usualWindow,
  log = console.error,
}) => {
  let child;
  let stopping = false;
  let wake = () => {};
  const ends = [];
  const runOnce = () =>
    new Promise((resolve) => {
      let ready = false;
      let failed;
      child = spawn(command, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
      child.on("message", (message) => {
        ready ||= message.ready === true;
        failed = message.failed ?? failed;
      });
      child.once("error", (error) => resolve({ code: 1, ready, failed: error.message }));
      child.once("exit", (code, signal) => resolve({ code, signal, ready, failed }));
    });
  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });
  const done = (async () => {
    for (let everReady = false; ;) {
      const { code, signal, ready, failed } = await runOnce();
      everReady ||= ready;
      if (stopping || code === 0) return code ?? 0;
      if (!everReady) return code ?? 1;
      const now = Date.now();
      ends.push(now);
      while (now - ends[0] > window) ends.shift();
      const why = `${new Date().toISOString()} Levee ended ${inWords(code, signal, failed)}.`;
      const wait = waits[ends.length - 1];
      if (wait === undefined) {
        log(
          `${why} That was end number ${ends.length} within ${Math.round(window / 60_000)} minutes, so it is not started again. What the log says before each end is the cause; mend it and run npm start.`,
        );
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

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { pinned } = await import("./prepare.mjs");
  const { done, stop } = keepRunning({
    command: pinned,
    args: [...process.execArgv, join(dirname(fileURLToPath(import.meta.url)), "start.mjs")],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  process.exit(await done);
}
