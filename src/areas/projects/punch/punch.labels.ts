import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const punchStatuses = {
  open: { label: "Open", tone: "warning" },
  back: { label: "Sent back", tone: "danger" },
  done: { label: "Said done", tone: "info" },
  verified: { label: "Verified", tone: "success", terminal: true },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PunchStatus = keyof typeof punchStatuses;
export type PunchAction = "finish" | "report" | "verify" | "sendBack" | "drop";

export const punchCourse = ["open", "done", "verified"] as const;

/** Statuses of an item that is still to be completed or corrected. */
export const unverified = ["open", "back", "done"] as const satisfies PunchStatus[];

/** What the rules of its steps want to know. */
export type PunchFacts = { status: string; doneBy: string | null };

const [edit, verify] = ["punchItem.edit", "punchItem.verify"] as const;

/**
 * What is left to complete or correct: said done with a photo, by somebody of the agency or by the
 * contractor in its portal; another person verifies it or sends it back.
 */
export const punchCycle = lifecycle<PunchFacts>()<PunchStatus, PunchAction>({
  noun: "punch item",
  initial: "open",
  statuses: punchStatuses,
  course: punchCourse,
  edit: {
    from: ["open", "back"],
    otherwise: "It is said to be done, or ended. Send it back before you change it.",
    permission: edit,
  },
  actions: {
    finish: {
      label: "Say it is done",
      from: ["open", "back"],
      to: "done",
      permission: edit,
    },
    // The contractor's own way to the same.
    report: {
      label: "Said done by the contractor",
      from: ["open", "back"],
      to: "done",
      permission: edit,
      system: true,
    },
    verify: {
      label: "Verify",
      from: ["done"],
      to: "verified",
      permission: verify,
      byOthers: "verify it",
      notAfter: ["finish"],
      tone: "primary",
      unless: (item, asker) =>
        item.doneBy !== null && item.doneBy === asker.personId
          ? "You said that it is done, so another person verifies it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["done"],
      to: "back",
      permission: verify,
      needsReason: true,
    },
    drop: {
      label: "Drop",
      from: ["open", "back", "done"],
      to: "dropped",
      permission: "project.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const punchViews = [
  { id: "open", name: "To be done", query: "status=open,back" },
  { id: "verify", name: "To verify", query: "status=done" },
  { id: "late", name: "Past their day", query: "late=true" },
] as const;
