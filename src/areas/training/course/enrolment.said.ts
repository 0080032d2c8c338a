import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { EnrolmentDetail } from "./enrolment.model.ts";

type Told = Pick<
  EnrolmentDetail,
  | "status"
  | "dueOn"
  | "endedOn"
  | "outside"
  | "asks"
  | "passPercent"
  | "rightCount"
  | "statusReason"
>;

const underway = ({ outside, asks, passPercent }: Told): string => {
  if (outside) return "It is taken outside: enter its certificate when you have it.";
  return asks > 0
    ? `Read the lessons, then answer ${counted(asks, "question")}: ${passPercent} percent pass.`
    : "Come to a session: who came is recorded there.";
};

/** How an attempt at a course stands, in a sentence. */
export const saidOfEnrolment = (e: Told): string => {
  switch (e.status) {
    case "assigned":
      return e.dueOn ? `Begin it: it is due ${formatDate(e.dueOn)}.` : "Begin it.";
    case "in_progress":
      return underway(e);
    case "completed":
      return e.endedOn ? `Completed ${formatDate(e.endedOn)}.` : "Completed.";
    case "failed":
      return `Not passed: ${e.rightCount ?? 0} of ${e.asks} right. Enroll for another attempt.`;
    case "withdrawn":
      return `Withdrawn: ${e.statusReason}`;
    case "waived":
      return `Waived: ${e.statusReason}`;
  }
};
