import { lifecycle } from "#kernel/lifecycle.ts";

/** The most that a department carries without another person's acceptance. */
export const appetite = 9;
export type RiskFacts = {
  status: string;
  likelihood: number | null;
  impact: number | null;
  residualLikelihood: number | null;
  residualImpact: number | null;
  assessedBy: string | null;
};
const scoreOf = (likelihood: number | null, impact: number | null): number | null =>
  likelihood === null || impact === null ? null : likelihood * impact;
const residual = (r: RiskFacts) => scoreOf(r.residualLikelihood, r.residualImpact);

/** Identified, assessed, treated, watched, closed. */
export const riskCycle = lifecycle<RiskFacts>()({
  noun: "risk",
  initial: "identified",
  statuses: {
    identified: { label: "Identified", tone: "warning" },
    assessed: { label: "Assessed", tone: "info" },
    treated: { label: "Treated", tone: "progress" },
    monitored: { label: "Monitored", tone: "success" },
    closed: { label: "Closed", tone: "neutral", terminal: true },
  },
  course: ["identified", "assessed", "treated", "monitored", "closed"],
  actions: {
    assess: {
      label: "Assess",
      from: ["identified", "assessed", "treated", "monitored"],
      to: "assessed",
      permission: "risk.edit",
      tone: "primary",
    },
    treat: {
      label: "Treat",
      from: ["assessed"],
      to: "treated",
      permission: "risk.edit",
      tone: "primary",
    },
    accept: {
      label: "Accept and watch",
      from: ["treated"],
      to: "monitored",
      permission: "risk.edit",
      tone: "primary",
      unless: (r, asker) =>
        (residual(r) ?? 25) > appetite && asker.personId !== null && r.assessedBy === asker.personId
          ? `What remains is above ${appetite}. Somebody who did not assess it accepts it.`
          : null,
    },
    close: {
      label: "Close",
      from: ["assessed", "treated", "monitored"],
      to: "closed",
      permission: "risk.edit",
      needsReason: true,
    },
  },
});
export type RiskStatus = keyof typeof riskCycle.statuses;
