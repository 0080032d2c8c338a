import { Builder } from "#kernel/optimum/program.ts";
import type { Engine, Relaxation } from "#kernel/optimum/engine.ts";
import { mayPay, startsOf, type PlanCase } from "./case.model.ts";
import { worthOf } from "./worth.model.ts";

type Column = { gain: number; most: number; project: number; start: number | null };
type Row = { equal: boolean; most: number; terms: [column: number, factor: number][] };
/**
 * The plan as an integer program: maximize the score, weighed by when a project starts; all data
 * whole numbers. `choice` is the row of
 * each project by which it starts once at most.
 */
export type PlanProgram = { columns: Column[]; rows: Row[]; choice: number[] };

type Start = { column: number; start: number };

// A project starts once at most (once, where it is pinned); prerequisites and exclusions.
const choices = (of: PlanCase, starts: readonly (readonly Start[])[]) => {
  const rows: Row[] = [];
  const choice: number[] = [];
  const place = new Map(of.projects.map((p, i) => [p.id, i]));
  const all = (i: number | undefined, factor: number): Row["terms"] =>
    i === undefined ? [] : starts[i]!.map(({ column }) => [column, factor]);
  for (const [i, p] of of.projects.entries()) {
    const pinned = of.pins.some((each) => each.requestId === p.id);
    choice.push(rows.length);
    rows.push({ equal: pinned, most: 1, terms: all(i, 1) });
    for (const id of p.requires)
      rows.push({ equal: false, most: 0, terms: [...all(i, 1), ...all(place.get(id), -1)] });
    for (const id of p.excludes)
      rows.push({ equal: false, most: 1, terms: [...all(i, 1), ...all(place.get(id), 1)] });
  }
  return { rows, choice };
};

/**
 * The program of a case: a column for each start of a project, one for what a source pays in a year.
 * Rows: a project starts once at most (once, where it is pinned), each year's cost is paid, ceilings
 * hold, a source pays no more than it may, prerequisites and exclusions.
 */
export const programOf = (of: PlanCase): PlanProgram => {
  const columns: Column[] = [];
  const starts = of.projects.map((p, project) =>
    startsOf(of, p).map((start) => {
      columns.push({ gain: worthOf(of, p, start), most: 1, project, start });
      return { column: columns.length - 1, start };
    }),
  );
  const { rows, choice } = choices(of, starts);
  const ceilings = of.ceilings.map((c) =>
    Array.from({ length: of.years }, (_, at): Row => ({
      equal: false,
      most: c.cents[at] ?? 0,
      terms: [],
    })),
  );
  for (const [i, p] of of.projects.entries())
    for (let at = 0; at < of.years; at++) {
      const costs = starts[i]!.flatMap(({ column, start }): Row["terms"] =>
        p.cost[at - start] ? [[column, p.cost[at - start]!]] : [],
      );
      if (costs.length === 0) continue;
      const demand: Row = { equal: true, most: 0, terms: costs.map(([c, f]) => [c, -f]) };
      for (const [s, { sourceId }] of of.ceilings.entries()) {
        const each = starts[i]!.map(({ column, start }) => ({
          column,
          cents: mayPay(p, sourceId, start, at),
          cost: p.cost[at - start] ?? 0,
        })).filter((e) => e.cents > 0 && e.cost > 0);
        const most = Math.max(0, ...each.map((e) => Math.min(e.cents, e.cost)));
        if (most === 0) continue;
        columns.push({ gain: 0, most, project: i, start: null });
        const pays = columns.length - 1;
        demand.terms.push([pays, 1]);
        ceilings[s]![at]!.terms.push([pays, 1]);
        const whole = costs.every(([column, cost]) =>
          each.some((e) => e.column === column && e.cents >= cost),
        );
        if (!whole)
          rows.push({
            equal: false,
            most: 0,
            terms: [[pays, 1], ...each.map((e): [number, number] => [e.column, -e.cents])],
          });
      }
      rows.push(demand);
    }
  rows.push(...ceilings.flat().filter((row) => row.terms.length > 0));
  return { columns, rows, choice };
};

