import type { FigureSource } from "#server/area.ts";
import { evaluationList } from "./evaluation/evaluation.list.ts";

/** What the dashboard shows of evaluations: those whose next step is the person's own. */
export const evaluationFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 25,
    permission: "evaluation.score",
    id: "evaluations-mine",
    says: ["evaluation waits for you", "evaluations wait for you"],
    pressing: true,
    label: "Evaluations that wait for you",
    list: evaluationList,
    api: "/api/v1/evaluations",
    page: "/bid-evaluation",
    query: "mine=true",
  },
];
