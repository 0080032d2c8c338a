import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const amendmentKinds = {
  term: "Term",
  money: "Money",
  scope: "Scope",
  option: "Option exercise",
  prices: "Prices",
} as const;
export type AmendmentKind = keyof typeof amendmentKinds;

export const amendmentStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved, to sign", tone: "success" },
  signed: { label: "Signed", tone: "success" },
  applied: { label: "In force", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AmendmentStatus = keyof typeof amendmentStatuses;
export type AmendmentAction =
  | "submit"
  | "takeBack"
  | "approve"
  | "return"
  | "reject"
  | "sign"
  | "apply"
  | "cancel";

export const amendmentCourse = ["draft", "in_approval", "approved", "signed", "applied"] as const;

type Facts = { status: string; draftedBy: readonly string[] };

/** Drafted, approved by others, signed, applied to the contract in the same step. */
export const amendmentCycle = lifecycle<Facts>()<AmendmentStatus, AmendmentAction>({
  noun: "contract amendment",
  initial: "draft",
  statuses: amendmentStatuses,
  course: amendmentCourse,
  edit: { from: ["draft"], otherwise: "Only a draft can be changed. Take it back first." },
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["draft"],
      to: "in_approval",
      permission: "contract.edit",
      tone: "primary",
    },
    takeBack: {
      label: "Take back",
      from: ["in_approval", "approved"],
      to: "draft",
      permission: "contract.edit",
      needsReason: true,
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "contract.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "draft",
      permission: "contract.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "cancelled",
      permission: "contract.approve",
      system: true,
    },
    sign: {
      label: "Record signatures",
      from: ["approved"],
      to: "signed",
      permission: "contract.sign",
      tone: "primary",
      unless: (a, asker) =>
        a.draftedBy.includes(asker.personId ?? "")
          ? "You wrote this amendment, so another person records its signatures."
          : null,
    },
    apply: {
      label: "Apply",
      from: ["signed"],
      to: "applied",
      permission: "contract.sign",
      system: true,
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "in_approval", "approved"],
      to: "cancelled",
      permission: "contract.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
