import type { Verdict } from "#kernel/control.ts";
import { counted } from "#kernel/words.ts";
import { formatCents } from "#kernel/money.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { methods, type Method } from "../method/method.labels.ts";

// Rules of purchase orders, of what records hold alone. The sources stand in the rules of law that each
// check names.

const ended = (status: string): boolean => status === "draft" || status === "returned";
const notYet: Verdict = { answer: "not_applicable", said: "The order is still being written." };
const cancelled: Verdict = { answer: "not_applicable", said: "The order never went out." };

/** What every check knows of an order. `issued`: the day on which it went out, null before. */
export type OrderFacts = {
  status: string;
  issued: Day | null;
  amount: number;
};

/** Whether a check has nothing to judge yet, or never will. */
export const aside = ({ status, issued }: OrderFacts): Verdict | null =>
  ended(status) ? notYet : status === "cancelled" && issued === null ? cancelled : null;

export type MethodFacts = OrderFacts & {
  method: string | null;
  /** With like purchases of the look-back, in cents. */
  aggregate: number;
  microCents: number | null;
  simplifiedCents: number | null;
  underContract: boolean;
};

const rank: Readonly<Partial<Record<string, number>>> = {
  micro_purchase: 1,
  simplified: 2,
  sealed_bid: 3,
  proposal: 3,
};

const needed = (sum: number, micro: number, simplified: number): Method =>
  sum <= micro ? "micro_purchase" : sum <= simplified ? "simplified" : "sealed_bid";

/** The method does for the sum of the order and its like purchases (2 CFR 200.320). */
export const judgeMethod = (facts: MethodFacts): Verdict => {
  const { method, aggregate, amount, microCents, simplifiedCents, underContract } = facts;
  const before = aside(facts);
  if (before) return before;
  if (underContract)
    return {
      answer: "not_applicable",
      said: "It is placed under a contract, which was competed for.",
    };
  if (microCents === null || simplifiedCents === null)
    return { answer: "unknown", said: "No procurement thresholds hold on the day of the order." };
  if (method === null)
    return { answer: "unknown", said: "The order does not say by which method it was bought." };
  const sum = Math.max(aggregate, amount);
  const wanted = needed(sum, microCents, simplifiedCents);
  const bought = `${methods[method as Method] ?? method}, ${formatCents(sum)} with like purchases`;
  if (method === "noncompetitive" || (rank[method] ?? 0) >= rank[wanted]!)
    return { answer: "pass", said: `${bought}.` };
  return {
    answer: "fail",
    said: `${bought}, above ${formatCents(method === "simplified" ? simplifiedCents : microCents)}: it asks for ${methods[wanted].toLowerCase()}.`,
  };
};

export type QuoteFacts = OrderFacts & {
  method: string | null;
  /** How many suppliers are to be asked; null where no rule says. */
  wanted: number | null;
  /** Suppliers that were asked until the order went out, and those that answered later. */
  asked: number;
  quoted: number;
  late: number;
  /** Answers that were opened in the solicitation that it came from; null without one. */
  answers: number | null;
  solicitation: string | null;
};

/** An adequate number of suppliers was asked before the order went out (2 CFR 200.320(a)(2)). */
export const judgeQuotes = (facts: QuoteFacts): Verdict => {
  const { method, wanted, asked, quoted, late, answers, solicitation } = facts;
  const before = aside(facts);
  if (before) return before;
  if (method !== "simplified")
    return { answer: "not_applicable", said: "Quotes are asked for small purchases alone." };
  if (wanted === null)
    return { answer: "unknown", said: "No rule says how many quotes were asked for on that day." };
  if (answers !== null)
    return answers > 0
      ? { answer: "pass", said: `${counted(answers, "answer")} opened in ${solicitation}.` }
      : {
          answer: "fail",
          said: `Nobody answered ${solicitation}, and no other quotes are recorded.`,
        };
  const found = `${counted(asked, "supplier")} asked, ${quoted} quoted`;
  if (asked >= wanted && quoted > 0) return { answer: "pass", said: `${found}; ${wanted} wanted.` };
  const behind = late > 0 ? ` ${counted(late, "answer")} came after the order went out.` : "";
  return { answer: "fail", said: `${found}; ${wanted} wanted.${behind}` };
};

export type ReasonFacts = OrderFacts & {
  method: string | null;
  citation: string | null;
  reason: string;
  microCents: number | null;
};

/** Buying without competition names its ground in writing (2 CFR 200.320(c), 200.318(i)). */
export const judgeReason = (facts: ReasonFacts): Verdict => {
  const before = aside(facts);
  if (before) return before;
  if (facts.method !== "noncompetitive")
    return { answer: "not_applicable", said: "It was competed for, or is a micro-purchase." };
  return facts.reason.trim().length >= 20
    ? { answer: "pass", said: `Its ground is written down (${facts.citation ?? "no citation"}).` }
    : { answer: "fail", said: "Nothing says why it was bought without competition." };
};

export type ReceiptFacts = OrderFacts & {
  /** A later version of an order that had gone out. */
  change: boolean;
  firstReceipt: Day | null;
  receipt: string | null;
};

/** Nothing is received that was not ordered yet. */
export const judgeReceiptFirst = (facts: ReceiptFacts): Verdict => {
  const { change, issued, firstReceipt, receipt } = facts;
  const before = aside(facts);
  if (before) return before;
  if (change)
    return { answer: "not_applicable", said: "It is judged with the order as it first went out." };
  if (firstReceipt === null) return { answer: "not_applicable", said: "Nothing was received yet." };
  if (issued === null)
    return { answer: "fail", said: `${receipt} was received although the order never went out.` };
  return firstReceipt < issued
    ? {
        answer: "fail",
        said: `${receipt} of ${formatDate(firstReceipt)} came before the order of ${formatDate(issued)}.`,
      }
    : {
        answer: "pass",
        said: `Ordered ${formatDate(issued)}, first received ${formatDate(firstReceipt)}.`,
      };
};