const precision = 10n ** 15n;

/**
 * What no choice within column limits scores more than, by weights on the rows: whole numbers
 * throughout, so that it holds whatever a solver's arithmetic did. Weights of limits are not below
 * zero; those of equations are free.
 */
export const provenBound = (
  { columns, rows }: PlanProgram,
  weights: readonly bigint[],
  lower: readonly number[],
  upper: readonly number[],
): number => {
  const reduced = columns.map((c) => BigInt(c.gain) * precision);
  let sum = 0n;
  for (const [r, row] of rows.entries()) {
    const weight = weights[r]!;
    if (weight === 0n) continue;
    sum += weight * BigInt(row.most);
    for (const [column, factor] of row.terms) reduced[column]! -= weight * BigInt(factor);
  }
  for (const [at, value] of reduced.entries())
    sum += value * BigInt(value > 0n ? upper[at]! : lower[at]!);
  const floor = sum / precision;
  return Number(sum < 0n && sum % precision !== 0n ? floor - 1n : floor);
};

/** The limits of rows where the projects of `inside` must be in the plan, whenever they start. */
const rowLimits = (
  program: PlanProgram,
  scales: readonly number[],
  inside: readonly boolean[],
): [lower: Float64Array, upper: Float64Array] => {
  const lower = Float64Array.from(program.rows, (row, r) =>
    row.equal ? row.most / scales[r]! : -Infinity,
  );
  for (const [project, row] of program.choice.entries())
    if (inside[project]) lower[row] = 1 / scales[row]!;
  return [lower, Float64Array.from(program.rows, (row, r) => row.most / scales[r]!)];
};

/** The relaxation in the solver, money in parts of a row's largest amount. */
export const relaxed = (program: PlanProgram, engine: Engine, seconds: number) => {
  const gain = Math.max(1, ...program.columns.map((c) => c.gain));
  const sizes = program.columns.map((c) => Math.max(1, c.most));
  const builder = new Builder();
  const ids = program.columns.map((c, at) =>
    builder.column(`c${at}`, -(c.gain * sizes[at]!) / gain, c.most / sizes[at]!, c.start !== null),
  );
  const scales = program.rows.map((row) =>
    Math.max(1, row.most, ...row.terms.map(([at, factor]) => Math.abs(factor) * sizes[at]!)),
  );
  for (const [r, row] of program.rows.entries()) {
    const scale = scales[r]!;
    builder.row(
      `r${r}`,
      row.equal ? row.most / scale : -Infinity,
      row.most / scale,
      row.terms.map(([at]) => ids[at]!),
      (n) => (row.terms[n]![1] * sizes[row.terms[n]![0]]!) / scale,
    );
  }
  const open = (): Relaxation => engine.open(builder.program, seconds, null);
  /** The solver's prices as whole weights on the program's own rows. */
  const weightsOf = (duals: ArrayLike<number>, inside: readonly boolean[]): bigint[] => {
    const equal = new Set(program.choice.filter((_, project) => inside[project]));
    return program.rows.map((row, r) => {
      const dual = (-Number(duals[r]) * gain) / scales[r]!;
      if (!Number.isFinite(dual) || (!row.equal && !equal.has(r) && dual <= 0)) return 0n;
      // In two steps: the product may be too large for a number to hold exactly.
      return BigInt(Math.round(dual * 1e12)) * (precision / 10n ** 12n);
    });
  };
  const rows = (inside: readonly boolean[]) => rowLimits(program, scales, inside);
  /**
   * The solver's own search with its cuts: values of the columns, and a bound in points that holds
   * within its tolerance.
   */
  const whole = (secondsLimit: number) => {
    const { status, values, bound } = engine.solve(builder.program, {
      start: null,
      proof: false,
      secondsLimit,
      absoluteGap: 1e-6,
      relativeGap: 0,
      onStanding: () => undefined,
    });
    return {
      status,
      values,
      bound: bound === null ? Infinity : Math.floor(-bound * gain + 1e-3),
    };
  };
  return { open, weightsOf, sizes, rows, whole };
};
