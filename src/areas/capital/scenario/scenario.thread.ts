import { parentPort, workerData } from "node:worker_threads";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import type { PlanAnswer, PlanCase } from "./case.model.ts";
import { answerOf } from "./explain.model.ts";

/** What the thread says: how far it is, and at its end the answer. */
export type Said = { done: number; of: number; answer: PlanAnswer | null };

const asked = workerData as { of: PlanCase; seconds: number; again: number };
const engine = highsEngine(await openHighs());
const say = (said: Said) => parentPort!.postMessage(said);
const answer = answerOf(asked.of, engine, {
  ...asked,
  heard: (done, of) => say({ done, of, answer: null }),
});
say({ done: 1, of: 1, answer });
