import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const auditStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  fieldwork: { label: "Fieldwork", tone: "progress" },
  draft: { label: "Draft report", tone: "progress" },
  response: { label: "Response", tone: "warning" },
  issued: { label: "Issued", tone: "info" },
  follow_up: { label: "Follow-up", tone: "warning" },
  closed: { label: "Closed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AuditStatus = keyof typeof auditStatuses;
export type AuditAction = "begin" | "draft" | "share" | "issue" | "followUp" | "close";

export const auditKinds = {
  internal: "Internal audit",
  single: "Single audit",
  outside: "Outside audit",
} as const;
export const memberRoles = { lead: "Lead", member: "Auditor", outside: "Reads only" } as const;

/** What the rules of an audit ask. */
export type AuditFacts = {
  status: string;
  /** Who works on it now; whoever only reads is not among them. */
  team: readonly string[];
  undeclared: number;
  procedures: number;
  unreviewed: number;
  untested: number;
  unanswered: number;
  responseOver: boolean;
  unsettled: number;
};

const permission = "assurance.audit";
const byTeam = (a: AuditFacts, asker: Asker): string | null =>
  asker.kind === "system" || a.team.includes(asker.personId ?? "")
    ? null
    : "Only its team moves an audit.";

const rule =
  (why: (a: AuditFacts) => string | null) =>
  (a: AuditFacts, asker: Asker): string | null =>
    byTeam(a, asker) ?? why(a);

/** From the plan to the last finding that is closed; the report is handed to the auditee before it is issued. */
export const auditCycle = lifecycle<AuditFacts>()<AuditStatus, AuditAction>({
  noun: "audit",
  initial: "planned",
  statuses: auditStatuses,
  course: ["planned", "fieldwork", "draft", "response", "issued", "follow_up", "closed"],
  edit: {
    from: ["planned", "fieldwork", "draft", "response", "issued", "follow_up"],
    otherwise: "The audit is closed.",
    permission,
    unless: byTeam,
  },
  actions: {
    begin: {
      label: "Begin fieldwork",
      from: ["planned"],
      to: "fieldwork",
      permission,
      tone: "primary",
      unless: rule((a) =>
        a.undeclared > 0 ? "Everybody of the team declares independence first." : null,
      ),
    },
    draft: {
      label: "Draft the report",
      from: ["fieldwork"],
      to: "draft",
      permission,
      tone: "primary",
      unless: rule((a) =>
        a.procedures === 0
          ? "Enter a procedure first."
          : a.untested > 0
            ? "Sampled items are not tested yet."
            : a.unreviewed > 0
              ? "Another auditor reviews each procedure first."
              : null,
      ),
    },
    share: {
      label: "Hand over for response",
      from: ["draft"],
      to: "response",
      permission,
      tone: "primary",
      unless: byTeam,
    },
    issue: {
      label: "Issue the report",
      from: ["response"],
      to: "issued",
      permission,
      tone: "primary",
      unless: rule((a) =>
        a.unanswered > 0 && !a.responseOver
          ? "Findings wait for a response until its day is over."
          : null,
      ),
    },
    followUp: {
      label: "Begin follow-up",
      from: ["issued"],
      to: "follow_up",
      permission,
      unless: byTeam,
    },
    close: {
      label: "Close the audit",
      from: ["issued", "follow_up"],
      to: "closed",
      permission,
      unless: rule((a) => (a.unsettled > 0 ? "Findings of this audit are not closed yet." : null)),
    },
  },
});

/** Views of the list, which questions in words open too. */
export const auditViews = [
  { id: "open", name: "Under way", query: "open=true" },
  { id: "response", name: "Waiting for a response", query: "status=response" },
  { id: "followUp", name: "In follow-up", query: "status=issued,follow_up" },
] as const;
