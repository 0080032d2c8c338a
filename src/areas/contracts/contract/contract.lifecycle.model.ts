import { lifecycle } from "#kernel/lifecycle.ts";
import { contractCourse, contractStatuses, type ContractStatus } from "./contract.labels.ts";

export type ContractAction =
  | "draft"
  | "negotiate"
  | "review"
  | "revise"
  | "clear"
  | "takeBack"
  | "approve"
  | "return"
  | "reject"
  | "send"
  | "reopen"
  | "sign"
  | "suspend"
  | "resume"
  | "expire"
  | "terminate"
  | "closeout"
  | "close"
  | "cancel";

/** What the rules of its steps look at; `missing`: what it lacks before counsel reads it. */
export type ContractFacts = {
  status: string;
  draftedBy: readonly string[];
  missing: readonly string[];
  /** In closeout: what of its list is open, and who proved an item by hand. */
  unproven?: readonly string[];
  proved?: readonly string[];
};

const lacking = (c: ContractFacts) => c.missing[0] ?? null;
const wrote = (c: ContractFacts, personId: string | null) =>
  personId !== null && c.draftedBy.includes(personId);

/**
 * Steps of a contract. Who drafted it neither clears, signs nor closes it; who proved items of its
 * closeout does not close it.
 */
export const contractCycle = lifecycle<ContractFacts>()<ContractStatus, ContractAction>({
  noun: "contract",
  initial: "requested",
  // Whoever may draft begins there; a register brings contracts that are in force, or were.
  begins: ["drafting", "active", "expired"],
  statuses: contractStatuses,
  course: contractCourse,
  actions: {
    draft: {
      label: "Begin drafting",
      from: ["requested"],
      to: "drafting",
      permission: "contract.edit",
      tone: "primary",
    },
    review: {
      label: "Send to counsel",
      from: ["drafting", "negotiation"],
      to: "legal_review",
      permission: "contract.edit",
      tone: "primary",
      unless: lacking,
    },
    negotiate: {
      label: "Begin negotiation",
      from: ["drafting"],
      to: "negotiation",
      permission: "contract.edit",
    },
    clear: {
      label: "Clear for approval",
      from: ["legal_review"],
      to: "in_approval",
      permission: "contract.review",
      tone: "primary",
      unless: (c, asker) =>
        wrote(c, asker.personId)
          ? "You wrote this contract, so another person clears it."
          : lacking(c),
    },
    revise: {
      label: "Back to drafting",
      from: ["negotiation", "legal_review"],
      to: "drafting",
      permission: "contract.edit",
      needsReason: true,
    },
    takeBack: {
      label: "Take back",
      from: ["in_approval"],
      to: "drafting",
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
      to: "drafting",
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
    send: {
      label: "Send out on paper",
      from: ["approved"],
      to: "out_for_signature",
      permission: "contract.edit",
      unless: lacking,
    },
    reopen: {
      label: "Change the terms",
      from: ["approved", "out_for_signature"],
      to: "drafting",
      permission: "contract.edit",
      needsReason: true,
    },
    sign: {
      label: "Record signatures",
      from: ["out_for_signature"],
      to: "active",
      permission: "contract.sign",
      tone: "primary",
      unless: (c, asker) =>
        wrote(c, asker.personId)
          ? "You wrote this contract, so another person records its signatures."
          : null,
    },
    resume: {
      label: "Resume",
      from: ["suspended"],
      to: "active",
      permission: "contract.end",
      tone: "primary",
    },
    suspend: {
      label: "Suspend",
      from: ["active"],
      to: "suspended",
      permission: "contract.end",
      ends: "tells",
      needsReason: true,
    },
    expire: {
      label: "Expire",
      from: ["active", "suspended"],
      to: "expired",
      permission: "contract.end",
      system: true,
    },
    closeout: {
      label: "Begin closeout",
      from: ["active", "expired", "terminated"],
      to: "closeout",
      permission: "contract.end",
      needsReason: true,
    },
    close: {
      label: "Close",
      from: ["closeout"],
      to: "closed",
      permission: "contract.end",
      tone: "primary",
      needsReason: true,
      unless: (c, asker) =>
        (c.unproven?.join(" ") || null) ??
        (asker.personId !== null && c.proved?.includes(asker.personId)
          ? "You proved items of its closeout, so another person closes it."
          : wrote(c, asker.personId)
            ? "You drafted this contract, so another person closes it."
            : null),
    },
    terminate: {
      label: "Terminate",
      from: ["active", "suspended"],
      to: "terminated",
      permission: "contract.end",
      ends: "tells",
      needsReason: true,
      tone: "danger",
    },
    cancel: {
      label: "Cancel",
      from: [
        "requested",
        "drafting",
        "negotiation",
        "legal_review",
        "in_approval",
        "approved",
        "out_for_signature",
      ],
      to: "cancelled",
      permission: "contract.edit",
      ends: "tells",
      needsReason: true,
      tone: "danger",
    },
  },
});
