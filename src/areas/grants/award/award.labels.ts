import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const awardStatuses = {
  offered: { label: "Offered", tone: "info" },
  declined: { label: "Declined", tone: "neutral", terminal: true },
  accepted: { label: "Accepted", tone: "progress" },
  active: { label: "Active", tone: "success" },
  amended: { label: "Active, amended", tone: "success" },
  suspended: { label: "Suspended", tone: "danger" },
  ended: { label: "Ended, in closeout", tone: "warning" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AwardStatus = keyof typeof awardStatuses;

/** How an award stands as people speak of it: an active one needs attention, or it does not. */
export const standings = {
  offered: awardStatuses.offered,
  declined: awardStatuses.declined,
  accepted: awardStatuses.accepted,
  active: { label: "Active", tone: "success" },
  attention: { label: "Active - Needs Attention", tone: "danger" },
  suspended: awardStatuses.suspended,
  ended: awardStatuses.ended,
  closed: awardStatuses.closed,
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type Standing = keyof typeof standings;

export const awardCourse = ["offered", "accepted", "active", "ended", "closed"] as const;
export type AwardAction =
  | "accept"
  | "decline"
  | "activate"
  | "suspend"
  | "resume"
  | "amend"
  | "end"
  | "close";

/** Offered by the grantor, accepted with its budget and account, spent, ended and closed out. */
export const awardCycle = lifecycle<{ status: string }>()<AwardStatus, AwardAction>({
  noun: "award",
  initial: "offered",
  statuses: awardStatuses,
  course: awardCourse,
  actions: {
    accept: {
      label: "Accept",
      from: ["offered"],
      to: "accepted",
      permission: "grant.accept",
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["offered", "accepted"],
      to: "declined",
      permission: "grant.accept",
      needsReason: true,
      tone: "danger",
    },
    activate: {
      label: "Open for spending",
      from: ["accepted"],
      to: "active",
      permission: "grant.edit",
      tone: "primary",
    },
    suspend: {
      label: "Suspend",
      from: ["active", "amended"],
      to: "suspended",
      permission: "grant.accept",
      ends: "tells",
      needsReason: true,
      tone: "danger",
    },
    resume: {
      label: "Resume",
      from: ["suspended"],
      to: "active",
      permission: "grant.accept",
      needsReason: true,
    },
    amend: {
      label: "Amend",
      from: ["active", "amended"],
      to: "amended",
      permission: "grant.edit",
      system: true,
    },
    end: {
      label: "End",
      from: ["active", "amended", "suspended"],
      to: "ended",
      permission: "grant.edit",
      ends: "tells",
      needsReason: true,
    },
    close: {
      label: "Close",
      from: ["ended"],
      to: "closed",
      permission: "grant.close",
      tone: "primary",
    },
  },
});

export const methods = { reimbursement: "Reimbursement", advance: "Advance" } as const;
export const frequencies = {
  quarterly: "Quarterly",
  semiannual: "Every half year",
  annual: "Annually",
} as const;
/** Where interim reports end; the terms of an award may count from its first day. */
export const reportEndings = {
  calendar: "Mar 31, Jun 30, Sep 30, Dec 31 (calendar year)",
  federal: "By the federal fiscal year (Sep 30)",
  award: "Counted from the award's first day",
} as const;
/** How the recipient counts what it spent (SF-425, item 7). */
export const bases = { cash: "Cash", accrual: "Accrual" } as const;
/** Whether the law of the award's program demands prevailing wages of construction. */
export const wageAnswers = {
  notKnown: "Not known yet",
  yes: "Demanded",
  no: "Not demanded",
} as const;
export const termKinds = {
  ceiling: "Ceiling of an object class",
  unallowable: "Unallowable object class",
  equipment: "Equipment needs approval",
  subaward: "Subawards need approval",
  other: "Other term",
} as const;
export type TermKind = keyof typeof termKinds;

export const awardViews = [
  { id: "open", name: "Open", query: "status=accepted,active,amended,suspended" },
  { id: "attention", name: "Need attention", query: "attention=true" },
  { id: "closeout", name: "In closeout", query: "status=ended" },
  { id: "disaster", name: "Disaster", query: "disaster=true" },
] as const;
