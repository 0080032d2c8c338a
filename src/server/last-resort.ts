import { reportFault } from "./faults.ts";

/** The code with which a process ends that met an error nobody caught (EX_SOFTWARE). */
export const unhandledCode = 70;

/**
 * What is left when an error leaves the scope of its request or job: it is written to the log and
 * the process ends with code 70, through `stop` where that takes at most `patience` milliseconds.
 * What the process knows may be wrong from here on, so it does not go on; whoever started it
 * (`npm start`, systemd) starts it again.
 */
export const endOnUnhandled = (
  stop: (code: number) => Promise<unknown>,
  patience = 10_000,
): void => {
  let ending = false;
  const end = (error: unknown) => {
    reportFault("unhandled", "an error that nobody caught ends this process", error);
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(unhandledCode), patience).unref();
    process.send?.({ failed: error instanceof Error ? error.message : String(error) });
    void Promise.resolve()
      .then(() => stop(unhandledCode))
      .catch((again: unknown) => console.error(again))
      .then(() => process.exit(unhandledCode));
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
};
