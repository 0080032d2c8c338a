import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";

export const countStatuses = {
  open: { label: "To be counted", tone: "progress" },
  recount: { label: "To be counted again", tone: "warning" },
  counted: { label: "Counted", tone: "info" },
  submitted: { label: "Waits for approval", tone: "warning" },
  posted: { label: "Posted", tone: "success", terminal: true },
  aborted: { label: "Aborted", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CountStatus = keyof typeof countStatuses;
export type CountAction =
  | "close"
  | "again"
  | "post"
  | "submit"
  | "withdraw"
  | "approve"
  | "return"
  | "reject"
  | "abort";

export const countCourse = ["open", "counted", "posted"] as const;

/** What a count is of. */
export const countScopes = {
  location: "A location",
  class: "A class of items",
  items: "Some items",
} as const;
export type CountScope = keyof typeof countScopes;

/** Classes by the value issued in twelve months: 80 % of it, the next 15 %, the rest. */
export const stockClasses = {
  A: "A, most of what is issued by value",
  B: "B, the middle",
  C: "C, the rest",
} as const;
export type StockClass = keyof typeof stockClasses;

/** What the rules of a count's steps want to know beside its row. */
export type CountFacts = {
  status: string;
  countedBy: string | null;
  recountedBy: string | null;
  /** What nobody counted yet in this round. */
  waiting: number;
  /** Lines of the deciding round that are beyond the tolerance. */
  beyond: number;
};

/** Who counts in this round; null while nobody began. */
export const counterOf = (
  count: Pick<CountFacts, "status" | "countedBy" | "recountedBy">,
): string | null => (count.status === "recount" ? count.recountedBy : count.countedBy);

/**
 * Whether somebody may see what the ledger has: once both rounds are over, or, while another person
 * counts again, whoever closed the first round.
 */
export const seesLedger = (
  { status, countedBy }: Pick<CountFacts, "status" | "countedBy">,
  personId: string | null,
): boolean =>
  status === "recount" ? countedBy !== null && countedBy === personId : status !== "open";

const mayClose = (count: CountFacts, { personId }: Asker): string | null => {
  const counter = counterOf(count);
  if (counter === null) return "Nobody counted yet.";
  if (counter !== personId) return "Whoever counts finishes it.";
  return count.waiting > 0
    ? `${counted(count.waiting, "line is", "lines are")} not counted yet.`
    : null;
};

/**
 * A count: blind, compared at the instant of counting. Beyond the tolerance another person counts again
 * and a third approves; then what is counted is posted, and stays.
 */
export const countCycle = lifecycle<CountFacts>()<CountStatus, CountAction>({
  noun: "stock count",
  initial: "open",
  statuses: countStatuses,
  course: countCourse,
  actions: {
    close: {
      label: "Finish counting",
      from: ["open", "recount"],
      to: null,
      outcomes: ["recount", "counted"],
      permission: "stock.count",
      tone: "primary",
      unless: mayClose,
    },
    again: {
      label: "Have it counted again",
      from: ["counted"],
      to: "recount",
      permission: "stock.move",
      unless: ({ recountedBy }) => (recountedBy ? "Two people counted it." : null),
    },
    post: {
      label: "Post what was counted",
      from: ["counted"],
      to: "posted",
      permission: "stock.move",
      tone: "primary",
      unless: ({ beyond, recountedBy }) =>
        beyond === 0
          ? null
          : recountedBy
            ? "The difference is beyond the tolerance: send it for approval."
            : "The difference is beyond the tolerance: have it counted again.",
    },
    submit: {
      label: "Send for approval",
      from: ["counted"],
      to: "submitted",
      permission: "stock.move",
      needsReason: true,
      tone: "primary",
      unless: ({ beyond, recountedBy }) =>
        beyond === 0
          ? "The difference is within the tolerance: post it."
          : recountedBy
            ? null
            : "Another person counts again first.",
    },
    withdraw: {
      label: "Take back",
      from: ["submitted"],
      to: "counted",
      permission: "stock.move",
    },
    approve: {
      label: "Approve",
      from: ["submitted"],
      to: "posted",
      permission: "stock.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "counted",
      permission: "stock.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["submitted"],
      to: "aborted",
      permission: "stock.approve",
      system: true,
    },
    abort: {
      label: "Abort",
      from: ["open", "recount", "counted"],
      to: "aborted",
      permission: "stock.move",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const countViews = [
  { id: "to-count", name: "To be counted", query: "status=open,recount" },
  { id: "counted", name: "Counted, not posted", query: "status=counted,submitted" },
  { id: "mine", name: "Counted by me", query: "mine=true" },
] as const;
