import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const changeStatuses = {
  proposed: { label: "Proposed", tone: "neutral" },
  reviewed: { label: "Reviewed", tone: "progress" },
  priced: { label: "Priced", tone: "progress" },
  funds_checked: { label: "Funds checked", tone: "progress" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved, to sign", tone: "success" },
  signed: { label: "Signed", tone: "success" },
  applied: { label: "In force", tone: "success", terminal: true },
  refused: { label: "Refused", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ChangeStatus = keyof typeof changeStatuses;

export const sides = { agency: "Agency", vendor: "Vendor" } as const;

/** What counts against the caps: on its way to be signed, or in force. */
export const committed = ["in_approval", "approved", "signed", "applied"] as const;

export type ChangeAction =
  | "review"
  | "price"
  | "checkFunds"
  | "submit"
  | "takeBack"
  | "approve"
  | "return"
  | "reject"
  | "sign"
  | "apply"
  | "refuse"
  | "withdraw";

export const changeCourse = [
  "proposed",
  "reviewed",
  "priced",
  "funds_checked",
  "in_approval",
  "approved",
  "signed",
  "applied",
] as const;

export type ChangeFacts = { status: string; side: string; draftedBy: readonly string[] };
const wrote = (c: ChangeFacts, personId: string | null) =>
  personId !== null && c.draftedBy.includes(personId);

/** Proposed by either side, judged, priced, paid for, approved by others, signed, applied. */
export const changeCycle = lifecycle<ChangeFacts>()<ChangeStatus, ChangeAction>({
  noun: "change order",
  initial: "proposed",
  // What a settlement brings is within the scope of its contract.
  begins: ["reviewed"],
  statuses: changeStatuses,
  course: changeCourse,
  actions: {
    review: {
      label: "Review",
      from: ["proposed"],
      to: null,
      outcomes: ["reviewed", "refused"],
      permission: "contract.edit",
      tone: "primary",
    },
    price: {
      label: "Price",
      from: ["reviewed", "priced"],
      to: "priced",
      permission: "contract.edit",
      tone: "primary",
    },
    checkFunds: {
      label: "Check funds",
      from: ["priced"],
      to: "funds_checked",
      permission: "change.checkFunds",
      tone: "primary",
      unless: (c, asker) =>
        wrote(c, asker.personId)
          ? "You proposed or priced this change, so another person checks its funds."
          : null,
    },
    submit: {
      label: "Submit for approval",
      from: ["funds_checked"],
      to: "in_approval",
      permission: "contract.edit",
      tone: "primary",
    },
    takeBack: {
      label: "Take back",
      from: ["reviewed", "priced", "funds_checked", "in_approval", "approved"],
      to: "proposed",
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
      to: "proposed",
      permission: "contract.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "refused",
      permission: "contract.approve",
      system: true,
    },
    sign: {
      label: "Record signatures",
      from: ["approved"],
      to: "signed",
      permission: "contract.sign",
      tone: "primary",
      unless: (c, asker) =>
        wrote(c, asker.personId)
          ? "You proposed or priced this change, so another person records its signatures."
          : null,
    },
    apply: {
      label: "Apply",
      from: ["signed"],
      to: "applied",
      permission: "contract.sign",
      system: true,
    },
    refuse: {
      label: "Refuse",
      from: ["proposed", "reviewed", "priced", "funds_checked"],
      to: "refused",
      permission: "contract.edit",
      needsReason: true,
      tone: "danger",
    },
    withdraw: {
      label: "Withdraw",
      from: ["proposed", "reviewed", "priced", "funds_checked", "in_approval", "approved"],
      to: "withdrawn",
      permission: "contract.edit",
      suits: (c) => c.side === "agency",
      unless: (c, asker) =>
        c.side === "vendor" && asker.kind !== "system"
          ? "The vendor proposed this change: refuse it, or let the vendor withdraw it."
          : null,
      needsReason: true,
      tone: "danger",
    },
  },
});
