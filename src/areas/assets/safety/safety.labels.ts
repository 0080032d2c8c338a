import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const safetyStatuses = {
  reported: { label: "Reported", tone: "info" },
  triaged: { label: "Triaged", tone: "progress" },
  investigating: { label: "Investigating", tone: "progress" },
  classified: { label: "Recordable", tone: "warning" },
  not_recordable: { label: "Not recordable", tone: "neutral" },
  actions_open: { label: "Actions open", tone: "warning" },
  closed: { label: "Closed", tone: "success" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type SafetyStatus = keyof typeof safetyStatuses;

export const safetyKinds = {
  injury: "Injury",
  illness: "Illness",
  near_miss: "Near miss",
} as const;
export type SafetyKind = keyof typeof safetyKinds;

/** What is told to OSHA at once, and within how many hours of when the employer learned of it. */
export const severities = {
  fatality: { label: "Death", hours: 8, citation: "29 CFR 1904.39(a)(1)" },
  hospitalization: {
    label: "In-patient hospitalization",
    hours: 24,
    citation: "29 CFR 1904.39(a)(2)",
  },
  amputation: { label: "Amputation", hours: 24, citation: "29 CFR 1904.39(a)(2)" },
  eye_loss: { label: "Loss of an eye", hours: 24, citation: "29 CFR 1904.39(a)(2)" },
} as const;
export type Severity = keyof typeof severities;

/** Columns G to J of form 300, in the order in which the gravest one counts. */
export const outcomes = {
  death: "Death",
  days_away: "Days away from work",
  restricted: "Job transfer or restriction",
  other: "Other recordable case",
} as const;
export type Outcome = keyof typeof outcomes;

/** Column M of form 300; the codes are those of the electronic files. */
export const injuryTypes = {
  "1": "Injury",
  "2": "Skin disorder",
  "3": "Respiratory condition",
  "4": "Poisoning",
  "5": "Hearing loss",
  "6": "All other illnesses",
} as const;

export type SafetyAction =
  | "triage"
  | "investigate"
  | "classify"
  | "openActions"
  | "close"
  | "reopen";

/** What the rules of a case ask. */
export type SafetyFacts = {
  status: string;
  kind: string;
  establishmentId: string | null;
  finding: string;
  severe: string | null;
  severeToldAt: string | null;
  /** Questions that nobody answered yet. */
  unanswered: number;
  openActions: number;
  /** Spans of days away or restricted that go on. */
  openSpans: number;
};

const answered = (c: SafetyFacts) =>
  c.unanswered > 0
    ? `${c.unanswered} ${c.unanswered === 1 ? "question is" : "questions are"} not answered.`
    : null;
const settled = (c: SafetyFacts) =>
  c.severe && !c.severeToldAt
    ? "Enter when OSHA was told: 29 CFR 1904.39."
    : c.openActions > 0
      ? `${c.openActions} corrective ${c.openActions === 1 ? "action is" : "actions are"} open.`
      : c.openSpans > 0
        ? "Enter the last day of the days that still go on."
        : null;

/** From a report to a closed case; the log is corrected for five years, so it opens again. */
export const safetyCycle = lifecycle<SafetyFacts>()<SafetyStatus, SafetyAction>({
  noun: "safety case",
  initial: "reported",
  statuses: safetyStatuses,
  course: ["reported", "triaged", "investigating", "classified", "closed"],
  actions: {
    triage: {
      label: "Triage",
      from: ["reported"],
      to: "triaged",
      permission: "safety.edit",
      tone: "primary",
    },
    investigate: {
      label: "Investigate",
      from: ["triaged"],
      to: "investigating",
      permission: "safety.edit",
      tone: "primary",
    },
    classify: {
      label: "Classify",
      from: ["investigating"],
      to: null,
      outcomes: ["classified", "not_recordable"],
      permission: "safety.edit",
      tone: "primary",
      unless: answered,
    },
    openActions: {
      label: "Wait for corrective actions",
      from: ["classified", "not_recordable"],
      to: "actions_open",
      permission: "safety.edit",
    },
    close: {
      label: "Close",
      from: ["classified", "not_recordable", "actions_open"],
      to: "closed",
      permission: "safety.edit",
      tone: "primary",
      unless: settled,
    },
    reopen: {
      label: "Correct the record",
      from: ["classified", "not_recordable", "actions_open", "closed"],
      to: "investigating",
      permission: "safety.edit",
      needsReason: true,
    },
  },
});
