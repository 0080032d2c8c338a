import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const applicationStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  ineligible: { label: "Not eligible", tone: "danger", terminal: true },
  selected: { label: "Selected", tone: "success", terminal: true },
  not_selected: { label: "Not selected", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ApplicationStatus = keyof typeof applicationStatuses;
export type ApplicationAction = "submit" | "withdraw" | "refuse" | "select" | "pass";

/** Written and sent by the applicant; found eligible, scored, and selected by the agency. */
export const programApplicationCycle = lifecycle<{ status: string }>()<
  ApplicationStatus,
  ApplicationAction
>({
  noun: "application",
  initial: "draft",
  begins: ["submitted"],
  statuses: applicationStatuses,
  course: ["draft", "submitted", "selected"],
  actions: {
    submit: {
      label: "Send",
      from: ["draft"],
      to: "submitted",
      permission: "vendorPortal.act",
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "submitted"],
      to: "withdrawn",
      permission: "vendorPortal.act",
      needsReason: true,
    },
    refuse: {
      label: "Not eligible",
      from: ["submitted"],
      to: "ineligible",
      permission: "grantProgram.decide",
      needsReason: true,
      tone: "danger",
    },
    select: {
      label: "Select",
      from: ["submitted"],
      to: "selected",
      permission: "grantProgram.decide",
      tone: "primary",
    },
    pass: {
      label: "Not selected",
      from: ["submitted"],
      to: "not_selected",
      permission: "grantProgram.decide",
      needsReason: true,
    },
  },
});
