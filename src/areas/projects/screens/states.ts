import type { ProjectRow } from "../project/project.model.ts";

/** The worst that is so of a project, as the map colors it. */
export const worstStates = [
  "Beyond budget",
  "Beyond time",
  "On hold",
  "Not begun",
  "On course",
  "Complete",
] as const;

/** The worst state of a project; money comes before time. */
export const worstOf = (
  p: Pick<ProjectRow, "beyondBudget" | "beyondTime" | "status">,
): (typeof worstStates)[number] => {
  if (p.beyondBudget) return "Beyond budget";
  if (p.beyondTime) return "Beyond time";
  if (p.status === "on_hold") return "On hold";
  if (p.status === "substantially_complete" || p.status === "closed") return "Complete";
  return p.status === "active" ? "On course" : "Not begun";
};
