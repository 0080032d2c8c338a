import { lifecycle } from "#kernel/lifecycle.ts";
import { registrationCourse, registrationStatuses } from "./registration.labels.ts";

export type RegistrationStatus = keyof typeof registrationStatuses;
export type RegistrationAction =
  | "resubmit"
  | "withdraw"
  | "screen"
  | "approve"
  | "return"
  | "reject";
type Facts = {
  status: string;
  kind: string;
  submittedBy: string | null;
  w9Result: "agrees" | "differs" | null;
  documents: readonly { kind: string }[];
};

export const registrationCycle = lifecycle<Facts>()<RegistrationStatus, RegistrationAction>({
  noun: "vendor registration",
  initial: "submitted",
  statuses: registrationStatuses,
  course: registrationCourse,
  actions: {
    screen: {
      label: "Screen",
      from: ["submitted"],
      to: "screening",
      permission: "vendor.register",
      tone: "primary",
    },
    approve: {
      label: "Accept",
      from: ["screening"],
      to: null,
      outcomes: ["active", "screening"],
      permission: "vendor.register",
      tone: "primary",
      unless: (r) =>
        r.w9Result === "differs"
          ? "Form W-9 does not agree with what was submitted: return it, or compare again."
          : r.w9Result === null && r.documents.some((each) => each.kind === "w9")
            ? "Nobody has compared Form W-9 with what was submitted: record the comparison first."
            : null,
    },
    return: {
      label: "Return",
      from: ["submitted", "screening"],
      to: "returned",
      permission: "vendor.register",
      needsReason: true,
    },
    reject: {
      label: "Reject",
      from: ["submitted", "screening"],
      to: "rejected",
      permission: "vendor.register",
      needsReason: true,
      tone: "danger",
    },
    resubmit: {
      label: "Submit again",
      from: ["returned"],
      to: "submitted",
      permission: "vendorCompany.edit",
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["submitted", "returned"],
      to: "withdrawn",
      permission: "vendorCompany.edit",
    },
  },
});
