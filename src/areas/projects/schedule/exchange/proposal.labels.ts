import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const proposalStatuses = {
  draft: { label: "Being read", tone: "neutral" },
  compared: { label: "To decide", tone: "warning" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProposalStatus = keyof typeof proposalStatuses;
export type ProposalAction = "compare" | "accept" | "return" | "withdraw";

export const proposalCourse = ["draft", "compared", "accepted"] as const;
export const proposalSides = { agency: "Ours", contractor: "The contractor's" } as const;
export const fileFormats = { mspdi: "Microsoft Project", xer: "Primavera P6" } as const;

/** Why a date of the file is not the computed one. */
export const causes = {
  lagCalendar: "Lag calendar",
  constraint: "Constraint",
  progressRule: "Progress rule",
  missingCalendar: "Missing calendar",
  unknownField: "What is not taken",
  noWorkBetween: "No work between",
  follows: "Goes with another task",
  other: "Not explained",
} as const;

const edit = "schedule.edit";

/**
 * A schedule of another program that is to become ours: read, compared, accepted by another person
 * than handed it in, or returned with a reason.
 */
export const proposalCycle = lifecycle<{ status: string; handedInBy: string | null }>()<
  ProposalStatus,
  ProposalAction
>({
  noun: "proposed update",
  initial: "draft",
  statuses: proposalStatuses,
  course: proposalCourse,
  actions: {
    compare: {
      label: "Compared",
      from: ["draft"],
      to: "compared",
      permission: edit,
      system: true,
    },
    accept: {
      label: "Accept",
      from: ["compared"],
      to: "accepted",
      permission: edit,
      byOthers: "accept it",
      tone: "primary",
      unless: (update, asker) =>
        update.handedInBy !== null && update.handedInBy === asker.personId
          ? "You handed this schedule in, so another person accepts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["compared"],
      to: "returned",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    withdraw: {
      label: "Withdraw",
      from: ["compared"],
      to: "withdrawn",
      permission: edit,
      needsReason: true,
    },
  },
});
