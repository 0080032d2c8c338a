// Apart from the model, so that screens load without zod.
import { lifecycle } from "#kernel/lifecycle.ts";

export type MergeStatus = "proposed" | "done" | "declined" | "withdrawn";
export type MergeAction = "approve" | "decline" | "withdraw";
export type MovedCount = { label: string; count: number };

export const mergeStatuses = {
  proposed: { label: "Waiting for approval", tone: "warning" },
  done: { label: "Merged", tone: "success", terminal: true },
  declined: { label: "Declined", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const;

/** What the rules of a merge look at; `blocked` is the first thing that is open. */
export type MergeFacts = { status: string; proposedBy: string; blocked?: string | null };
type Asker = { personId: string | null };

const ownProposal = (merge: MergeFacts, asker: Asker): string | null =>
  merge.proposedBy === asker.personId
    ? "You proposed this. Another person has to look at it."
    : null;

export const mergeCycle = lifecycle<MergeFacts>()<MergeStatus, MergeAction>({
  noun: "vendor merge",
  initial: "proposed",
  statuses: mergeStatuses,
  course: ["proposed", "done"],
  actions: {
    approve: {
      label: "Merge",
      from: ["proposed"],
      to: "done",
      permission: "vendor.approveMerge",
      tone: "primary",
      unless: (merge, asker) => ownProposal(merge, asker) ?? merge.blocked ?? null,
    },
    decline: {
      label: "Decline",
      from: ["proposed"],
      to: "declined",
      permission: "vendor.approveMerge",
      needsReason: true,
      tone: "danger",
      unless: ownProposal,
    },
    withdraw: {
      label: "Withdraw",
      from: ["proposed"],
      to: "withdrawn",
      permission: "vendor.merge",
      unless: (merge, asker) =>
        merge.proposedBy === asker.personId ? null : "Only who proposed it can withdraw it.",
    },
  },
});

/** The fields of which a proposal says whose value stays. */
export const mergeFields = {
  name: "Legal name",
  doingBusinessAs: "Doing business as",
  uei: "UEI",
  tin: "Tax number",
  email: "E-mail",
  phone: "Phone",
  website: "Website",
  address: "Address",
  termsDays: "Terms, days",
  paymentTerms: "Discount terms",
  paymentMethod: "Paid by",
  isPublic: "In the public directory",
  insuranceExpiresOn: "Insurance until",
} as const;
export type MergeField = keyof typeof mergeFields;

export const pairStates = {
  open: { label: "To look at", tone: "warning" },
  proposed: { label: "Merge proposed", tone: "info" },
  not_same: { label: "Not the same", tone: "neutral" },
} as const;

export const accountChoices = {
  kept: "The kept record's account, verified again",
  merged: "The merged record's account, verified again",
  none: "Neither: the account is asked for anew",
} as const;
