import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";

/** What every check knows of a payment. `day`: on which it was paid, today before. */
export type PaymentFacts = { status: string; day: Day };

const cancelled: Verdict = { answer: "not_applicable", said: "The payment never went out." };
/** Statuses in which a payment has not gone out yet. */
export const waiting: ReadonlySet<string> = new Set(["proposed", "approved"]);

export type PromptFacts = PaymentFacts & {
  /** Bills that it paid, without credits and retainage; `interest`: owed until the payment, in cents. */
  bills: readonly { number: string; dueOn: Day | null; disputedDays: number; interest: number }[];
  /** Who asks for interest on late payment; null where no rule does. */
  interestRule: string | null;
};

/**
 * A bill is paid within the days of the rule or of the terms that the agency agreed, days of a dispute
 * in good faith aside (the agency's rule, such as Minn. Stat. 471.425). Interest that a late payment
 * owes is told.
 */
export const judgePrompt = ({ status, day, bills, interestRule }: PromptFacts): Verdict => {
  if (status === "cancelled") return cancelled;
  if (waiting.has(status)) return { answer: "not_applicable", said: "It was not paid yet." };
  if (status === "voided" || status === "returned")
    return {
      answer: "not_applicable",
      said: "It did not reach the vendor; another one is judged.",
    };
  if (bills.length === 0)
    return { answer: "not_applicable", said: "It pays retainage or credits alone." };
  const late = bills.flatMap(({ number, dueOn, disputedDays, interest }) => {
    const until = dueOn && addDays(dueOn, disputedDays);
    return until && day > until ? [{ number, days: daysBetween(until, day), interest }] : [];
  });
  if (late.length > 0) {
    const interest = late.reduce((sum, bill) => sum + bill.interest, 0);
    const owed =
      interestRule !== null && interest > 0
        ? ` Interest owed: ${formatCents(interest)} (${interestRule}).`
        : "";
    return {
      answer: "fail",
      said: `${late.map((l) => `${l.number} was paid ${counted(l.days, "day")} late`).join(", ")}.${owed}`,
    };
  }
  return bills.some(({ dueOn }) => dueOn === null)
    ? { answer: "unknown", said: "A bill does not say when it was due." }
    : { answer: "pass", said: `${counted(bills.length, "bill")}, paid in time.` };
};

export type BankFacts = PaymentFacts & {
  method: "ach" | "check";
  /** Since when the account is in force; null: the payment names none. */
  since: Day | null;
  /** It took the place of another account. */
  change: boolean;
  /** The agency's figure; null where no rule holds. */
  days: number | null;
};

/**
 * No payment goes to a new account of a vendor within days of the change (the days are the agency's):
 * what diverts payments asks for a change just before one.
 */
export const judgeBank = ({ status, day, method, since, change, days }: BankFacts): Verdict => {
  if (status === "cancelled") return cancelled;
  if (method !== "ach") return { answer: "not_applicable", said: "It is paid by check." };
  if (days === null)
    return {
      answer: "unknown",
      said: "No rule says how soon after a change a payment is looked at.",
    };
  if (since === null)
    return { answer: "unknown", said: "The payment does not say to which account it goes." };
  if (!change) return { answer: "not_applicable", said: "It goes to the vendor's first account." };
  const after = daysBetween(since, day);
  if (after < 0)
    return {
      answer: "unknown",
      said: "The records say that its account came into force after it.",
    };
  const turned = `The vendor's account was changed on ${formatDate(since)}`;
  if (after >= days) return { answer: "pass", said: `${turned}, ${counted(after, "day")} before.` };
  return {
    answer: "fail",
    said: `${turned}, ${counted(after, "day")} before the payment; ${days} wanted.`,
    turnsOn: waiting.has(status) ? addDays(since, days) : null,
  };
};

export type PayeeFacts = PaymentFacts & {
  screened: {
    outcome: "clear" | "possible" | "excluded";
    on: Day;
    decision: "clear" | "excluded" | null;
  } | null;
};

/** Nobody is paid without a screening before that found no exclusion (2 CFR 180.300, 200.214). */
export const judgePayee = ({ status, screened }: PayeeFacts): Verdict => {
  if (status === "cancelled") return cancelled;
  if (screened === null)
    return { answer: "fail", said: "The vendor was not screened before the payment." };
  const { outcome, on, decision } = screened;
  if (outcome === "clear" || (outcome === "possible" && decision === "clear"))
    return { answer: "pass", said: `Not excluded, screened ${formatDate(on)}.` };
  return outcome === "excluded" || decision === "excluded"
    ? { answer: "fail", said: `The vendor was found excluded on ${formatDate(on)}.` }
    : { answer: "fail", said: `A possible match of ${formatDate(on)} is not decided.` };
};

export type ExceptionFacts = PaymentFacts & {
  /** Findings of its bills that somebody accepted. */
  accepted: readonly { bill: string; kind: string; by: string | null; enteredBy: string | null }[];
  names: Readonly<Record<string, string>>;
};

/** Whoever enters a bill accepts no finding of it. */
export const judgeExceptions = ({ status, accepted, names }: ExceptionFacts): Verdict => {
  if (status === "cancelled") return cancelled;
  if (accepted.length === 0)
    return { answer: "not_applicable", said: "No finding of its bills was accepted." };
  const own = accepted.filter(({ by, enteredBy }) => by !== null && by === enteredBy);
  if (own.length > 0)
    return {
      answer: "fail",
      said: own
        .map(
          ({ bill, kind, by }) =>
            `${names[by!] ?? "A former member"} entered ${bill} and accepted what was found (${kind}).`,
        )
        .join(" "),
    };
  return accepted.some(({ by }) => by === null)
    ? { answer: "unknown", said: "The records do not say who accepted a finding." }
    : {
        answer: "pass",
        said: `${counted(accepted.length, "finding")} accepted by others than who entered the bill.`,
      };
};
