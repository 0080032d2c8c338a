import { parentPort, workerData } from "node:worker_threads";
import type { Snapshot } from "../snapshot.model.ts";
import { slipOf } from "./slip.model.ts";

/** Two states of a schedule, of which the slip is asked. */
export type SlipQuestion = { before: Snapshot; after: Snapshot };

const { before, after } = workerData as SlipQuestion;
parentPort!.postMessage(slipOf(before, after));
