import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const caseStatuses = {
  open: { label: "Open", tone: "danger" },
  closed: { label: "Closed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CaseStatus = keyof typeof caseStatuses;
export type CaseAction = "close" | "reopen";

export const caseCourse = ["open", "closed"] as const;

type Facts = { status: string; people: string[] };
const notOwn = ({ people }: Facts, actor: { personId: string | null }): string | null =>
  actor.personId !== null && people.includes(actor.personId)
    ? "It is about your own account: another officer closes it."
    : null;

/** What an officer looks into; closed with what was found. */
export const caseCycle = lifecycle<Facts>()<CaseStatus, CaseAction>({
  noun: "security case",
  initial: "open",
  statuses: caseStatuses,
  course: caseCourse,
  actions: {
    close: {
      label: "Close",
      from: ["open"],
      to: "closed",
      permission: "securityCase.handle",
      tone: "primary",
      needsReason: true,
      unless: notOwn,
    },
    reopen: {
      label: "Open again",
      from: ["closed"],
      to: "open",
      permission: "securityCase.handle",
      needsReason: true,
      unless: notOwn,
    },
  },
});
