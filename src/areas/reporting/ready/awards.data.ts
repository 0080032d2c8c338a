import type { ReadyReport } from "#server/facts/ready.ts";

/** Reports for those who look after grants and what a disaster costs. */
export const awardsReports: readonly ReadyReport[] = [
  {
    id: "awards-spent",
    name: "Awards and what is drawn of them",
    says: "How much of each award is drawn, by its status.",
    formula: "Amount of the award, and what its grantor paid of drawdowns.",
    citation: "2 CFR 200.302",
    readers: ["grant_manager", "controller"],
    question: {
      measures: ["awards.amount", "awards.drawn", "awards.used"],
      by: ["awardStatus"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "awards-against-time",
    name: "Awards' spending against their time",
    says: "Which awards in force spend more slowly than their period of performance goes by, the furthest behind first.",
    formula:
      "The grantor's share of what the ledger expended on the award's accounts, of its amount; the days of its period until today, this one included, of all of its days. Behind its time is what an even pace would have spent by now and is not.",
    citation: "2 CFR 200.302(b)(5), 200.403(h)",
    readers: ["grant_manager", "controller", "budget_officer"],
    question: {
      measures: [
        "awards.spentShare",
        "awards.gone",
        "awards.behind",
        "awards.spent",
        "awards.inForce",
        "awards.daysLeft",
      ],
      by: ["award"],
      where: {},
      period: "all",
      order: "-awards.behind",
    },
    chart: "table",
  },
  {
    id: "recovery-obligated",
    name: "Disaster projects: obligated and requested",
    says: "What is obligated, requested, and eligible but not yet requested, by category of work.",
    formula:
      "Obligations, submitted requests and eligible costs of the projects of public assistance.",
    citation: "44 CFR 206.203",
    readers: ["grant_manager", "emergency_manager"],
    question: {
      measures: [
        "recoveryProjects.obligated",
        "recoveryProjects.requested",
        "recoveryProjects.unproved",
      ],
      by: ["recoveryCategory"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "recovery-by-project",
    name: "Disaster projects: obligated, requested, paid",
    says: "What each project of public assistance was given, asked for and got.",
    formula:
      "Obligations of the project; the federal share of requests that are submitted or paid; what was paid of requests.",
    citation: "44 CFR 206.205",
    readers: ["grant_manager", "emergency_manager", "controller"],
    question: {
      measures: [
        "recoveryProjects.obligated",
        "recoveryProjects.requested",
        "recoveryProjects.paid",
      ],
      by: ["recoveryProject"],
      where: {},
      period: "all",
    },
    chart: "table",
  },
];
