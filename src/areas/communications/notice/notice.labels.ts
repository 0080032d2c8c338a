import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

/** Whom a notice is for. */
export type Audience =
  | { kind: "vendors"; query: string }
  | { kind: "staff"; departmentIds: string[]; roles: string[]; duties: string[] }
  | { kind: "public"; topicIds: string[] };

export const audienceKinds = {
  vendors: "Vendors",
  staff: "Staff",
  public: "The public",
} as const satisfies Record<Audience["kind"], string>;

export const noticeStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  approved: { label: "Approved", tone: "info" },
  scheduled: { label: "Scheduled", tone: "info" },
  sending: { label: "Sending", tone: "progress" },
  sent: { label: "Sent", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type NoticeStatus = keyof typeof noticeStatuses;

export type NoticeAction =
  | "approve"
  | "reopen"
  | "schedule"
  | "send"
  | "begin"
  | "finish"
  | "cancel";

export const noticeCourse = ["draft", "approved", "scheduled", "sending", "sent"] as const;

/** Lists as people ask for them. */
export const noticeViews = [
  { id: "drafts", name: "To approve", query: "status=draft" },
  { id: "going", name: "Scheduled or sending", query: "status=scheduled,sending" },
  { id: "open", name: "Acknowledgements missing", query: "unacknowledged=true" },
] as const;

export type NoticeFacts = { status: string; writtenBy: string | null };

/** Written by one person, approved by another, sent once. */
export const noticeCycle = lifecycle<NoticeFacts>()<NoticeStatus, NoticeAction>({
  noun: "notice",
  initial: "draft",
  statuses: noticeStatuses,
  course: noticeCourse,
  edit: {
    from: ["draft"],
    otherwise: "What was approved is not changed. Take it back to draft.",
  },
  actions: {
    approve: {
      label: "Approve",
      from: ["draft"],
      to: "approved",
      permission: "notice.approve",
      tone: "primary",
      unless: (n, asker) =>
        n.writtenBy !== null && n.writtenBy === asker.personId
          ? "You wrote this notice, so another person approves it."
          : null,
    },
    reopen: {
      label: "Back to draft",
      from: ["approved", "scheduled"],
      to: "draft",
      permission: "notice.write",
    },
    send: {
      label: "Send now",
      from: ["approved"],
      to: "sending",
      permission: "notice.write",
      tone: "primary",
    },
    schedule: {
      label: "Schedule",
      from: ["approved"],
      to: "scheduled",
      permission: "notice.write",
    },
    begin: {
      label: "Begin to send",
      from: ["scheduled"],
      to: "sending",
      permission: "notice.write",
      system: true,
    },
    finish: {
      label: "Sent",
      from: ["sending"],
      to: "sent",
      permission: "notice.write",
      system: true,
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "approved", "scheduled", "sending"],
      to: "cancelled",
      permission: "notice.write",
      needsReason: true,
      tone: "danger",
    },
  },
});

export const recipientStates = {
  no_address: { label: "No address", tone: "warning" },
  waiting: { label: "Waiting", tone: "neutral" },
  queued: { label: "In the outbox", tone: "progress" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Refused", tone: "danger" },
  acknowledged: { label: "Acknowledged", tone: "success" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type RecipientState = keyof typeof recipientStates;
