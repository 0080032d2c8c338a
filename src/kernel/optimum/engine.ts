import type { Program } from "./program.ts";

export type LpAnswer = {
  status: "optimal" | "infeasible" | "stopped";
  objective: number;
  values: ArrayLike<number>;
  columnDuals: ArrayLike<number>;
  rowDuals: ArrayLike<number>;
};
type MipAnswer = {
  status: "optimal" | "infeasible" | "stopped";
  values: ArrayLike<number> | null;
  bound: number | null;
  nodes: number;
};
/** Where a simplex stood: a code of the solver for each column and row. */
export type Basis = { columns: Int32Array; rows: Int32Array };
/**
 * A relaxation that stays in the solver: limits change, and it goes on from where it stood.
 * `secondsLimit` counts for all runs together.
 */
export type Relaxation = {
  columns: (lower: Float64Array, upper: Float64Array) => void;
  rows: (lower: Float64Array, upper: Float64Array) => void;
  run: () => LpAnswer;
  basis: () => Basis;
  close: () => void;
};
type MipOptions = {
  start: ArrayLike<number> | null;
  proof: boolean;
  secondsLimit: number;
  absoluteGap: number;
  relativeGap: number;
  onStanding: (bound: number | null, objective: number | null) => void;
};
/**
 * The solver beneath; its calls block until done. `open` relaxes a program, from a basis that is
 * known or from none. `proof`: the start is good, what counts is
 * the bound. `basic`: what a basis says of a row that takes no part.
 */
export type Engine = {
  basic: { lower: number; basic: number };
  open: (program: Program, secondsLimit: number, from: Basis | null) => Relaxation;
  solve: (program: Program, options: MipOptions) => MipAnswer;
};
