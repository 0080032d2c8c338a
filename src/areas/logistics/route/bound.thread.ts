import { parentPort, workerData } from "node:worker_threads";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { boundOf } from "./bound/bound.model.ts";
import type { BoundSaid, SolveQuestion } from "./solving.service.ts";

const { problem, seconds, stop } = workerData as SolveQuestion;
const flag = new Int32Array(stop);
const say = (said: BoundSaid) => parentPort!.postMessage(said);
const engine = highsEngine(await openHighs());
const found = boundOf(problem, engine, {
  seconds,
  stopped: () => Atomics.load(flag, 0) === 1,
  onBound: (bound) => say({ done: false, bound, exact: false }),
});
say({ done: true, bound: found.bound, exact: found.exact });
