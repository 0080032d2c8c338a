import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { stoppedBy } from "#kernel/gate.ts";
import { counted } from "#kernel/words.ts";
import { runGate, type RunGateFacts } from "./run-gate.model.ts";
import { runCourse, runStatuses } from "./payment.labels.ts";

export type RunStatus =
  | "proposed"
  | "in_approval"
  | "approved"
  | "returned"
  | "released"
  | "sent"
  | "refused"
  | "cancelled";

export type RunAction =
  | "submit"
  | "approve"
  | "return"
  | "reject"
  | "release"
  | "send"
  | "remake"
  | "refuse"
  | "cancel"
  | "reduce";

export type RunFacts = RunGateFacts & {
  status: string;
  proposedBy: string | null;
  approverIds: readonly string[];
  nachaFileId: string | null;
  /** ACH payments that are released and nothing else. */ outAch: number;
  /** Void payments whose entry stands in the run's bank file, without the bank's word on it. */
  voidInFile: number;
  /** A file that was replaced since is the last one that somebody downloaded. */
  oldFileTaken: boolean;
};

/** Why a bank file with a void payment is neither handed out nor marked as sent. */
export const voidInside = (count: number): string =>
  `The bank file still holds ${counted(count, "void payment")}. Make it anew first: the new one does not have ${count === 1 ? "it" : "them"}.`;

const sendRule = (run: RunFacts): string | null => {
  if (run.voidInFile > 0) return voidInside(run.voidInFile);
  return run.oldFileTaken
    ? "The bank file that was downloaded last has a payment in it that is void since. Download the new file and upload that one; never upload the one before."
    : null;
};

/**
 * Three people: who proposed it, who approved it and who releases it are never the same person,
 * administrators included.
 */
const releaseRule = (run: RunFacts, asker: Asker): string | null => {
  if (asker.personId && run.proposedBy === asker.personId)
    return "You proposed this run, so another person must release it (separation of duties).";
  if (asker.personId && run.approverIds.includes(asker.personId))
    return "You approved this run, so another person must release it (separation of duties).";
  return stoppedBy(runGate(run));
};

const empty = (run: RunFacts) =>
  run.paymentCount === 0 ? "No payment is left in this run." : null;

/** Why a file cannot be recorded as refused. */
export const nothingOut =
  "No ACH payment of this run is still out: each has cleared, came back or is void.";

export const runCycle = lifecycle<RunFacts>()<RunStatus, RunAction>({
  noun: "payment run",
  initial: "proposed",
  statuses: runStatuses,
  course: runCourse,
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["proposed", "returned"],
      to: "in_approval",
      permission: "payment.propose",
      tone: "primary",
      unless: (run, asker) =>
        empty(run) ??
        (run.proposedBy && asker.personId !== run.proposedBy
          ? "Only who proposed this run can submit it: the approver must be someone else."
          : null),
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "payment.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "returned",
      permission: "payment.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "cancelled",
      permission: "payment.approve",
      system: true,
    },
    release: {
      label: "Release",
      from: ["approved"],
      to: null,
      outcomes: ["released", "approved"],
      permission: "payment.release",
      byOthers: "release it",
      tone: "primary",
      unless: releaseRule,
    },
    send: {
      label: "Mark as sent to bank",
      from: ["released"],
      to: "sent",
      permission: "payment.release",
      tone: "primary",
      unless: sendRule,
    },
    remake: {
      label: "Make bank file anew",
      from: ["released", "sent", "refused"],
      to: null,
      outcomes: ["released", "sent", "refused", "cancelled"],
      permission: "payment.void",
      suits: (run) => run.status === "released" && run.voidInFile > 0,
    },
    refuse: {
      label: "Record bank refusal",
      from: ["released", "sent"],
      to: "refused",
      permission: "payment.void",
      needsReason: true,
      tone: "danger",
      suits: (run) => run.nachaFileId !== null,
      unless: (run) =>
        run.nachaFileId === null
          ? "This run has no bank file: it pays by check only."
          : run.outAch === 0
            ? nothingOut
            : null,
    },
    cancel: {
      label: "Cancel run",
      from: ["proposed", "in_approval", "approved", "returned"],
      to: "cancelled",
      permission: "payment.hold",
      needsReason: true,
      tone: "danger",
    },
    reduce: {
      label: "Take a payment off",
      from: ["proposed", "approved", "returned"],
      to: null,
      outcomes: ["proposed", "approved", "returned"],
      permission: "payment.hold",
      system: true,
    },
  },
});

export const runStatus = z.enum(names(runCycle.statuses));
