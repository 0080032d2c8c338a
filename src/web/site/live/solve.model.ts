import type { Highs } from "highs";

/**
 * What the solver found. `bound` is proven: no solution of the model has a lower objective. Values
 * are by column name; columns at 0 are left out.
 */
export type Solved = {
  status: "optimal" | "infeasible" | "stopped";
  /** Objective of the best solution found, null when there is none. */
  objective: number | null;
  bound: number | null;
  nodes: number;
  seconds: number;
  values: Readonly<Record<string, number>>;
};

/** Bounds while the solver works; null where there is nothing yet. */
export type Standing = { objective: number | null; bound: number | null; nodes: number };

/** Solves a model somewhere: in the browser's worker, or in the same thread in a test. */
export type Solve = (lp: string, onStanding?: (standing: Standing) => void) => Promise<Solved>;

const finite = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/**
 * Minimizes a model in CPLEX LP format to a gap of zero; blocks the thread until done or
 * `secondsLimit` is over.
 * Throws when HiGHS cannot read the model.
 */
export const solveModel = (
  highs: Highs,
  lp: string,
  secondsLimit: number,
  onStanding?: (standing: Standing) => void,
): Solved =>
  highs.withModel({ format: "lp", data: lp }, (model) => {
    const { modelStatus, callbackType } = highs.constants;
    model.options.set({
      output_flag: false,
      mip_rel_gap: 0,
      mip_abs_gap: 1e-6,
      time_limit: secondsLimit,
    });
    model.run(
      onStanding
        ? {
            [callbackType.mipLogging]: ({ data }) =>
              onStanding({
                objective: finite(data.mip_primal_bound),
                bound: finite(data.mip_dual_bound),
                nodes: Number(data.mip_node_count ?? 0),
              }) as undefined,
          }
        : {},
    );
    const ended = model.getModelStatus();
    const status: Solved["status"] =
      ended === modelStatus.optimal
        ? "optimal"
        : ended === modelStatus.infeasible
          ? "infeasible"
          : "stopped";
    const columns = model.getSolution().colValue;
    const found =
      status !== "infeasible" && columns.length > 0 ? finite(model.getObjectiveValue()) : null;
    const values: Record<string, number> = {};
    if (found !== null)
      for (const [i, value] of columns.entries())
        if (Math.abs(value) > 1e-6) values[model.getColName(i)] = value;
    return {
      status,
      objective: found,
      bound: finite(model.info.get("mip_dual_bound")),
      nodes: Number(model.info.get("mip_node_count")),
      seconds: model.getRunTime(),
      values,
    };
  });

/** Terms of a row in LP format; lines stay short because the format's readers limit them. */
export const terms = (parts: readonly (readonly [factor: number, column: string])[]): string =>
  parts
    .map(
      ([factor, column], i) =>
        `${factor < 0 ? "-" : "+"} ${Math.abs(factor)} ${column}${i % 8 === 7 ? "\n" : ""}`,
    )
    .join(" ");
