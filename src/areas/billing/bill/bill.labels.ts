import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const billStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  open: { label: "Open", tone: "info" },
  paid: { label: "Paid", tone: "success", terminal: true },
  void: { label: "Void", tone: "neutral", terminal: true },
  uncollectible: { label: "Not collectible", tone: "danger", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BillStatus = keyof typeof billStatuses;
export type BillAction = "issue" | "settle" | "reopen" | "void" | "writeOff";

export const billKinds = { bill: "Bill", credit: "Credit note" } as const;
export const lineKinds = { period: "Period", upgrade: "Change of plan", item: "Item" } as const;

/** How a bill stands with whoever pays it, as the customer's screens say it. */
export const meansOfPayment = {
  ach: "ACH",
  check: "Check",
  wire: "Wire",
  transfer: "Transfer between own accounts",
} as const;
export const paymentStatuses = {
  recorded: { label: "To be confirmed", tone: "warning" },
  confirmed: { label: "Confirmed", tone: "success" },
  rejected: { label: "Rejected", tone: "neutral" },
} as const;

type Facts = {
  status: string;
  kind: string;
  draftedBy: string | null;
  issuedBy: string | null;
  paid: number;
  credited: number;
};
const [edit, decide] = ["platform.edit", "platform.decide"] as const;

/**
 * Drafted by the night's work or an operator, numbered when it goes out; paid by confirmed money and credit
 * notes, never by a button. What went out wrong is void or credited, never changed.
 */
export const billCycle = lifecycle<Facts>()<BillStatus, BillAction>({
  noun: "bill",
  initial: "draft",
  statuses: billStatuses,
  course: ["draft", "open", "paid"],
  actions: {
    issue: {
      label: "Send",
      from: ["draft"],
      to: null,
      outcomes: ["open", "paid"],
      permission: decide,
      tone: "primary",
      unless: (bill, asker) =>
        bill.draftedBy !== null && bill.draftedBy === asker.personId
          ? "You drafted it, so another operator sends it."
          : null,
    },
    // What is owed of it is confirmed or credited.
    settle: { label: "Paid", from: ["open"], to: "paid", permission: edit, system: true },
    reopen: { label: "Open again", from: ["paid"], to: "open", permission: edit, system: true },
    void: {
      label: "Make void",
      from: ["draft", "open"],
      to: "void",
      permission: edit,
      needsReason: true,
      tone: "danger",
      unless: (bill) =>
        bill.paid > 0 || bill.credited > 0
          ? "Money or a credit note stands on it. Credit what is wrong by a credit note."
          : null,
    },
    writeOff: {
      label: "Not collectible",
      from: ["open"],
      to: "uncollectible",
      permission: decide,
      needsReason: true,
      tone: "danger",
      unless: (bill, asker) =>
        bill.issuedBy === asker.personId
          ? "You sent this bill, so another operator gives it up."
          : null,
    },
  },
});

/** Views of the operator's list. */
export const billViews = [
  { id: "send", name: "To be sent", query: "status=draft" },
  { id: "open", name: "Open", query: "status=open" },
  { id: "late", name: "Late", query: "late=true" },
  { id: "disputed", name: "Disputed", query: "disputed=true" },
  { id: "waiting", name: "With a payment to confirm", query: "waiting=true" },
] as const;

/** Views of the customer's list. */
export const ownBillViews = [
  { id: "open", name: "Open", query: "status=open" },
  { id: "take", name: "Not yet in accounts payable", query: "taken=false&status=open" },
  { id: "late", name: "Late", query: "late=true" },
] as const;
