import loadHighs, { type Highs, type ModelData } from "highs";
import type { Engine } from "#kernel/optimum/engine.ts";
import type { Program } from "#kernel/optimum/program.ts";

// The package's types describe its CommonJS half; what Node imports is the function itself.
const load = loadHighs as unknown as typeof loadHighs.default;

const dataOf = (p: Program): Omit<ModelData, "integrality"> => ({
  numCols: p.cost.length,
  numRows: p.rowLower.length,
  colCost: p.cost,
  colLower: p.lower,
  colUpper: p.upper,
  rowLower: p.rowLower,
  rowUpper: p.rowUpper,
  matrix: {
    format: "csr",
    numRows: p.rowLower.length,
    numCols: p.cost.length,
    starts: Int32Array.from(p.starts),
    indices: Int32Array.from(p.indices),
    values: Float64Array.from(p.values),
  },
});

const finite = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

// Heuristics by sub-problems find good awards and prove nothing: once there is one, they took more
// than half of the time.
const proving = {
  mip_heuristic_run_rins: false,
  mip_heuristic_run_rens: false,
  mip_heuristic_run_root_reduced_cost: false,
};

type Status = "optimal" | "infeasible" | "stopped";
const statusOf = (highs: Highs, status: number): Status => {
  const { modelStatus } = highs.constants;
  if (status === modelStatus.optimal) return "optimal";
  return status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible
    ? "infeasible"
    : "stopped";
};

/** A program whose bounds change from run to run, each from the basis of the one before. */
const openProgram = (
  highs: Highs,
  ...[program, secondsLimit, from]: Parameters<Engine["open"]>
): ReturnType<Engine["open"]> => {
  const model = highs.createModel(dataOf(program));
  const columns = { kind: "range", from: 0, to: program.cost.length - 1 } as const;
  const rows = { kind: "range", from: 0, to: program.rowLower.length - 1 } as const;
  // Prices lie near each other already: scaled, a branch takes twice as many steps.
  model.options.set({
    output_flag: false,
    time_limit: secondsLimit,
    simplex_scale_strategy: 0,
    ...(from ? { presolve: "off" } : {}),
  });
  try {
    if (from) model.setBasis({ colStatus: from.columns, rowStatus: from.rows });
  } catch {
    // A basis that does not fit is no loss: the first run begins anew.
  }
  return {
    columns: (lower, upper) => void model.changeColsBounds(columns, lower, upper),
    rows: (lower, upper) => void model.changeRowsBounds(rows, lower, upper),
    run: () => {
      model.run();
      const { colValue, colDual, rowDual } = model.getSolution();
      return {
        status: statusOf(highs, model.getModelStatus()),
        objective: model.getObjectiveValue(),
        values: colValue,
        columnDuals: colDual,
        rowDuals: rowDual,
      };
    },
    basis: () => {
      const { colStatus, rowStatus } = model.getBasis();
      return { columns: colStatus, rows: rowStatus };
    },
    close: () => model.dispose(),
  };
};

// Presolve has cut off optimal awards, of programs with discounts on sets of lots and of others:
// once or twice in ten thousand.

/** HiGHS as an engine; blocks its thread. `stopped` is asked while it works. */
export const highsEngine = (highs: Highs, stopped: () => boolean = () => false): Engine => {
  const { callbackType, basisStatus } = highs.constants;
  return {
    basic: { lower: basisStatus.lower, basic: basisStatus.basic },
    open: (...asked) => openProgram(highs, ...asked),
    solve: (program, { start, proof, secondsLimit, absoluteGap, relativeGap, onStanding }) =>
      highs.withModel(
        { ...dataOf(program), integrality: program.integer.map((whole) => (whole ? 1 : 0)) },
        (model) => {
          model.options.set({
            output_flag: false,
            time_limit: secondsLimit,
            mip_rel_gap: relativeGap,
            mip_abs_gap: absoluteGap,
            mip_feasibility_tolerance: 1e-7,
            mip_allow_restart: false,
            mip_pscost_minreliable: 2,
            presolve: "off",
            ...(proof ? proving : {}),
          });
          if (start) model.setSolution({ colValue: Float64Array.from(start) });
          model.run({
            [callbackType.mipInterrupt]: (event) => {
              if (stopped()) event.interrupt();
              onStanding(finite(event.data.mip_dual_bound), finite(event.data.mip_primal_bound));
            },
          });
          const status = statusOf(highs, model.getModelStatus());
          const values = model.getSolution().colValue;
          const found =
            status !== "infeasible" &&
            values.length > 0 &&
            finite(model.info.get("mip_gap")) !== null
              ? values
              : null;
          return {
            status,
            values: found,
            bound: finite(model.info.get("mip_dual_bound")),
            nodes: Math.max(0, Number(model.info.get("mip_node_count"))),
          };
        },
      ),
  };
};

/** Loads HiGHS (WebAssembly) into this thread. */
export const openHighs = (): Promise<Highs> => load({});
