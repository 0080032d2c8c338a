import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const waiverStatuses = {
  requested: { label: "Waits for a decision", tone: "warning" },
  approved: { label: "Waits for the permission", tone: "warning" },
  active: { label: "In force", tone: "progress" },
  expired: { label: "Ended", tone: "neutral", terminal: true },
  revoked: { label: "Revoked", tone: "danger", terminal: true },
  refused: { label: "Refused", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type WaiverStatus = keyof typeof waiverStatuses;
export type WaiverAction = "approve" | "refuse" | "withdraw" | "attach" | "revoke" | "expire";

export const waiverCourse = ["requested", "active", "expired"] as const;

export type WaiverFacts = {
  status: string;
  askedBy: string;
  federal: boolean;
  permissionFileId: string | null;
};

const byAsker = ({ askedBy }: WaiverFacts, { personId }: { personId: string | null }) =>
  askedBy === personId ? null : "Whoever asked for the waiver takes it back.";

/**
 * A waiver of a control. Its approval decides it; it holds from then on, or, where a rule of a federal
 * award stands behind, once the awarding agency's written permission is attached. It ends by itself.
 */
export const waiverCycle = lifecycle<WaiverFacts>()<WaiverStatus, WaiverAction>({
  noun: "waiver",
  initial: "requested",
  statuses: waiverStatuses,
  course: waiverCourse,
  actions: {
    approve: {
      label: "Approve",
      from: ["requested"],
      to: "active",
      outcomes: ["approved"],
      permission: "controlWaiver.decide",
      system: true,
    },
    refuse: {
      label: "Refuse",
      from: ["requested"],
      to: "refused",
      permission: "controlWaiver.decide",
      system: true,
    },
    withdraw: {
      label: "Take back",
      from: ["requested"],
      to: "withdrawn",
      permission: "controlWaiver.request",
      unless: byAsker,
    },
    attach: {
      label: "Attach the permission",
      from: ["requested", "approved"],
      to: "active",
      outcomes: ["requested"],
      permission: "controlWaiver.request",
      tone: "primary",
      unless: ({ federal, permissionFileId }) =>
        !federal
          ? "No federal rule stands behind it: nobody's permission is needed."
          : permissionFileId
            ? "The permission is attached."
            : null,
    },
    revoke: {
      label: "Revoke",
      from: ["approved", "active"],
      to: "revoked",
      permission: "controlWaiver.decide",
      needsReason: true,
      tone: "danger",
    },
    expire: {
      label: "End",
      from: ["requested", "approved", "active"],
      to: "expired",
      permission: "controlWaiver.decide",
      system: true,
    },
  },
});

export const waiverScopes = {
  record: "One record",
  class: "A class of records",
} as const;

/** Views of the list, which questions in words open too. */
export const waiverViews = [
  { id: "waiting", name: "To be decided", query: "status=requested" },
  { id: "active", name: "In force", query: "status=active" },
  { id: "ending", name: "End within two weeks", query: "ending=true" },
] as const;

/** The dated rule that says for how many days a waiver may hold at most. */
export const waiverRule = "waiverTerm";
