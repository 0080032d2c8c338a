import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const billStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  approved: { label: "Approved", tone: "progress" },
  sent: { label: "Sent", tone: "info" },
  part_paid: { label: "Paid in part", tone: "warning" },
  paid: { label: "Paid", tone: "success", terminal: true },
  disputed: { label: "Disputed", tone: "danger" },
  written_off: { label: "Written off", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BillStatus = keyof typeof billStatuses;
export type BillAction =
  | "approve"
  | "sendBack"
  | "send"
  | "receive"
  | "dispute"
  | "settle"
  | "writeOff"
  | "cancel"
  | "lapse";

export const lineKinds = { cost: "Cost", hour: "Hours", fee: "Fixed fee" } as const;

type Facts = { status: string; preparedBy: string; sentBy: string | null };
const [write, approve] = ["served.write", "served.approve"] as const;

/** What people do to a bill before it goes out; whoever did neither approves it nor writes it off. */
const billing = ["create", "addCosts", "addFee", "takeOut"] as const;

/** Prepared by one person, approved by another, sent once; paid by what came in, never by a button. */
export const billCycle = lifecycle<Facts>()<BillStatus, BillAction>({
  noun: "bill",
  initial: "draft",
  statuses: billStatuses,
  course: ["draft", "approved", "sent", "paid"],
  edit: {
    from: ["draft"],
    otherwise: "Only a draft is changed: send it back, or cancel it.",
    permission: write,
  },
  actions: {
    approve: {
      label: "Approve",
      from: ["draft"],
      to: "approved",
      permission: approve,
      tone: "primary",
      byOthers: "approve it",
      notAfter: billing,
      unless: (bill, asker) =>
        bill.preparedBy === asker.personId
          ? "You prepared this bill, so another person approves it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["approved"],
      to: "draft",
      permission: approve,
      needsReason: true,
    },
    send: {
      label: "Send",
      from: ["approved"],
      to: "sent",
      permission: write,
      tone: "primary",
    },
    // What came in, or was taken back.
    receive: {
      label: "Received",
      from: ["sent", "part_paid", "paid", "disputed"],
      to: null,
      outcomes: ["sent", "part_paid", "paid", "disputed"],
      permission: write,
      system: true,
    },
    dispute: {
      label: "Record a dispute",
      from: ["sent", "part_paid"],
      to: "disputed",
      permission: write,
      needsReason: true,
    },
    settle: {
      label: "The dispute is settled",
      from: ["disputed"],
      to: null,
      outcomes: ["sent", "part_paid"],
      permission: write,
      needsReason: true,
    },
    writeOff: {
      label: "Write off",
      from: ["sent", "part_paid", "disputed"],
      to: "written_off",
      permission: approve,
      needsReason: true,
      tone: "danger",
      byOthers: "write it off",
      notAfter: [...billing, "send"],
      unless: (bill, asker) =>
        bill.preparedBy === asker.personId || bill.sentBy === asker.personId
          ? "You billed it, so another person writes it off."
          : null,
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "approved"],
      to: "cancelled",
      permission: write,
      needsReason: true,
      tone: "danger",
    },
    // A payment behind one of its costs went.
    lapse: {
      label: "Back to draft",
      from: ["approved"],
      to: "draft",
      permission: write,
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const billViews = [
  { id: "approve", name: "To approve or send", query: "status=draft,approved" },
  { id: "open", name: "Open", query: "status=sent,part_paid,disputed" },
  { id: "late", name: "Late", query: "late=true" },
] as const;
