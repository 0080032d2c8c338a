import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const paperStatuses = {
  asked: { label: "Asked for", tone: "warning" },
  back: { label: "Sent back", tone: "danger" },
  sent: { label: "Handed in", tone: "info" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  dropped: { label: "Not needed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PaperStatus = keyof typeof paperStatuses;
export type PaperAction = "handIn" | "report" | "accept" | "sendBack" | "drop";

export const paperCourse = ["asked", "sent", "accepted"] as const;

/** Statuses of a paper that is not in yet. */
export const notIn = ["asked", "back", "sent"] as const satisfies PaperStatus[];

export const paperKinds = {
  asBuilt: "As-built drawings",
  manual: "Operation and maintenance manuals",
  warranty: "Warranty",
  withholding: "Withholding tax certificate",
  other: "Other paper",
} as const;
export type PaperKind = keyof typeof paperKinds;

/** What the rules of its steps want to know. */
export type PaperFacts = { status: string; sentBy: string | null };

const edit = "project.edit" as const;

/**
 * What is handed over at the end: by the contractor in its portal, or by whoever of the agency received
 * it; another person accepts it or sends it back.
 */
export const paperCycle = lifecycle<PaperFacts>()<PaperStatus, PaperAction>({
  noun: "closeout paper",
  initial: "asked",
  statuses: paperStatuses,
  course: paperCourse,
  edit: {
    from: ["asked", "back"],
    otherwise: "It is handed in, or ended. Send it back before you change it.",
    permission: edit,
  },
  actions: {
    handIn: {
      label: "Hand in",
      from: ["asked", "back"],
      to: "sent",
      permission: edit,
    },
    // The contractor's own way to the same.
    report: {
      label: "Handed in by the contractor",
      from: ["asked", "back"],
      to: "sent",
      permission: edit,
      system: true,
    },
    accept: {
      label: "Accept",
      from: ["sent"],
      to: "accepted",
      permission: edit,
      byOthers: "accept it",
      notAfter: ["handIn"],
      tone: "primary",
      unless: (paper, asker) =>
        paper.sentBy !== null && paper.sentBy === asker.personId
          ? "You handed it in, so another person accepts it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["sent"],
      to: "back",
      permission: edit,
      needsReason: true,
    },
    drop: {
      label: "Not needed",
      from: ["asked", "back", "sent"],
      to: "dropped",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const paperViews = [
  { id: "open", name: "Not handed in", query: "status=asked,back" },
  { id: "accept", name: "To accept", query: "status=sent" },
  { id: "late", name: "Past their day", query: "late=true" },
] as const;
