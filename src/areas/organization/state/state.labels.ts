import type { Tone } from "#kernel/lifecycle.ts";
import type { AgencyState } from "#kernel/agency-state.ts";

/** How a state is shown. */
export const stateLabels: Readonly<Record<AgencyState, { label: string; tone: Tone }>> = {
  founded: { label: "Founded", tone: "info" },
  active: { label: "Active", tone: "success" },
  read_only: { label: "Read-only", tone: "warning" },
  suspended: { label: "Suspended", tone: "danger" },
  closing: { label: "Closing", tone: "danger" },
  deleted: { label: "Being deleted", tone: "neutral" },
};

/** A step of an agency's life: from which states it leads where, and who takes it. */
export type StateMove = {
  label: string;
  from: readonly AgencyState[];
  to: AgencyState;
  /** `operator`: whoever decides for the installation; `rule`: a dated rule or a record alone. */
  by: readonly ("operator" | "rule")[];
  /** Never of the agency that runs the installation. */
  neverOperators?: true;
};

/**
 * The life of an agency. What follows from records (its first administrator, a late bill, an ending)
 * is done by the system; the operator's steps want a reason.
 */
export const stateMoves = {
  open: { label: "Open", from: ["founded"], to: "active", by: ["rule"] },
  restrict: {
    label: "Make read-only",
    from: ["active"],
    to: "read_only",
    by: ["operator", "rule"],
    neverOperators: true,
  },
  suspend: {
    label: "Suspend",
    from: ["active", "read_only"],
    to: "suspended",
    by: ["operator"],
    neverOperators: true,
  },
  release: {
    label: "Make active again",
    from: ["read_only", "suspended"],
    to: "active",
    by: ["operator", "rule"],
  },
  close: {
    label: "Close",
    from: ["founded", "active", "read_only", "suspended"],
    to: "closing",
    by: ["rule"],
    neverOperators: true,
  },
  take_back: { label: "Take the ending back", from: ["closing"], to: "active", by: ["rule"] },
  delete: { label: "Delete", from: ["closing"], to: "deleted", by: ["rule"], neverOperators: true },
} as const satisfies Readonly<Record<string, StateMove>>;
export type StateMoveName = keyof typeof stateMoves;

/** The moves that an operator may take of an agency in a state. */
export const operatorMoves = (state: AgencyState, operates: boolean): StateMoveName[] =>
  (Object.entries(stateMoves) as [StateMoveName, StateMove][])
    .filter(
      ([, move]) =>
        move.by.includes("operator") &&
        move.from.includes(state) &&
        !(operates && move.neverOperators),
    )
    .map(([name]) => name);
