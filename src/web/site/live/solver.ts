import type { SolverAnswer, SolverQuestion } from "./solver.worker.ts";
import type { Solve, Solved, Standing } from "./solve.model.ts";

type Waiting = {
  id: number;
  onStanding: ((standing: Standing) => void) | undefined;
  done: (solved: Solved) => void;
  fail: (error: Error) => void;
};

let worker: Worker | null = null;
let waiting: Waiting | null = null;
let last = 0;

const start = (): Worker => {
  const made = new Worker(new URL("./solver.worker.ts", import.meta.url), {
    type: "module",
    name: "solver",
  });
  made.addEventListener("message", ({ data }: MessageEvent<SolverAnswer>) => {
    const asked = waiting;
    if (!asked || data.id !== asked.id) return;
    if ("standing" in data) return asked.onStanding?.(data.standing);
    waiting = null;
    if ("solved" in data) asked.done(data.solved);
    else asked.fail(new Error(data.failed));
  });
  made.addEventListener("error", (event) => {
    worker = null;
    waiting?.fail(new Error(event.message || "The solver could not be loaded."));
    waiting = null;
  });
  return made;
};

/** Thrown to whoever waits for an answer that nobody wants any more. */
export class Superseded extends Error {}

/**
 * Ends what the solver works on, if anything: a running solve can only be stopped with its thread.
 */
export const stopSolver = (): void => {
  if (!waiting) return;
  worker?.terminate();
  worker = null;
  waiting.fail(new Superseded());
  waiting = null;
};

/**
 * Solves in the worker, which is loaded with the first question; a new question ends the one
 * before. At most 20 seconds each.
 */
export const solveInWorker: Solve = (lp, onStanding) => {
  stopSolver();
  worker ??= start();
  const id = ++last;
  return new Promise<Solved>((done, fail) => {
    waiting = { id, onStanding, done, fail };
    worker!.postMessage({ id, lp, secondsLimit: 20 } satisfies SolverQuestion);
  });
};
