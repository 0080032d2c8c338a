import { lifecycle, type Tone } from "#kernel/lifecycle.ts";
import type { Instant } from "#kernel/time.ts";

/** What a field of a positive pay file holds; `of`: `all` in every record, `line` in those of checks only. */
export const positiveValues = {
  constant: { label: "Constant text", of: "all", as: "text" },
  account: { label: "Account number", of: "all", as: "code" },
  madeOn: { label: "Day of the file", of: "all", as: "date" },
  checks: { label: "Number of checks", of: "all", as: "count" },
  total: { label: "Total of the checks", of: "all", as: "amount" },
  check: { label: "Check number", of: "line", as: "code" },
  amount: { label: "Amount", of: "line", as: "amount" },
  issuedOn: { label: "Day of issue", of: "line", as: "date" },
  payee: { label: "Payee", of: "line", as: "text" },
  mark: { label: "Marks of issue and void, as I/V", of: "line", as: "code" },
  voidedOn: { label: "Day of the void, empty for an issue", of: "line", as: "date" },
} as const;

export const exceptionStatuses = {
  open: { label: "To decide", tone: "danger" },
  paid: { label: "Pay", tone: "success", terminal: true },
  returned: { label: "Return", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ExceptionStatus = keyof typeof exceptionStatuses;
export type ExceptionAction = "pay" | "return" | "lapse";

/** Why a bank asks, and why we think so. */
export const exceptionCauses = {
  amount: "Another amount than was issued",
  payee: "Another payee than was issued",
  unknown: "No check of this number was issued",
  voided: "The check was voided",
  stale: "The check is stale",
  duplicate: "The check was paid before",
  bank: "The bank asks; number, amount and payee are as issued",
} as const;
export type ExceptionCause = keyof typeof exceptionCauses;

type Facts = { status: string; cutOffAt: Instant; now: string; releasedBy: string | null };
type Asker = { personId: string | null };
const decide = "positivePay.decide";

const decides = (exception: Facts, asker: Asker): string | null => {
  if (exception.now >= exception.cutOffAt)
    return "The bank's cut-off has passed: it returns the check.";
  return exception.releasedBy !== null && exception.releasedBy === asker.personId
    ? "You released the run of this check, so another person decides."
    : null;
};

/** A check that the bank asks about: decided before its cut-off, else it goes back. */
export const exceptionCycle = lifecycle<Facts>()<ExceptionStatus, ExceptionAction>({
  noun: "check exception",
  initial: "open",
  statuses: exceptionStatuses,
  course: ["open", "paid"],
  actions: {
    return: {
      label: "Return it",
      from: ["open"],
      to: "returned",
      permission: decide,
      tone: "primary",
      unless: decides,
    },
    pay: {
      label: "Pay it",
      from: ["open"],
      to: "paid",
      permission: decide,
      needsReason: true,
      unless: decides,
    },
    lapse: {
      label: "Nobody decided: return",
      from: ["open"],
      to: "returned",
      permission: decide,
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const exceptionViews = [
  { id: "open", name: "To decide", query: "status=open" },
  { id: "paid", name: "Paid", query: "status=paid" },
  { id: "returned", name: "Returned", query: "status=returned" },
] as const;
