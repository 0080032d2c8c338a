// How far routes are from the best that is known, at so many seconds of one processor, and how near the
// bound comes. Small published instances are here; LEVEE_ROUTES names a folder with more: `*.vrp` of
// CVRPLIB beside their `*.sol`, and `r101.txt` … of Solomon. A plan that the second look finds wrong
// fails, a long one does not.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { highsEngine, openHighs } from "../src/server/optimum/highs.engine.ts";
import { boundOf } from "../src/areas/logistics/route/bound/bound.model.ts";
import { checkPlan } from "../src/areas/logistics/route/check.model.ts";
import { readSolomon, readVrp } from "../src/areas/logistics/route/instance.setup.ts";
import type { RouteProblem } from "../src/areas/logistics/route/problem.model.ts";
import {
  augerat32,
  solomon101,
  solomonMixed101,
} from "../src/areas/logistics/route/published.setup.ts";
import { solveRoutes } from "../src/areas/logistics/route/solver/genetic.model.ts";

/** Optima of Solomon's instances, in tenths; distances cut off behind the first decimal. */
const solomon: Record<string, number> = Object.fromEntries(
  `c101 8273 c102 8273 c103 8263 c104 8229 c105 8273 c106 8273 c107 8273 c108 8273 c109 8273
  c201 5891 c202 5891 c203 5887 c204 5881 c205 5864 c206 5860 c207 5858 c208 5858
  r101 16377 r102 14666 r103 12087 r104 9715 r105 13553 r106 12346 r107 10646 r108 9321 r109 11469
  r110 10680 r111 10487 r112 9486 r201 11432 r202 10296 r203 8708 r204 7313 r205 9498 r206 8759
  r207 7940 r208 7010 r209 8548 r210 9005 r211 7467
  rc101 16198 rc102 14574 rc103 12580 rc104 11323 rc105 15137 rc106 13727 rc107 12078 rc108 11142
  rc201 12618 rc202 10923 rc203 9237 rc204 7835 rc205 11540 rc206 10511 rc207 9629 rc208 7761`
    .split(/\s+(?=[a-z])/)
    .map((pair) => pair.split(" "))
    .map(([name, cost]) => [name!.trim(), Number(cost)]),
);

type Known = { name: string; kind: string; problem: RouteProblem; best: number };

const inFolder = (folder: string): Known[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((file): Known[] => {
      const name = basename(file).replace(/\.\w+$/, "");
      const text = () => readFileSync(join(folder, file), "utf8");
      const answer = join(folder, `${name}.sol`);
      if (file.endsWith(".vrp") && existsSync(answer)) {
        const best = Number(/Cost\s+(\d+)/.exec(readFileSync(answer, "utf8"))![1]);
        return [{ name, kind: "CVRP", problem: readVrp(text()), best }];
      }
      return file.endsWith(".txt") && solomon[name]
        ? [{ name, kind: "VRPTW", problem: readSolomon(text()), best: solomon[name] }]
        : [];
    });

const folder = process.env["LEVEE_ROUTES"];
const seconds = Number(process.env["LEVEE_ROUTES_SECONDS"] ?? 1);
const boundSeconds = Number(process.env["LEVEE_ROUTES_BOUND_SECONDS"] ?? 10);
const instances: Known[] = [
  { name: "A-n32-k5", kind: "CVRP", problem: augerat32(), best: 784 },
  { name: "R101.25", kind: "VRPTW", problem: solomon101(), best: 6171 },
  { name: "RC101.25", kind: "VRPTW", problem: solomonMixed101(), best: 4611 },
  ...(folder ? inFolder(folder) : []),
];
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const percent = (part: number) => Math.round(part * 10_000) / 100;

// A thread that has planned before: what is measured is no translation of the program.
solveRoutes(augerat32(), { seed: 1, iterations: 300 });
solveRoutes(solomon101(), { seed: 1, iterations: 300 });
const engine = highsEngine(await openHighs());
const gaps = new Map<string, number[]>();
for (const { name, kind, problem, best } of instances) {
  const from = processor();
  const { plan, cost, iterations } = solveRoutes(problem, {
    ...{ seed: 1, stopped: () => processor() - from >= seconds },
  });
  const checked = checkPlan(problem, plan);
  if (!checked.feasible || checked.cost !== cost || checked.unserved.length)
    throw new Error(`${name}: the plan is wrong: ${JSON.stringify(checked.faults)}`);
  const gap = percent(cost / best - 1);
  if (gap < 0) throw new Error(`${name}: ${cost} is below the best known ${best}`);
  gaps.set(kind, [...(gaps.get(kind) ?? []), gap]);
  const { bound } = boundSeconds
    ? boundOf(problem, engine, { seconds: boundSeconds })
    : { bound: 0 };
  if (bound! > best) throw new Error(`${name}: the bound ${bound} is above ${best}`);
  const below = boundSeconds ? { boundBelowBest: percent(1 - bound! / best) } : {};
  const figures = { stops: problem.stops.length, cost, best, gap, iterations, ...below };
  console.log(JSON.stringify({ bench: "routes", kind, name, seconds, ...figures }));
}
for (const [kind, of] of gaps) {
  const mean = Math.round((of.reduce((sum, gap) => sum + gap, 0) / of.length) * 100) / 100;
  const worst = Math.max(...of);
  console.log(
    JSON.stringify({ bench: "routes", kind, instances: of.length, seconds, mean, worst }),
  );
}
