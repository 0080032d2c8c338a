import { parentPort, workerData } from "node:worker_threads";
import { hasRule, ruleNames, without, type AwardCase } from "./award.model.ts";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { hasPoints, solvePoints } from "./points.model.ts";
import {
  solveAward,
  type AwardAnswer,
  type AwardStanding,
  type SolveOptions,
} from "./optimum.model.ts";
import type { RulePrice } from "./award.tables.ts";

/**
 * `flag[0]` not 0 stops the search with the best award so far. `priceRules`: also solve without
 * each rule.
 */
export type SolverQuestion = {
  problem: AwardCase;
  secondsLimit: number;
  priceRules: boolean;
  flag: SharedArrayBuffer;
};
export type SolverMessage =
  | { kind: "standing"; standing: AwardStanding }
  | { kind: "rule"; done: number; of: number }
  | { kind: "answer"; answer: AwardAnswer; rulePrices: RulePrice[] };

const { problem, secondsLimit, priceRules, flag } = workerData as SolverQuestion;
const view = new Int32Array(flag);
const stopped = () => Atomics.load(view, 0) !== 0;
const say = (message: SolverMessage) => parentPort!.postMessage(message);

const highs = await openHighs();
const engine = highsEngine(highs, stopped);
let last = 0;
const solved = (c: AwardCase, options: SolveOptions) =>
  hasPoints(c) ? solvePoints(c, engine, options) : solveAward(c, engine, options);
const answer = solved(problem, {
  secondsLimit,
  stopped,
  onStanding: (standing) => {
    if (performance.now() - last < 200 && standing.stage === "search") return;
    last = performance.now();
    say({ kind: "standing", standing });
  },
});
const rules =
  priceRules && answer.status !== "stopped"
    ? ruleNames.filter((rule) => hasRule(problem, rule))
    : [];
const rulePrices: RulePrice[] = [];
for (const [at, rule] of rules.entries()) {
  if (stopped()) break;
  say({ kind: "rule", done: at, of: rules.length });
  const freed = solved(without(problem, rule), {
    secondsLimit: Math.max(1, secondsLimit / 2),
    stopped,
    start: answer.award,
  });
  rulePrices.push({
    rule,
    judgedCents: freed.judgedCents,
    boundCents: freed.boundCents,
    ...(hasPoints(problem) && { points: freed.points ?? null }),
  });
}
say({ kind: "answer", answer, rulePrices });
