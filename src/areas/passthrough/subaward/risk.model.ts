/** A question about a subrecipient's risk, 2 CFR 200.332(c); answers are 0 (none) to 3 (much). */
export type RiskQuestion = { key: string; text: string; citation: string };

export const riskQuestions: readonly RiskQuestion[] = [
  {
    key: "experience",
    text: "Little experience with the same or similar subawards",
    citation: "2 CFR 200.332(c)(1)",
  },
  {
    key: "audits",
    text: "Findings of earlier audits, or no single audit where one was due",
    citation: "2 CFR 200.332(c)(2)",
  },
  {
    key: "systems",
    text: "New personnel, or new or substantially changed systems",
    citation: "2 CFR 200.332(c)(3)",
  },
  {
    key: "monitoring",
    text: "What federal or other monitoring found",
    citation: "2 CFR 200.332(c)(4)",
  },
];

export type RiskLevel = "low" | "medium" | "high";
export const riskLevels: Readonly<Record<RiskLevel, { label: string; months: number }>> = {
  low: { label: "Low risk", months: 12 },
  medium: { label: "Medium risk", months: 6 },
  high: { label: "High risk", months: 3 },
};

/**
 * Level of risk by points of all questions: the agency's own scale (the law asks for an evaluation
 * and names no points). A single answer of 3 is never low.
 */
export const riskOf = (points: readonly number[]): { points: number; level: RiskLevel } => {
  const sum = points.reduce((n, each) => n + each, 0);
  if (sum >= 7) return { points: sum, level: "high" };
  return { points: sum, level: sum >= 4 || points.includes(3) ? "medium" : "low" };
};
