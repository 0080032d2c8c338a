import type { Tone } from "#kernel/lifecycle.ts";
import { lifecycle } from "#kernel/lifecycle.ts";

export const statementSources = { bai2: "BAI2 file", csv: "CSV file" } as const;
export type StatementSource = keyof typeof statementSources;

export const statementStatuses = {
  loaded: { label: "Loaded", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type StatementStatus = keyof typeof statementStatuses;
export type StatementAction = "withdraw";
export const statementCourse = ["loaded"] as const;

export type StatementFacts = {
  status: string;
  /** A statement of a later day of its account is loaded. */
  followed: boolean;
  /** Lines of it are matched. */
  matched: boolean;
};

/** A statement stands as the bank gave it; the last one of an account can be withdrawn. */
export const statementCycle = lifecycle<StatementFacts>()<StatementStatus, StatementAction>({
  noun: "bank statement",
  initial: "loaded",
  statuses: statementStatuses,
  course: statementCourse,
  actions: {
    withdraw: {
      label: "Withdraw",
      from: ["loaded"],
      to: "withdrawn",
      permission: "bank.import",
      needsReason: true,
      tone: "danger",
      unless: (s) =>
        s.followed
          ? "A later statement of the account goes on from this one. Withdraw the last one first."
          : s.matched
            ? "Lines of it are matched. Take their matches back first."
            : null,
    },
  },
});

export const lineDirections = { in: "Came in", out: "Went out" } as const;
