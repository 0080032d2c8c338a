import { lifecycle, type Tone } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";

export const claimStatuses = {
  noticed: { label: "Noticed", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  under_review: { label: "Under review", tone: "progress" },
  accepted: { label: "Accepted", tone: "success" },
  part: { label: "Accepted in part", tone: "warning" },
  denied: { label: "Denied", tone: "danger" },
  appealed: { label: "Appealed", tone: "warning" },
  settled: { label: "Settled", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ClaimStatus = keyof typeof claimStatuses;

/** A clock of the contract runs in days or in whole months. */
export const clockUnits = { days: "days", months: "months" } as const;
export type ClockUnit = keyof typeof clockUnits;

const dayCounts = { calendar: "calendar day", business: "business day" } as const;
/** A clock of the contract; `count` is of days alone. */
export type ClockOf = {
  days: number | null;
  unit: ClockUnit;
  count: keyof typeof dayCounts;
};

/** A clock in words, such as "30 calendar days" or "6 months". */
export const clockWords = ({ days, unit, count }: ClockOf): string =>
  counted(days ?? 0, unit === "months" ? "month" : dayCounts[count]);

export type ClaimAction =
  | "submit"
  | "review"
  | "assess"
  | "decide"
  | "appeal"
  | "settle"
  | "agree"
  | "leave"
  | "close";

export const claimCourse = [
  "noticed",
  "submitted",
  "under_review",
  "part",
  "settled",
  "closed",
] as const;

export type ClaimFacts = { status: string; side: string; settling: boolean };
const settling = (c: ClaimFacts) =>
  c.settling ? "A settlement of this claim waits for its approvers." : null;

/** Noticed and submitted by the vendor, reviewed, decided, perhaps appealed, settled, closed. */
export const claimCycle = lifecycle<ClaimFacts>()<ClaimStatus, ClaimAction>({
  noun: "claim",
  initial: "noticed",
  statuses: claimStatuses,
  course: claimCourse,
  actions: {
    submit: {
      label: "Submit",
      from: ["noticed"],
      to: "submitted",
      permission: "contract.edit",
      tone: "primary",
    },
    review: {
      label: "Begin review",
      from: ["submitted"],
      to: "under_review",
      permission: "contract.edit",
      tone: "primary",
    },
    assess: {
      label: "Enter what is found and offered",
      from: ["under_review", "appealed"],
      to: null,
      outcomes: ["under_review", "appealed"],
      permission: "contract.edit",
      unless: settling,
    },
    decide: {
      label: "Decide",
      from: ["under_review"],
      to: null,
      outcomes: ["accepted", "part", "denied"],
      permission: "claim.decide",
      tone: "primary",
    },
    appeal: {
      label: "Appeal",
      from: ["part", "denied"],
      to: "appealed",
      permission: "contract.edit",
      unless: settling,
    },
    settle: {
      label: "Settle",
      from: ["accepted", "part", "denied", "appealed"],
      to: null,
      outcomes: ["accepted", "part", "denied", "appealed"],
      permission: "claim.decide",
      tone: "primary",
      unless: settling,
    },
    agree: {
      label: "Agree to the settlement",
      from: ["accepted", "part", "denied", "appealed"],
      to: "settled",
      permission: "contract.approve",
      system: true,
    },
    leave: {
      label: "Withdraw the settlement",
      from: ["accepted", "part", "denied", "appealed"],
      to: null,
      outcomes: ["accepted", "part", "denied", "appealed"],
      permission: "contract.approve",
      system: true,
    },
    close: {
      label: "Close",
      from: ["noticed", "submitted", "under_review", "denied", "appealed", "settled"],
      to: "closed",
      permission: "claim.decide",
      needsReason: true,
      unless: settling,
    },
  },
});
