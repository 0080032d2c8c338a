import type { Basis, Engine, LpAnswer } from "#kernel/optimum/engine.ts";
import { Builder } from "#kernel/optimum/program.ts";
import type { RouteProblem } from "../problem.model.ts";
import { noStop, type Compiled } from "../solver/compiled.model.ts";
import { waysOf, type Ways } from "./columns.model.ts";
import { cutsOf, roomsOf, type Cut } from "./cuts.model.ts";
import { exactCost, exactUpTo } from "./exact.model.ts";

type BoundOptions = {
  seconds: number;
  stopped?: () => boolean;
  onBound?: (bound: number) => void;
};
/** `exact`: the optimum itself (null in `bound`: no plan holds all that must be). */
export type Bound = { bound: number | null; exact: boolean; cuts: number };

const nearest = 12;
const addedAtOnce = 400;

/**
 * The relaxation of a plan: every stop is come to and left, a set of stops by as many vehicles as its
 * load takes, and there are no more vehicles than there are. Most ways are never written down: they are
 * added while they would lower the answer. Clocks, skills and pins are left out of account, but for
 * ways that no clock allows.
 */
class Relaxed {
  readonly w: Ways;
  readonly c: Compiled;
  readonly cuts: Cut[] = [];
  private readonly engine: Engine;
  private readonly may: number[];
  private readonly unit: number;
  private readonly memberOf: number[][];
  private readonly inside: Uint8Array[] = [];
  private known: Uint8Array;
  at = new Int32Array(0);
  answer!: LpAnswer;
  private names: string[] = [];
  private rowNames: string[] = [];
  private basis: Basis | null = null;

  constructor(p: RouteProblem, engine: Engine) {
    ({ ways: this.w, c: this.c } = waysOf(p));
    this.engine = engine;
    this.may = [...this.c.may];
    this.unit = Math.max(1, ...this.w.cost) / 1000;
    this.known = new Uint8Array(this.w.count);
    this.memberOf = Array.from({ length: this.w.n }, () => []);
    const near = this.c.near.map((stops) => new Set(stops.slice(0, nearest)));
    for (let way = 0; way < this.w.count; way++) {
      const [a, b] = [this.w.from[way]!, this.w.to[way]!];
      if (a === this.w.n || b === this.w.n || near[a]!.has(b) || near[b]!.has(a))
        this.known[way] = 1;
    }
  }

  add(cuts: readonly Cut[]): void {
    for (const cut of cuts) {
      const inside = new Uint8Array(this.w.n);
      for (const stop of cut.stops) {
        this.memberOf[stop]!.push(this.cuts.length);
        inside[stop] = 1;
      }
      this.cuts.push(cut);
      this.inside.push(inside);
    }
  }

  private build(): Builder {
    const { w, may, unit } = this;
    const b = new Builder();
    this.at = Int32Array.from(
      Array.from({ length: w.count }, (_, way) => way).filter((way) => this.known[way] === 1),
    );
    const rows: { columns: number[]; values: number[] }[] = [];
    const put = (row: number, column: number, value: number): void => {
      rows[row] ??= { columns: [], values: [] };
      rows[row].columns.push(column);
      rows[row].values.push(value);
    };
    for (const way of this.at) {
      const column = b.column(`w${way}`, w.cost[way]! / unit, w.upper[way]!, false);
      for (const row of this.rowsOf(way)) put(row, column, 1);
    }
    for (const stop of may) {
      const column = b.column(`y${stop}`, -this.c.skip[stop]! / unit, 1, false);
      for (const [row, value] of this.rowsOfMay(stop)) put(row, column, value);
    }
    for (const [row, { name, lower, upper }] of this.limits().entries()) {
      const { columns, values } = rows[row] ?? { columns: [], values: [] };
      b.row(name, lower, upper, columns, (i) => values[i]!);
    }
    return b;
  }

  /** Rows of a way: of both its ends, of the vehicles, of the cuts that it lies within. */
  private rowsOf(way: number): number[] {
    const { n, both, from, to } = this.w;
    const [a, b] = [from[way]!, to[way]!];
    const degrees = both ? n : 2 * n;
    const rows: number[] = [];
    if (a < n) rows.push(a);
    if (b < n) rows.push(both ? b : n + b);
    if (a === n || (both && b === n)) rows.push(degrees);
    if (a < n && b < n)
      for (const cut of this.memberOf[a]!)
        if (this.inside[cut]![b] === 1) rows.push(degrees + 1 + cut);
    return rows;
  }

  private rowsOfMay(stop: number): [number, number][] {
    const { n, both } = this.w;
    return both
      ? [[stop, -2]]
      : [
          [stop, -1],
          [n + stop, -1],
        ];
  }

