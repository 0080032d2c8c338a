import { runInThread } from "#server/optimum/in-thread.ts";
import { checkPlan } from "./check.model.ts";
import type { RoutePlan, RouteProblem } from "./problem.model.ts";

export type SolveQuestion = {
  problem: RouteProblem;
  seed: number;
  seconds: number;
  /** One number: 1 asks the thread to come to an end with what it has. */
  stop: SharedArrayBuffer;
};
export type SolveSaid = { done: boolean; plan: RoutePlan; cost: number; iterations: number };
export type BoundSaid = { done: boolean; bound: number | null; exact: boolean };

type Ask<Said> = {
  seconds: number;
  seed?: number;
  /** Stops the search; what was found until then is the answer. */
  signal?: AbortSignal;
  /** Hears everything that is better than what was before. */
  heard?: (said: Said) => void;
};

// A thread has to start, to finish what it is at, and may have to wait for the machine.
const patience = 30;

const ask = <Said extends { done: boolean }>(
  file: URL,
  problem: RouteProblem,
  { seconds, seed = 1, signal, heard }: Ask<Said>,
): Promise<Said> => {
  const stop = new SharedArrayBuffer(4);
  const end = () => void Atomics.store(new Int32Array(stop), 0, 1);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  return runInThread<Said>(file, { problem, seed, seconds, stop } satisfies SolveQuestion, {
    seconds: seconds + patience,
    ends: ({ done }) => done,
    late: (last) => last,
    ...(heard ? { heard } : {}),
  }).finally(() => signal?.removeEventListener("abort", end));
};

/**
 * Plans routes in a thread, for so many seconds or until it is stopped, and looks at the plan a second
 * time. Throws where the second look finds a fault: such a plan is nobody's.
 */
export const solveInThread = async (problem: RouteProblem, how: Ask<SolveSaid>) => {
  const said = await ask(new URL("./solver.thread.ts", import.meta.url), problem, how);
  const checked = checkPlan(problem, said.plan);
  if (!checked.feasible) throw new Error(`The plan is wrong: ${checked.faults[0]!.text}`);
  return { plan: said.plan, checked, iterations: said.iterations };
};

/** What no plan costs less than, in a thread; the best so far when time is over or it is stopped. */
export const boundInThread = async (problem: RouteProblem, how: Ask<BoundSaid>) => {
  const { bound, exact } = await ask(new URL("./bound.thread.ts", import.meta.url), problem, how);
  return { bound, exact };
};
