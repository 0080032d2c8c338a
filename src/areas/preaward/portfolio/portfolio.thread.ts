import { parentPort, workerData } from "node:worker_threads";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { choose } from "./branch.model.ts";
import {
  limitsOf,
  type LimitCost,
  type PortfolioAnswer,
  type PortfolioCase,
} from "./portfolio.model.ts";

const { of, seconds } = workerData as { of: PortfolioCase; seconds: number };
const engine = highsEngine(await openHighs());
const cents = (worth: bigint): number => Number(worth / 100n);
const upCents = (worth: bigint): number => Number((worth + 99n) / 100n);

const found = choose(of, engine, { seconds });
const costs: LimitCost[] = [];
// Solved again without each limit; where nothing more could be had, it costs nothing.
for (const name of new Set(limitsOf(of).map((limit) => limit.name))) {
  const freed = choose(of, engine, { seconds: Math.max(1, seconds / 10), without: name });
  costs.push({
    limit: name,
    gainCents:
      freed.status === "optimal" && found.status === "optimal"
        ? cents(freed.worth - found.worth)
        : null,
  });
}
const answer: PortfolioAnswer = {
  status: found.status,
  chosen: of.options.filter((_, at) => found.chosen[at]).map(({ id }) => id),
  expectedCents: cents(found.worth),
  boundCents: upCents(found.bound),
  nodes: found.nodes,
  costs,
};
parentPort!.postMessage(answer);
