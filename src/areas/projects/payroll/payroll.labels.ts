import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const payrollStatuses = {
  draft: { label: "Draft", tone: "warning" },
  submitted: { label: "Submitted", tone: "info" },
  returned: { label: "Returned", tone: "warning" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  discarded: { label: "Discarded", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PayrollStatus = keyof typeof payrollStatuses;
export type PayrollAction = "submit" | "return" | "accept" | "reopen" | "discard";

export const payrollCourse = ["draft", "submitted", "accepted"] as const;

/** What the rules of its steps want to know. */
export type PayrollFacts = {
  status: string;
  /** Faults of the pay that nobody may accept, the first in words; null where there is none. */
  underpaid: string | null;
};

const edit = "certifiedPayroll.edit";

/**
 * An employer's payroll of a week under prevailing wages: sent with its statement of compliance,
 * checked against the wage determination, accepted by somebody who did not enter it.
 */
export const payrollCycle = lifecycle<PayrollFacts>()<PayrollStatus, PayrollAction>({
  noun: "certified payroll",
  initial: "draft",
  statuses: payrollStatuses,
  course: payrollCourse,
  edit: {
    from: ["draft", "returned"],
    otherwise: "It was sent with its statement of compliance: return it first.",
    permission: edit,
  },
  actions: {
    submit: {
      label: "Submit",
      from: ["draft", "returned"],
      to: "submitted",
      permission: edit,
      tone: "primary",
    },
    accept: {
      label: "Accept",
      from: ["submitted"],
      to: "accepted",
      permission: edit,
      tone: "primary",
      byOthers: "accept it",
      notAfter: ["create", "update", "submit"],
      unless: ({ underpaid }) =>
        underpaid === null ? null : `${underpaid}. Return it: it is accepted once it is corrected.`,
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "returned",
      permission: edit,
      needsReason: true,
    },
    reopen: {
      label: "Return again",
      from: ["accepted"],
      to: "returned",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    discard: {
      label: "Discard",
      from: ["draft"],
      to: "discarded",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const payrollViews = [
  { id: "waiting", name: "To be checked", query: "status=submitted" },
  { id: "returned", name: "Returned", query: "status=returned" },
] as const;

/**
 * What the signer states with a payroll (29 CFR 5.5(a)(3)(ii)(C)), in short and in order; it is printed
 * above the signature.
 */
export const complianceStatement = [
  "The payroll holds what 29 CFR 5.5(a)(3) asks for, and it is correct and complete.",
  "Each laborer and mechanic was paid the full weekly wages earned, without rebate, and nothing was deducted but what 29 CFR part 3 permits.",
  "Each was paid not less than the wages and fringe benefits of the wage determination for the work performed.",
  "Apprentices are registered in a program that the law names.",
] as const;
