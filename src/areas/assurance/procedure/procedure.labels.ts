import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const procedureStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  prepared: { label: "Prepared", tone: "warning" },
  reviewed: { label: "Reviewed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProcedureStatus = keyof typeof procedureStatuses;
export type ProcedureAction = "prepare" | "return" | "review";

/** What the rules of a procedure ask. */
export type ProcedureFacts = {
  status: string;
  preparerId: string | null;
  /** Who works on its audit. */
  team: readonly string[];
  auditStatus: string;
};

const permission = "assurance.audit";
const byTeam = (p: ProcedureFacts, asker: Asker): string | null => {
  if (!p.team.includes(asker.personId ?? "")) return "Only the team of its audit works on it.";
  return p.auditStatus === "fieldwork" ? null : "Procedures are carried out in fieldwork.";
};
const byAnother = (p: ProcedureFacts, asker: Asker): string | null =>
  byTeam(p, asker) ??
  (p.preparerId === asker.personId ? "Whoever prepared it does not review it." : null);

/** A procedure is prepared by one auditor and reviewed by another. */
export const procedureCycle = lifecycle<ProcedureFacts>()<ProcedureStatus, ProcedureAction>({
  noun: "procedure",
  initial: "planned",
  statuses: procedureStatuses,
  course: ["planned", "prepared", "reviewed"],
  actions: {
    prepare: {
      label: "Prepared",
      from: ["planned"],
      to: "prepared",
      permission,
      tone: "primary",
      unless: byTeam,
    },
    return: {
      label: "Return",
      from: ["prepared"],
      to: "planned",
      permission,
      needsReason: true,
      unless: byAnother,
    },
    review: {
      label: "Review",
      from: ["prepared"],
      to: "reviewed",
      permission,
      tone: "primary",
      byOthers: "review it",
      notAfter: ["prepare"],
      unless: byAnother,
    },
  },
});
