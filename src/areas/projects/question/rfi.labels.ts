import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const rfiStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  open: { label: "Open", tone: "warning" },
  answered: { label: "Answered", tone: "info" },
  closed: { label: "Closed", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RfiStatus = keyof typeof rfiStatuses;
export type RfiAction =
  | "open"
  | "answer"
  | "askBack"
  | "reply"
  | "toDesigner"
  | "advise"
  | "recall"
  | "close"
  | "reopen"
  | "withdraw";

export const rfiCourse = ["draft", "open", "answered", "closed"] as const;

/** The two sides of a project. */
export const courts = { agency: "Ours", contractor: "The contractor's" } as const;
export type Court = keyof typeof courts;

/** Whose court a question is in: a side's, or that of a designer to whom the agency sent it. */
export const rfiCourts = { ...courts, designer: "The designer's" } as const;
export type RfiCourt = keyof typeof rfiCourts;

/** Of whom an answer is asked. */
export const askedOf = {
  agency: "The engineer or designer",
  contractor: "The contractor",
} as const satisfies Record<Court, string>;

/** Whether it changes cost or time. */
export const impacts = { unknown: "Not known", yes: "Yes", no: "No" } as const;
export type Impact = keyof typeof impacts;

/** What a side did. */
export const turnKinds = {
  asked: "Asked",
  asked_back: "Asked back",
  replied: "Replied",
  answered: "Answered",
  reopened: "Reopened",
  closed: "Closed",
  withdrawn: "Withdrawn",
  sent_out: "Sent to a designer",
  advised: "Answered by the designer",
  corrected: "Corrected by the designer",
  recalled: "Designer's link ended",
} as const;
export type TurnKind = keyof typeof turnKinds;

/** Who took a turn. */
export const turnSides = {
  agency: "The agency",
  contractor: "The contractor",
  designer: "The designer",
} as const;

/** What the rules of its steps want to know. */
export type RfiFacts = {
  status: string;
  side: string;
  court: string | null;
  contractId: string | null;
  designerLinkId: string | null;
  askedBy: string | null;
};

const [edit, answer] = ["rfi.edit", "rfi.answer"] as const;

/**
 * A question about what is built: either side asks it, another person answers it, and whoever asked
 * has the last word. The court is the side that must act.
 */
export const rfiCycle = lifecycle<RfiFacts>()<RfiStatus, RfiAction>({
  noun: "RFI",
  initial: "draft",
  statuses: rfiStatuses,
  course: rfiCourse,
  edit: {
    from: ["draft"],
    otherwise: "It was asked: what it says stays. Ask back, answer it or withdraw it.",
    permission: edit,
  },
  actions: {
    open: { label: "Ask", from: ["draft"], to: "open", permission: edit, tone: "primary" },
    answer: {
      label: "Answer",
      from: ["open"],
      to: "answered",
      permission: answer,
      byOthers: "answer it",
      notAfter: ["create", "update", "open"],
      tone: "primary",
    },
    askBack: {
      label: "Ask the contractor back",
      from: ["open"],
      to: "open",
      permission: edit,
      suits: (q) => q.contractId !== null && q.court !== "contractor",
      unless: (q) => {
        if (q.contractId === null) return "It names no contract: there is no contractor to ask.";
        return q.court === "contractor" ? "The contractor has it already." : null;
      },
      needsReason: true,
    },
    // The contractor's reply, in its portal.
    reply: {
      label: "Replied by the contractor",
      from: ["open"],
      to: "open",
      permission: edit,
      system: true,
    },
    toDesigner: {
      label: "Send to a designer",
      from: ["open"],
      to: "open",
      permission: answer,
      suits: (q) => q.court !== "contractor",
      unless: (q) =>
        q.court === "contractor" ? "The contractor has it: wait for what it answers." : null,
    },
    // What a designer outside answers by the link of a letter.
    advise: {
      label: "Answered by the designer",
      from: ["open"],
      to: "open",
      permission: answer,
      system: true,
    },
    recall: {
      label: "End the designer's link",
      from: ["open"],
      to: "open",
      permission: answer,
      suits: (q) => q.designerLinkId !== null,
      unless: (q) => (q.designerLinkId === null ? "No designer has a link to it." : null),
      tone: "danger",
    },
    close: {
      label: "Close",
      from: ["answered"],
      to: "closed",
      permission: edit,
      tone: "primary",
    },
    reopen: {
      label: "Reopen",
      from: ["answered", "closed"],
      to: "open",
      permission: edit,
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "open"],
      to: "withdrawn",
      permission: edit,
      suits: (q) => q.side === "agency",
      unless: (q, asker) =>
        q.side === "contractor" && asker.kind !== "system"
          ? "The contractor asked it: answer it, or let the contractor withdraw it."
          : null,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const rfiViews = [
  { id: "ours", name: "In our court", query: "court=agency" },
  { id: "contractors", name: "In the contractor's court", query: "court=contractor" },
  { id: "designers", name: "With a designer", query: "court=designer" },
  { id: "overdue", name: "Overdue", query: "overdue=true" },
  { id: "drafts", name: "Drafts", query: "status=draft" },
] as const;
