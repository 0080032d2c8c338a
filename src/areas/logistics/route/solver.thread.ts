import { parentPort, workerData } from "node:worker_threads";
import type { SolveQuestion, SolveSaid } from "./solving.service.ts";
import { solveRoutes } from "./solver/genetic.model.ts";

const { problem, seed, seconds, stop } = workerData as SolveQuestion;
const flag = new Int32Array(stop);
const until = performance.now() + seconds * 1000;
const say = (said: SolveSaid) => parentPort!.postMessage(said);

const { plan, cost, iterations } = solveRoutes(problem, {
  seed,
  stopped: () => performance.now() > until || Atomics.load(flag, 0) === 1,
  onBest: (plan, cost) => say({ done: false, plan, cost, iterations: 0 }),
});
say({ done: true, plan, cost, iterations });
