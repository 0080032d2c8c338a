import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const requestStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  scored: { label: "Scored", tone: "progress" },
  recommended: { label: "Recommended", tone: "progress" },
  adopted: { label: "Adopted", tone: "success" },
  deferred: { label: "Deferred", tone: "warning" },
  declined: { label: "Declined", tone: "danger", terminal: true },
  active: { label: "Active", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RequestStatus = keyof typeof requestStatuses;
export type RequestAction =
  | "submit"
  | "score"
  | "recommend"
  | "adopt"
  | "defer"
  | "decline"
  | "resume"
  | "start"
  | "close";

type Facts = { status: string; scores: number };

/** From a request to a project that is closed; plans recommend and adopt it. */
export const requestCycle = lifecycle<Facts>()<RequestStatus, RequestAction>({
  noun: "capital request",
  initial: "draft",
  statuses: requestStatuses,
  course: ["draft", "submitted", "scored", "recommended", "adopted", "active", "closed"],
  actions: {
    submit: {
      label: "Submit",
      from: ["draft"],
      to: "submitted",
      permission: "capital.request",
      tone: "primary",
    },
    score: {
      label: "Close the scoring",
      from: ["submitted"],
      to: "scored",
      permission: "capital.edit",
      tone: "primary",
      unless: (r) =>
        r.scores < 2 ? "At least two people score a request before its scoring is closed." : null,
    },
    recommend: {
      label: "Recommend",
      from: ["scored", "deferred"],
      to: "recommended",
      permission: "capital.edit",
      system: true,
    },
    adopt: {
      label: "Adopt",
      from: ["scored", "recommended", "deferred"],
      to: "adopted",
      permission: "capital.adopt",
      system: true,
    },
    defer: {
      label: "Defer",
      from: ["scored", "recommended"],
      to: "deferred",
      permission: "capital.edit",
      needsReason: true,
    },
    decline: {
      label: "Decline",
      from: ["submitted", "scored", "recommended", "deferred"],
      to: "declined",
      permission: "capital.edit",
      needsReason: true,
      tone: "danger",
    },
    resume: {
      label: "Reopen",
      from: ["deferred"],
      to: "scored",
      permission: "capital.edit",
    },
    start: {
      label: "Begin the project",
      from: ["adopted"],
      to: "active",
      permission: "capital.edit",
      tone: "primary",
    },
    close: {
      label: "Close the project",
      from: ["active"],
      to: "closed",
      permission: "capital.edit",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const requestViews = [
  { id: "toScore", name: "To score", query: "status=submitted" },
  { id: "scored", name: "Scored", query: "status=scored" },
] as const;
