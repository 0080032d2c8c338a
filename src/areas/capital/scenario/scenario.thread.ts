import { parentPort, workerData } from "node:worker_threads";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import type { PlanCase } from "./case.model.ts";
import { answerOf } from "./explain.model.ts";

const { of, seconds, again } = workerData as { of: PlanCase; seconds: number; again: number };
const engine = highsEngine(await openHighs());
parentPort!.postMessage(answerOf(of, engine, { seconds, again }));
