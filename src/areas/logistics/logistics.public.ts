export { checkPlan } from "./route/check.model.ts";
export { nearestNeighbor } from "./route/nearest.model.ts";
export type { RoutePlan, RouteProblem } from "./route/problem.model.ts";
export { solveRoutes } from "./route/solver/genetic.model.ts";
