import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const lineStatuses = {
  posted: { label: "To be coded", tone: "warning" },
  returned: { label: "Returned", tone: "danger" },
  coded: { label: "Coded", tone: "info" },
  sent: { label: "Sent", tone: "progress" },
  approved: { label: "Approved", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type LineStatus = keyof typeof lineStatuses;
export type LineAction = "code" | "send" | "approve" | "return";

/** What the rules of its steps want to know. */
export type LineFacts = {
  status: string;
  cents: number;
  holderId: string;
  administratorId: string;
  /** Who approves the card's lines, and whoever stands in for that person now. */
  approverIds: readonly string[];
  receiptFileIds: readonly string[];
  lostReceipt: string;
  /** An open finding that holds up its approval, in words. */
  held: string | null;
};
type Asker = { personId: string | null; permissions: ReadonlySet<string>; kind: string };

const writes = (line: LineFacts, asker: Asker): string | null =>
  line.holderId === asker.personId || line.administratorId === asker.personId
    ? null
    : "Whoever holds the card codes its lines, or who keeps it.";

const decides = (line: LineFacts, asker: Asker): string | null => {
  if (line.holderId === asker.personId)
    return "You hold this card, so another person approves its lines.";
  if (line.administratorId === asker.personId)
    return "You keep this card, so another person approves its lines.";
  return line.approverIds.includes(asker.personId ?? "")
    ? null
    : "Its approver decides, or whoever stands in for them.";
};

const complete = (line: LineFacts): string | null =>
  line.receiptFileIds.length > 0 || line.lostReceipt !== "" || line.cents < 0
    ? null
    : "Add the receipt, or say why there is none, before you send it.";

const use = "cards.use";

/** A line by card: posted by the bank, coded and sent by its holder, approved by another person. */
export const lineCycle = lifecycle<LineFacts>()<LineStatus, LineAction>({
  noun: "card line",
  initial: "posted",
  statuses: lineStatuses,
  course: ["posted", "coded", "sent", "approved"],
  actions: {
    code: {
      label: "Code",
      from: ["posted", "coded", "returned"],
      to: "coded",
      permission: use,
      unless: writes,
      tone: "primary",
    },
    send: {
      label: "Send to the approver",
      from: ["coded"],
      to: "sent",
      permission: use,
      unless: (line, asker) => writes(line, asker) ?? complete(line),
      tone: "primary",
    },
    approve: {
      label: "Approve",
      from: ["sent"],
      to: "approved",
      permission: use,
      unless: (line, asker) => decides(line, asker) ?? line.held,
      tone: "primary",
    },
    return: {
      label: "Return",
      from: ["sent"],
      to: "returned",
      permission: use,
      unless: decides,
      needsReason: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const lineViews = [
  { id: "todo", name: "To do", query: "todo=true" },
  { id: "receipt", name: "Without receipt", query: "receiptMissing=true" },
  { id: "sent", name: "To approve", query: "status=sent" },
  { id: "approved", name: "Approved", query: "status=approved" },
] as const;
