import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const programStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  open: { label: "Open for applications", tone: "success" },
  scoring: { label: "Scoring", tone: "progress" },
  scored: { label: "Scores open, consensus", tone: "info" },
  decided: { label: "Ranked, being selected", tone: "progress" },
  told: { label: "Applicants told", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "danger", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProgramStatus = keyof typeof programStatuses;
export type ProgramAction = "publish" | "score" | "reveal" | "freeze" | "tell" | "withdraw";
export const programCourse = ["draft", "open", "scoring", "scored", "decided", "told"] as const;

/**
 * What a program is to its applicants on a day of its agency: for the door that takes applications, for
 * lists and for feeds alike.
 */
export const phaseOn = (
  program: { status: string; opensOn: string; closesOn: string | null },
  today: string,
): "forecasted" | "open" | "closed" => {
  if (program.status !== "open") return "closed";
  if (today < program.opensOn) return "forecasted";
  return program.closesOn && today > program.closesOn ? "closed" : "open";
};

/** Published, applied to, scored under seal, agreed on, frozen, selected from, and told to all. */
export const programCycle = lifecycle<{ status: string }>()<ProgramStatus, ProgramAction>({
  noun: "grant program",
  initial: "draft",
  statuses: programStatuses,
  course: programCourse,
  actions: {
    publish: {
      label: "Publish",
      from: ["draft"],
      to: "open",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    score: {
      label: "Close and begin scoring",
      from: ["open"],
      to: "scoring",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    reveal: {
      label: "Open the scores",
      from: ["scoring"],
      to: "scored",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    freeze: {
      label: "Freeze the sheet",
      from: ["scored"],
      to: "decided",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    tell: {
      label: "Send the notices",
      from: ["decided"],
      to: "told",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "open", "scoring", "scored"],
      to: "withdrawn",
      permission: "grantProgram.decide",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Who may apply, in the words of CommonGrants' applicant types. */
export const applicantKinds = {
  government_municipal: "Cities and townships",
  government_county: "Counties",
  government_special_district: "Special districts",
  government_tribal: "Tribal governments",
  non_profit_with_501c3: "Nonprofits with 501(c)(3) status",
  nonprofit_without_501c3: "Other nonprofits",
  school_district_independent: "School districts",
  for_profit_not_small_business: "Businesses",
  for_profit_small_business: "Small businesses",
} as const;
export type ApplicantKind = keyof typeof applicantKinds;

export const programViews = [
  { id: "open", name: "Open for applications", query: "status=open" },
  { id: "scoring", name: "Being scored", query: "status=scoring,scored" },
  { id: "mine", name: "I review", query: "mine=true" },
];