  private limits(): { name: string; lower: number; upper: number }[] {
    const { n, both } = this.w;
    const degree = (name: string) =>
      Array.from({ length: n }, (_, stop) => {
        const times = this.c.skip[stop]! < noStop ? 0 : both ? 2 : 1;
        return { name: `${name}${stop}`, lower: times, upper: times };
      });
    return [
      ...degree("out"),
      ...(both ? [] : degree("in")),
      { name: "fleet", lower: 0, upper: this.c.vehicles * (both ? 2 : 1) },
      ...this.cuts.map(({ stops, vehicles }, cut) => ({
        ...{ name: `cut${cut}`, lower: -Infinity, upper: stops.length - vehicles },
      })),
    ];
  }

  /** One run of the simplex from where the last one stood; false: no answer. */
  run(seconds: number): boolean {
    const { program } = this.build();
    const at = new Map(this.names.map((name, i) => [name, this.basis!.columns[i]!]));
    const rowAt = new Map(this.rowNames.map((name, i) => [name, this.basis!.rows[i]!]));
    const { basic } = this.engine;
    const from = this.basis && {
      columns: Int32Array.from(program.names, (name) => at.get(name) ?? basic.lower),
      rows: Int32Array.from(program.rowNames, (name) => rowAt.get(name) ?? basic.basic),
    };
    const relaxation = this.engine.open(program, seconds, from);
    try {
      this.answer = relaxation.run();
      if (this.answer.status !== "optimal") return false;
      [this.names, this.rowNames] = [program.names, program.rowNames];
      this.basis = relaxation.basis();
      return true;
    } finally {
      relaxation.close();
    }
  }

  /**
   * What no plan costs less than, by the prices of the rows: any prices prove it. Whole numbers
   * throughout, so that it holds whatever a solver's arithmetic did. Ways that are not written down
   * and would lower it are told.
   */
  prove(): { bound: number; wanted: number[] } {
    const { w, unit, answer } = this;
    const scale = 256;
    const limits = this.limits();
    let sum = 0;
    const price = limits.map(({ lower, upper }, row) => {
      const dual = Math.round(Number(answer.rowDuals[row]) * unit * scale);
      const limit = dual > 0 ? lower : upper;
      if (!Number.isFinite(limit) || !Number.isSafeInteger(dual)) return 0;
      sum += dual === 0 ? 0 : dual * limit;
      return dual;
    });
    const wanted: [number, number][] = [];
    for (let way = 0; way < w.count; way++) {
      let reduced = w.cost[way]! * scale;
      for (const row of this.rowsOf(way)) reduced -= price[row]!;
      if (reduced >= 0) continue;
      sum += reduced * w.upper[way]!;
      if (this.known[way] === 0) wanted.push([reduced, way]);
    }
    for (const stop of this.may) {
      const skip = this.c.skip[stop]! * scale;
      let reduced = -skip;
      for (const [row, value] of this.rowsOfMay(stop)) reduced -= value * price[row]!;
      sum += skip + Math.min(0, reduced);
    }
    wanted.sort(([a], [b]) => a - b);
    return {
      bound: Math.ceil(sum / scale),
      wanted: wanted.slice(0, addedAtOnce).map(([, w]) => w),
    };
  }

  learn(ways: readonly number[]): void {
    for (const way of ways) this.known[way] = 1;
  }
}

/** The bound by relaxation alone, however few the stops are. */
export const relaxedBound = (
  p: RouteProblem,
  engine: Engine,
  { seconds, stopped = () => false, onBound }: BoundOptions,
): { bound: number; exact: false; cuts: number } => {
  const until = performance.now() + seconds * 1000;
  const relaxed = new Relaxed(p, engine);
  const rooms = roomsOf(relaxed.c);
  let bound = 0;
  while (performance.now() < until && !stopped()) {
    if (!relaxed.run(Math.max(0.1, (until - performance.now()) / 1000))) break;
    const proven = relaxed.prove();
    if (proven.bound > bound) {
      bound = proven.bound;
      onBound?.(bound);
    }
    if (proven.wanted.length > 0) {
      relaxed.learn(proven.wanted);
      continue;
    }
    const cuts = cutsOf(relaxed.w, relaxed.c, rooms, relaxed.answer.values, relaxed.at);
    if (cuts.length === 0) break;
    relaxed.add(cuts);
  }
  return { bound, exact: false, cuts: relaxed.cuts.length };
};

/**
 * What no plan of a problem costs less than, the best of all that was proven when time is over or
 * somebody stops it. A stop that must be is taken to be in the plan. Blocks its thread.
 */
export const boundOf = (p: RouteProblem, engine: Engine, options: BoundOptions): Bound =>
  p.stops.length <= exactUpTo
    ? { bound: exactCost(p), exact: true, cuts: 0 }
    : relaxedBound(p, engine, options);
