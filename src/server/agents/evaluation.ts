import type { AgentDefinition } from "./agent.ts";

/** How many of its labelled cases an agent answers right, beside the obvious way; null without cases. */
export type Score = { cases: number; right: number; baseline: number; beside: string };

export const scoreOf = ({ evaluation }: AgentDefinition): Score | null => {
  if (!evaluation) return null;
  const { cases, answer, baseline, beside } = evaluation;
  const rightBy = (of: (given: never) => string) =>
    cases.filter(({ given, right }) => of(given as never) === right).length;
  return { cases: cases.length, right: rightBy(answer), baseline: rightBy(baseline), beside };
};

/** Whether an agent answers fewer of its cases right than the agency asks for, in percent. */
export const isBelow = (agent: AgentDefinition, floorPercent: number): boolean => {
  const score = scoreOf(agent);
  return score !== null && score.right * 100 < floorPercent * score.cases;
};
