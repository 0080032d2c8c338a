import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const reportKinds = {
  sf425: "Federal financial report (SF-425)",
  ppr: "Performance report (PPR)",
} as const;
export const reportStatuses = {
  due: { label: "Due", tone: "warning" },
  prepared: { label: "Prepared", tone: "info" },
  certified: { label: "Certified", tone: "progress" },
  submitted: { label: "Submitted", tone: "success" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ReportStatus = keyof typeof reportStatuses;
export type ReportAction = "prepare" | "certify" | "sendBack" | "submit" | "accept" | "reopen";
export const reportCourse = ["due", "prepared", "certified", "submitted", "accepted"] as const;

type Facts = {
  status: string;
  preparedBy: string | null;
  periodTo: Day;
  /** The agency's day, where a screen asks what can be done. */
  today?: string;
};
/** Why a report cannot be made yet; null once its period is over. */
export const notOver = ({ periodTo }: { periodTo: Day }, today: string): string | null =>
  today > periodTo
    ? null
    : `Its period ends on ${formatDate(periodTo)}. A report is made when its period is over.`;
const notYet = (r: Facts): string | null => (r.today ? notOver(r, r.today) : null);
/** Prepared from the books, certified by another person, sent, accepted by the grantor. */
export const reportCycle = lifecycle<Facts>()<ReportStatus, ReportAction>({
  noun: "report",
  initial: "due",
  statuses: reportStatuses,
  course: reportCourse,
  actions: {
    prepare: {
      label: "Prepare",
      from: ["due", "prepared"],
      to: "prepared",
      permission: "drawdown.prepare",
      tone: "primary",
      unless: notYet,
    },
    certify: {
      label: "Certify",
      from: ["prepared"],
      to: "certified",
      permission: "drawdown.certify",
      byOthers: "certify it",
      notAfter: ["prepare"],
      tone: "primary",
      unless: (r, asker) =>
        r.preparedBy === asker.personId
          ? "You prepared this report, so another person certifies it."
          : notYet(r),
    },
    sendBack: {
      label: "Send back",
      from: ["prepared", "certified"],
      to: "due",
      permission: "drawdown.certify",
      needsReason: true,
    },
    submit: {
      label: "Record that it was sent",
      from: ["certified"],
      to: "submitted",
      permission: "drawdown.prepare",
      tone: "primary",
      unless: notYet,
    },
    accept: {
      label: "Accepted by the grantor",
      from: ["submitted"],
      to: "accepted",
      permission: "drawdown.prepare",
    },
    reopen: {
      label: "Open again",
      from: ["prepared", "certified", "submitted"],
      to: "due",
      permission: "drawdown.prepare",
      needsReason: true,
    },
  },
});

export const reportViews = [
  { id: "open", name: "Open", query: "status=due,prepared,certified" },
  { id: "late", name: "Late", query: "late=true" },
  { id: "sent", name: "Sent", query: "status=submitted,accepted" },
] as const;
