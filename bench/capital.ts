// Seconds to the proof of a capital plan: 40 requests × 6 years × 5 sources, as drawn. A plan that
// breaks a ceiling, or a bound below its plan, fails; a slow one does not.
import { highsEngine, openHighs } from "../src/server/optimum/highs.engine.ts";
import { byRank, choosePlan } from "../src/areas/capital/scenario/choose.model.ts";
import { drawnCase } from "../src/areas/capital/scenario/drawn-cases.setup.ts";
import { holds, scoreOf } from "../src/areas/capital/scenario/flow.model.ts";

const engine = highsEngine(await openHighs());
const seconds = 30;
for (const seed of [1, 2, 3, 4, 5]) {
  const of = drawnCase(seed, { projects: 40, years: 6, sources: 5 });
  const began = performance.now();
  const found = choosePlan(of, engine, seconds);
  const took = (performance.now() - began) / 1000;
  if (!holds(of, found.starts) || found.bound < found.score)
    throw new Error(`seed ${seed} is wrong`);
  console.log(
    JSON.stringify({
      bench: "capital",
      seed,
      status: found.status,
      score: found.score,
      bound: found.bound,
      byRank: scoreOf(of, byRank(of)),
      nodes: found.nodes,
      seconds: Math.round(took * 10) / 10,
    }),
  );
}
