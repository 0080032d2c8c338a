import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const requestStatuses = {
  asked: { label: "Asked", tone: "warning" },
  delivered: { label: "Delivered", tone: "info" },
  settled: { label: "Settled", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RequestStatus = keyof typeof requestStatuses;
export type RequestAction = "deliver" | "askAgain" | "settle";

/** What the rules of a request ask. */
export type RequestFacts = { status: string; ownerId: string; team: readonly string[] };

const byTeam = (r: RequestFacts, asker: Asker): string | null =>
  r.team.includes(asker.personId ?? "") ? null : "Only the team of its audit does this.";

/** What an audit asks somebody for: delivered, asked again, settled. */
export const requestCycle = lifecycle<RequestFacts>()<RequestStatus, RequestAction>({
  noun: "request",
  initial: "asked",
  statuses: requestStatuses,
  course: ["asked", "delivered", "settled"],
  actions: {
    deliver: {
      label: "Deliver",
      from: ["asked"],
      to: "delivered",
      permission: "assurance.answer",
      tone: "primary",
      unless: (r, asker) =>
        r.ownerId === asker.personId ? null : "Only whoever was asked delivers it.",
    },
    askAgain: {
      label: "Ask again",
      from: ["delivered"],
      to: "asked",
      permission: "assurance.audit",
      unless: byTeam,
    },
    settle: {
      label: "Settle",
      from: ["asked", "delivered"],
      to: "settled",
      permission: "assurance.audit",
      tone: "primary",
      unless: byTeam,
    },
  },
});
