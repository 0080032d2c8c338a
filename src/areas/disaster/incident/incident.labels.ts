import { lifecycle, type Asker } from "#kernel/lifecycle.ts";

export const incidentKinds = {
  flood: "Flood",
  storm: "Severe storm",
  winter: "Winter storm",
  fire: "Fire",
  hazmat: "Hazardous material",
  outage: "Utility outage",
  other: "Other",
} as const;
export const sections = {
  command: "Command",
  operations: "Operations",
  planning: "Planning",
  logistics: "Logistics",
  finance: "Finance and administration",
} as const;
export type Section = keyof typeof sections;
export const logKinds = {
  note: "Note",
  decision: "Decision",
  status: "Status",
  correction: "Correction",
} as const;
export type LogKind = keyof typeof logKinds;
export type PlanStatus = "draft" | "submitted" | "approved";
export type ReleaseStatus = "draft" | "approved" | "published" | "superseded";

export const levels = { 1: "Level 1, full", 2: "Level 2, partial", 3: "Level 3, watch" } as const;

const command = { permission: "incident.command", tone: "primary" } as const;

export const incidentCycle = lifecycle<{ status: string }>()({
  noun: "incident",
  initial: "monitoring",
  statuses: {
    monitoring: { label: "Monitoring", tone: "info" },
    activated: { label: "Activated", tone: "emergency" },
    response: { label: "Response", tone: "emergency" },
    recovery: { label: "Recovery", tone: "warning" },
    demobilized: { label: "Demobilized", tone: "progress" },
    after_action: { label: "After action", tone: "progress" },
    closed: { label: "Closed", tone: "neutral", terminal: true },
  },
  course: [
    "monitoring",
    "activated",
    "response",
    "recovery",
    "demobilized",
    "after_action",
    "closed",
  ],
  actions: {
    activate: { ...command, label: "Activate", from: ["monitoring"], to: "activated" },
    respond: { ...command, label: "Begin response", from: ["activated"], to: "response" },
    recover: { ...command, label: "Go into recovery", from: ["response"], to: "recovery" },
    demobilize: {
      ...command,
      label: "Demobilize",
      from: ["activated", "response", "recovery"],
      to: "demobilized",
    },
    review: { ...command, label: "Begin after action", from: ["demobilized"], to: "after_action" },
    close: { ...command, label: "Close", from: ["after_action"], to: "closed" },
    standDown: {
      label: "Stand down",
      from: ["monitoring"],
      to: "closed",
      permission: "incident.command",
      needsReason: true,
    },
  },
});
export type IncidentStatus = keyof typeof incidentCycle.statuses;
export type IncidentAction = keyof typeof incidentCycle.actions;

type PlanFacts = { status: string; preparedBy: string | null };
export const planCycle = lifecycle<PlanFacts>()({
  noun: "incident action plan",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    submitted: { label: "Waits for the commander", tone: "warning" },
    approved: { label: "Approved", tone: "success", terminal: true },
  },
  course: ["draft", "submitted", "approved"],
  actions: {
    submit: {
      label: "Send to the commander",
      from: ["draft"],
      to: "submitted",
      permission: "incident.work",
      tone: "primary",
    },
    approve: {
      label: "Approve",
      from: ["submitted"],
      to: "approved",
      permission: "incident.work",
      tone: "primary",
      unless: (plan, asker) =>
        plan.preparedBy !== null && plan.preparedBy === asker.personId
          ? "You prepared this plan. The incident commander approves it."
          : null,
    },
    giveBack: {
      label: "Give back",
      from: ["submitted"],
      to: "draft",
      permission: "incident.work",
      needsReason: true,
    },
  },
});

/** Who tells the public in an incident, as a sentence. */
export const whoTells =
  "The commander or the public information officer of this incident does this, or an emergency manager or manager.";
type Telling = {
  /** Who commands the incident now, and its public information officer. */
  tellers: readonly string[];
};
/**
 * Why somebody does not tell the public in an incident, or null: a position in it entitles there, a
 * duty everywhere.
 */
export const mayTell = (record: Telling, asker: Asker): string | null =>
  asker.kind === "system" ||
  asker.permissions.has("release.edit") ||
  (asker.personId !== null && record.tellers.includes(asker.personId))
    ? null
    : whoTells;

type ReleaseFacts = Telling & { status: string; authorId: string | null };
export const releaseCycle = lifecycle<ReleaseFacts>()({
  noun: "release",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    approved: { label: "Approved", tone: "info" },
    published: { label: "Published", tone: "success" },
    superseded: { label: "Withdrawn", tone: "neutral", terminal: true },
  },
  course: ["draft", "approved", "published"],
  actions: {
    approve: {
      label: "Approve",
      from: ["draft"],
      to: "approved",
      permission: "incident.work",
      tone: "primary",
      unless: (release, asker) =>
        release.authorId !== null && release.authorId === asker.personId
          ? "You wrote this. Somebody else approves it."
          : mayTell(release, asker),
    },
    publish: {
      label: "Publish",
      from: ["approved"],
      to: "published",
      permission: "incident.work",
      tone: "primary",
      unless: mayTell,
    },
    giveBack: {
      label: "Give back",
      from: ["approved"],
      to: "draft",
      permission: "incident.work",
      needsReason: true,
      unless: mayTell,
    },
    drop: {
      label: "Drop",
      from: ["draft"],
      to: "superseded",
      permission: "incident.work",
      needsReason: true,
      tone: "danger",
      unless: mayTell,
    },
    supersede: {
      label: "Unpublish",
      from: ["published"],
      to: "superseded",
      permission: "incident.work",
      needsReason: true,
      unless: mayTell,
    },
  },
});
