import type { Engine } from "#kernel/optimum/engine.ts";
import { startsOf, type PlanAnswer, type PlanCase, type PlanProject } from "./case.model.ts";
import { byRank, choosePlan, type Choice } from "./choose.model.ts";
import { holds, payments, scoreOf } from "./flow.model.ts";

type Solve = (of: PlanCase) => Choice;
/** Hears how many of the further questions are answered. */
export type Heard = (done: number, of: number) => void;

const said = (score: number) => (score / 100).toFixed(2);

/** Whether a project fits alone: some start that the ceilings can pay. */
const fitsAlone = (of: PlanCase, p: PlanProject): boolean => {
  const alone = { ...of, projects: [{ ...p, requires: [], excludes: [] }], pins: [] };
  return startsOf(of, p).some((start) => holds(alone, [start]));
};

const whyOut = (of: PlanCase, p: PlanProject, plan: Choice, solve: Solve): string => {
  const inPlan = (id: string) => {
    const i = of.projects.findIndex((each) => each.id === id);
    return i >= 0 && plan.starts[i] !== null;
  };
  const named = (id: string) => of.projects.find((each) => each.id === id)?.number ?? "another";
  if (of.bars.includes(p.id)) return "Barred in this scenario.";
  if (startsOf(of, p).length === 0) return "No start year lets its whole cost fall into the plan.";
  if (!fitsAlone(of, p)) return "No start year fits: its sources cannot pay for it, even alone.";
  const excluded = p.excludes.find(inPlan);
  const missing = p.requires.find((id) => !inPlan(id));
  const pinned = solve({ ...of, pins: [...of.pins, { requestId: p.id, year: null }] });
  const cost = plan.score - pinned.score;
  const because =
    pinned.status === "infeasible"
      ? "it cannot stand beside what is pinned"
      : pinned.status === "stopped"
        ? `a plan with it that was found scores ${said(cost)} less`
        : `the best plan with it scores ${said(cost)} less`;
  if (excluded) return `It excludes ${named(excluded)}; ${because}.`;
  if (missing) return `It requires ${named(missing)}, which is out; ${because}.`;
  return `${because.charAt(0).toUpperCase()}${because.slice(1)}.`;
};

// Leaves out one after the other what is not needed for the contradiction.
const conflictOf = (of: PlanCase, solve: Solve): string[] => {
  const broken = (each: PlanCase) => solve(each).status === "infeasible";
  let least = of;
  for (const pin of of.pins) {
    const without = { ...least, pins: least.pins.filter((p) => p !== pin) };
    if (broken(without)) least = without;
  }
  const names: string[] = [];
  const all = of.projects.reduce((sum, p) => sum + p.cost.reduce((a, b) => a + b, 0), 0);
  for (const [s, { sourceId }] of of.ceilings.entries())
    for (let at = 0; at < of.years; at++) {
      const raised = {
        ...least,
        ceilings: least.ceilings.map((c, i) =>
          i === s ? { ...c, cents: c.cents.with(at, all) } : c,
        ),
      };
      if (broken(raised)) least = raised;
      else
        names.push(
          `the ceiling of ${of.sources.find((x) => x.id === sourceId)?.name ?? "a source"} in ${of.firstYear + at}`,
        );
    }
  const pins = least.pins.map(
    ({ requestId }) =>
      `the pin of ${of.projects.find((p) => p.id === requestId)?.number ?? "a request"}`,
  );
  return [...pins, ...names];
};

const raisesOf = (of: PlanCase, plan: Choice, solve: Solve): PlanAnswer["raises"] =>
  of.ceilings.flatMap((c, s) =>
    Array.from({ length: of.years }, (_, at) => {
      const now = c.cents[at] ?? 0;
      const byCents = Math.ceil(now / 10);
      if (byCents === 0) return [];
      const raised = solve({
        ...of,
        ceilings: of.ceilings.map((each, i) =>
          i === s ? { ...each, cents: each.cents.with(at, now + byCents) } : each,
        ),
      });
      return [
        {
          sourceId: c.sourceId,
          year: of.firstYear + at,
          byCents,
          gain:
            raised.status === "optimal" && plan.status === "optimal"
              ? raised.score - plan.score
              : null,
        },
      ];
    }).flat(),
  );

/**
 * The whole answer to a case: the plan with its proof, its gain over funding by rank, what a tenth
 * more of each ceiling brings, what each pin costs, why each project is out, and where nothing can
 * hold, what cannot hold together. `again` are the seconds of each further solve.
 */
export const answerOf = (
  of: PlanCase,
  engine: Engine,
  { seconds, again, heard = () => undefined }: { seconds: number; again: number; heard?: Heard },
): PlanAnswer => {
  const began = performance.now();
  const plan = choosePlan(of, engine, seconds);
  const found = plan.status !== "infeasible";
  const out = found ? of.projects.filter((_, i) => plan.starts[i] === null) : [];
  const questions = 1 + of.ceilings.length * of.years + of.pins.length + out.length;
  let answered = 1;
  heard(answered, questions);
  const solve: Solve = (each) => {
    const choice = choosePlan(each, engine, again);
    heard(Math.min(++answered, questions), questions);
    return choice;
  };
  return {
    status: plan.status,
    proof: plan.proof,
    score: plan.score,
    bound: plan.bound,
    chosen: found ? payments(of, plan.starts)! : [],
    byRank: scoreOf(of, byRank(of)),
    raises: found ? raisesOf(of, plan, solve) : [],
    pinCosts: found
      ? of.pins.map((pin) => {
          const free = solve({ ...of, pins: of.pins.filter((p) => p !== pin) });
          const proven = free.status === "optimal" && plan.status === "optimal";
          return { requestId: pin.requestId, cost: proven ? free.score - plan.score : null };
        })
      : [],
    out: out.map((p) => ({ id: p.id, why: whyOut(of, p, plan, solve) })),
    conflict: found ? [] : conflictOf(of, solve),
    nodes: plan.nodes,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  };
};
