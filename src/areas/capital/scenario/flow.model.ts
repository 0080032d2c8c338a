import { worthOf } from "./worth.model.ts";
import { mayPay, type Chosen, type PlanCase, type Starts } from "./case.model.ts";

type Asked = { need: number; most: number[] };

// Pushes along shortest ways until none is left (Edmonds and Karp). Whole cents throughout.
const push = (asks: readonly Asked[], ceilings: readonly number[]): number[][] | null => {
  const paid = asks.map(() => ceilings.map(() => 0));
  const left = [...ceilings];
  const open = asks.map((a) => a.need);
  for (const i of asks.keys()) {
    while (open[i]! > 0) {
      // From the project to a source with money left, over sources that other projects can swap.
      const from = new Map<number, { source: number; via: number }>();
      const seen = new Set<number>();
      const queue: number[] = [i];
      const projects = new Set([i]);
      let end: number | null = null;
      while (queue.length > 0 && end === null) {
        const project = queue.shift()!;
        for (const [s, most] of asks[project]!.most.entries()) {
          if (seen.has(s) || paid[project]![s]! >= most) continue;
          seen.add(s);
          from.set(s, { source: s, via: project });
          if (left[s]! > 0) {
            end = s;
            break;
          }
          for (const [other, row] of paid.entries())
            if (row[s]! > 0 && !projects.has(other)) {
              projects.add(other);
              from.set(-other - 1, { source: s, via: other });
              queue.push(other);
            }
        }
      }
      if (end === null) return null;
      // Walk back: each project takes more of its source, the one before gives up as much.
      const way: { project: number; takes: number; gives: number | null }[] = [];
      let source = end;
      for (;;) {
        const project = from.get(source)!.via;
        const gives = project === i ? null : from.get(-project - 1)!.source;
        way.push({ project, takes: source, gives });
        if (gives === null) break;
        source = gives;
      }
      const amount = way.reduce(
        (least, { project, takes, gives }) =>
          Math.min(
            least,
            asks[project]!.most[takes]! - paid[project]![takes]!,
            gives === null ? Infinity : paid[project]![gives]!,
          ),
        Math.min(open[i]!, left[end]!),
      );
      for (const { project, takes, gives } of way) {
        paid[project]![takes]! += amount;
        if (gives !== null) paid[project]![gives]! -= amount;
      }
      left[end]! -= amount;
      open[i]! -= amount;
    }
  }
  return paid;
};

/**
 * Who pays what for projects that start when they start, in whole cents; null where no sources can
 * pay for all of it under the ceilings. Each year is a flow of its own.
 */
export const payments = (of: PlanCase, starts: Starts): Chosen[] | null => {
  const chosen: Chosen[] = [];
  const by = new Map<string, Chosen>();
  for (const [i, p] of of.projects.entries())
    if (starts[i] !== null && starts[i] !== undefined) {
      const one = { id: p.id, startYear: of.firstYear + starts[i], payments: [] };
      by.set(p.id, one);
      chosen.push(one);
    }
  for (let at = 0; at < of.years; at++) {
    const asks: (Asked & { id: string })[] = [];
    for (const [i, p] of of.projects.entries()) {
      const start = starts[i];
      const need = start === null || start === undefined ? 0 : (p.cost[at - start] ?? 0);
      if (need > 0)
        asks.push({
          id: p.id,
          need,
          most: of.ceilings.map((c) => mayPay(p, c.sourceId, start!, at)),
        });
    }
    const paid = push(
      asks,
      of.ceilings.map((c) => c.cents[at] ?? 0),
    );
    if (!paid) return null;
    for (const [n, { id }] of asks.entries())
      for (const [s, cents] of paid[n]!.entries())
        if (cents > 0)
          by.get(id)!.payments.push({
            year: of.firstYear + at,
            sourceId: of.ceilings[s]!.sourceId,
            cents,
          });
  }
  return chosen;
};

/** Whether a choice keeps pins, bars, prerequisites, exclusions and ceilings, in whole numbers. */
export const holds = (of: PlanCase, starts: Starts): boolean => {
  const at = new Map(of.projects.map((p, i) => [p.id, i]));
  const inPlan = (id: string) => {
    const i = at.get(id);
    return i !== undefined && starts[i] !== null;
  };
  for (const { requestId } of of.pins) if (!inPlan(requestId)) return false;
  for (const p of of.projects) {
    if (!inPlan(p.id)) continue;
    if (p.requires.some((id) => !inPlan(id)) || p.excludes.some(inPlan)) return false;
  }
  return payments(of, starts) !== null;
};

/** What a choice is worth: the scores of its projects, each weighed by when it starts. */
export const scoreOf = (of: PlanCase, starts: Starts): number =>
  of.projects.reduce((sum, p, i) => {
    const start = starts[i];
    return sum + (start === null || start === undefined ? 0 : worthOf(of, p, start));
  }, 0);
