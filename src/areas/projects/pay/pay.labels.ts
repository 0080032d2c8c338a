import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

const stored = {
  draft: { label: "Draft", tone: "neutral" },
  submitted: { label: "To certify", tone: "warning" },
  returned: { label: "Returned", tone: "danger" },
  certified: { label: "Certified", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;

/** How an application stands: once its invoice is paid, it is read as paid. */
export const payStatuses = {
  ...stored,
  paid: { label: "Paid", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PayStatus = keyof typeof stored;
export type PayAction =
  | "submit"
  | "send"
  | "confirm"
  | "certify"
  | "return"
  | "withdraw"
  | "reopen"
  | "lapse";

export const payCourse = ["draft", "submitted", "certified", "paid"] as const;

/** For what a changed rate of retainage holds. */
export const retainageScopes = {
  following: "From this application on",
  all: "For all that was billed of the line",
} as const;

/** What the rules of its steps want to know beside its row. */
export type PayFacts = {
  status: string;
  createdBy: string | null;
  /** Who at the agency confirmed the quantities. */
  confirmedBy: string | null;
  /** When the contractor stood by it, in its portal. */
  contractorAt: string | null;
  /** The contractor's signed application on paper. */
  fileId: string | null;
  /** Who placed, issued or changed its order. */
  authors: readonly string[];
  /** Who logged quantities of its order up to its last day. */
  loggers: readonly string[];
};

const [edit, confirm, certify] = [
  "payApplication.edit",
  "payApplication.confirm",
  "payApplication.certify",
] as const;

/**
 * A contractor's application for payment: measured by one person, certified by another, paid as its
 * invoice is. Whoever placed or changed the order, logged, entered or confirmed quantities does not certify.
 */
export const payCycle = lifecycle<PayFacts>()<PayStatus, PayAction>({
  noun: "pay application",
  initial: "draft",
  begins: ["submitted"],
  statuses: stored,
  course: ["draft", "submitted", "certified"],
  edit: {
    from: ["draft", "returned"],
    otherwise: "It is with the certifier or ended. Have it returned before you change it.",
    permission: edit,
  },
  actions: {
    submit: {
      label: "Send to certify",
      from: ["draft", "returned"],
      to: "submitted",
      permission: edit,
      tone: "primary",
    },
    // The contractor's own way to the same.
    send: {
      label: "Sent by the contractor",
      from: ["draft", "returned"],
      to: "submitted",
      permission: edit,
      system: true,
    },
    confirm: {
      label: "Confirm quantities",
      from: ["submitted"],
      to: "submitted",
      permission: confirm,
      tone: "primary",
      suits: (a) => a.confirmedBy === null,
      unless: (a, asker) =>
        asker.personId !== null && a.authors.includes(asker.personId)
          ? "You placed or changed the order, so another person confirms what was built."
          : null,
    },
    certify: {
      label: "Certify",
      from: ["submitted"],
      to: "certified",
      permission: certify,
      byOthers: "certify it",
      notAfter: ["create", "update", "confirm"],
      tone: "primary",
      unless: (a, asker) => {
        if (a.contractorAt === null && a.fileId === null)
          return "The contractor has not signed it: it does so in its portal, or attach its signed paper.";
        if (a.confirmedBy === null)
          return "Nobody confirmed the quantities yet. Ask the inspector of the project.";
        if (asker.personId === null) return null;
        if (a.confirmedBy === asker.personId || a.createdBy === asker.personId)
          return "You entered or confirmed its quantities, so another person certifies it.";
        if (a.loggers.includes(asker.personId))
          return "You logged quantities of the order in a daily log, so another person certifies it.";
        return a.authors.includes(asker.personId)
          ? "You placed or changed the order, so another person certifies it."
          : null;
      },
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "returned",
      permission: certify,
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "submitted", "returned"],
      to: "withdrawn",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    // Its invoice was rejected or voided.
    reopen: {
      label: "Returned with its invoice",
      from: ["certified"],
      to: "returned",
      permission: certify,
      system: true,
    },
    // The same, where the next one is under way already and asks for its work.
    lapse: {
      label: "Ended with its invoice",
      from: ["certified"],
      to: "withdrawn",
      permission: certify,
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const payViews = [
  { id: "waits", name: "To certify", query: "status=submitted" },
  { id: "returned", name: "Returned", query: "status=returned" },
  { id: "certified", name: "Certified", query: "status=certified" },
  { id: "paid", name: "Paid", query: "status=paid" },
] as const;
