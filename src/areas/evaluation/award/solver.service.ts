import { Worker } from "node:worker_threads";
import type { AwardCase } from "./award.model.ts";
import type { RulePrice } from "./award.tables.ts";
import type { AwardAnswer, AwardStanding } from "./optimum.model.ts";
import type { SolverMessage, SolverQuestion } from "./solver.thread.ts";

export type Solving = { answer: AwardAnswer; rulePrices: RulePrice[] };
export type SolvingOptions = {
  secondsLimit: number;
  priceRules: boolean;
  onStanding?: (standing: AwardStanding) => void;
  onRule?: (done: number, of: number) => void;
};

const grace = 8000;

const unproven = (options: SolvingOptions, latest: AwardStanding | null): Solving => ({
  answer: {
    status: "stopped",
    award: latest?.award ?? null,
    judgedCents: latest?.judgedCents ?? null,
    boundCents: latest?.boundCents ?? null,
    nodes: 0,
    bids: 0,
    bidsKept: 0,
    seconds: options.secondsLimit,
  },
  rulePrices: [],
});

/**
 * Solves a case in a thread of its own: a solve blocks its thread. `stop()` ends it with the best
 * award so far and its proven bound; a thread that does not
 * answer `grace` milliseconds after its limit or after being stopped is ended, and what it said
 * last counts.
 */
export const solveInThread = (
  problem: AwardCase,
  options: SolvingOptions,
): { done: Promise<Solving>; stop: () => void } => {
  const flag = new SharedArrayBuffer(4);
  const view = new Int32Array(flag);
  const worker = new Worker(new URL("./solver.thread.ts", import.meta.url), {
    workerData: {
      problem,
      secondsLimit: options.secondsLimit,
      priceRules: options.priceRules,
      flag,
    } satisfies SolverQuestion,
  });
  let latest: AwardStanding | null = null;
  let timer: NodeJS.Timeout | undefined;
  let finish: (solving: Solving) => void = () => undefined;
  const end = () => {
    finish(unproven(options, latest));
    void worker.terminate();
  };
  const patience = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(end, milliseconds);
  };
  const done = new Promise<Solving>((resolve, reject) => {
    finish = resolve;
    worker.on("message", (message: SolverMessage) => {
      if (message.kind === "standing") options.onStanding?.((latest = message.standing));
      else if (message.kind === "rule") {
        patience(options.secondsLimit * 500 + grace);
        options.onRule?.(message.done, message.of);
      } else resolve({ answer: message.answer, rulePrices: message.rulePrices });
    });
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`The solver ended early (${code}).`)));
  }).finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
  patience(options.secondsLimit * 1000 + grace);
  return {
    done,
    stop: () => {
      Atomics.store(view, 0, 1);
      patience(grace);
    },
  };
};
