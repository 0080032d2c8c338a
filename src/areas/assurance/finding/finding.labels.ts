import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const findingStatuses = {
  open: { label: "Open", tone: "warning" },
  accepted: { label: "Accepted", tone: "info" },
  disputed: { label: "Disputed", tone: "danger" },
  in_remediation: { label: "In remediation", tone: "progress" },
  verified: { label: "Verified", tone: "success" },
  closed: { label: "Closed", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type FindingStatus = keyof typeof findingStatuses;
export type FindingAction =
  | "accept"
  | "dispute"
  | "plan"
  | "uphold"
  | "withdraw"
  | "remediate"
  | "verify"
  | "recur"
  | "close";

export const severities = {
  deficiency: "Deficiency",
  significant: "Significant deficiency",
  material: "Material weakness",
} as const;
export const sources = {
  audit: "Audit",
  control: "Failing control",
  desk_review: "Desk review",
  outside: "Outside report",
} as const;

/** Sources that are records of their own: a finding is taken over from one of them. */
export const recordSources = ["control", "desk_review"] as const;
export type RecordSource = (typeof recordSources)[number];
export const isRecordSource = (source: string): source is RecordSource =>
  recordSources.some((each) => each === source);

/** What the rules of a finding ask. */
export type FindingFacts = {
  status: string;
  audit: string | null;
  responderId: string;
  /** Who works on its audit; of a finding without one whoever wrote it. */
  team: readonly string[];
  /** Where its audit stands; null without one. */
  auditStatus: string | null;
  /** It was disputed and upheld, and nobody has said yet how it is put right. */
  lacksPlan: boolean;
  /** Corrective actions about it that are not closed, and those that are. */
  openActions: number;
  closedActions: number;
};

const responder = (f: FindingFacts, asker: Asker): string | null => {
  if (f.responderId !== asker.personId) return "Only whoever answers for it responds.";
  return f.auditStatus === null || ["response", "issued", "follow_up"].includes(f.auditStatus)
    ? null
    : "It is answered once the draft report is handed over.";
};
const auditor = (f: FindingFacts, asker: Asker): string | null =>
  f.team.includes(asker.personId ?? "") ? null : "Only the auditors who wrote it do this.";

/** From what was found to what holds: answered, put right, verified by another, closed; what recurs is open again. */
export const findingCycle = lifecycle<FindingFacts>()<FindingStatus, FindingAction>({
  noun: "finding",
  initial: "open",
  statuses: findingStatuses,
  course: ["open", "accepted", "in_remediation", "verified", "closed"],
  edit: {
    from: ["open"],
    otherwise: "It was answered: it stays as it was written.",
    permission: "assurance.audit",
    unless: (f, asker) =>
      auditor(f, asker) ??
      (f.auditStatus !== null && !["fieldwork", "draft"].includes(f.auditStatus)
        ? "It was handed over: it stays as it was written."
        : null),
  },
  actions: {
    accept: {
      label: "Accept",
      from: ["open", "disputed"],
      to: "accepted",
      permission: "assurance.answer",
      tone: "primary",
      unless: responder,
    },
    dispute: {
      label: "Dispute",
      from: ["open"],
      to: "disputed",
      permission: "assurance.answer",
      unless: responder,
    },
    // It stands against who disputed it: the plan of 2 CFR 200.511(c) is theirs to give all the same.
    plan: {
      label: "Plan the correction",
      from: ["accepted"],
      to: "accepted",
      permission: "assurance.answer",
      tone: "primary",
      suits: (f) => f.lacksPlan,
      unless: (f, asker) =>
        responder(f, asker) ??
        (f.lacksPlan ? null : "It has its plan: that stays as it was given."),
    },
    uphold: {
      label: "Uphold",
      from: ["disputed"],
      to: "accepted",
      permission: "assurance.audit",
      needsReason: true,
      unless: auditor,
    },
    withdraw: {
      label: "Withdraw",
      from: ["open", "disputed"],
      to: "withdrawn",
      permission: "assurance.audit",
      needsReason: true,
      unless: auditor,
    },
    // A corrective action about it was opened; all of them are closed; one of them was opened again.
    remediate: {
      label: "In remediation",
      from: ["accepted", "disputed"],
      to: "in_remediation",
      permission: "assurance.audit",
      system: true,
    },
    verify: {
      label: "Verified",
      from: ["in_remediation"],
      to: "verified",
      permission: "assurance.audit",
      system: true,
    },
    recur: {
      label: "It happened again",
      from: ["in_remediation", "verified", "closed"],
      to: "in_remediation",
      permission: "assurance.audit",
      system: true,
    },
    close: {
      label: "Close",
      from: ["verified"],
      to: "closed",
      permission: "assurance.audit",
      tone: "primary",
      byOthers: "close it",
      unless: (f, asker) =>
        f.responderId === asker.personId
          ? "Whoever answers for it does not close it."
          : auditor(f, asker),
    },
  },
});

/** Views of the list, which questions in words open too. */
export const findingViews = [
  { id: "open", name: "Open", query: "open=true" },
  { id: "mine", name: "Waiting for my response", query: "mine=true&status=open" },
  { id: "material", name: "Material weaknesses", query: "severity=material&open=true" },
] as const;
