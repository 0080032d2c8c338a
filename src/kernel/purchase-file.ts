import type { Shown } from "./control.ts";
import type { Day } from "./time.ts";

// The file of a purchase. 2 CFR 200.318(i) names four elements that it must hold; behind them stand the
// papers that a purchase leaves, from the notice to the payment.

/** What a file holds, in the order in which it is read. `legal`: one of the four of 200.318(i). */
export const fileElements = {
  method: { label: "Rationale for the method", legal: true },
  contractType: { label: "Selection of the contract type", legal: true },
  selection: { label: "Contractor selected or rejected", legal: true },
  price: { label: "Basis of the price", legal: true },
  notice: { label: "Notice", legal: false },
  answers: { label: "Quotes, bids or proposals", legal: false },
  award: { label: "Award", legal: false },
  contract: { label: "Contract", legal: false },
  order: { label: "Order", legal: false },
  receipt: { label: "Receipt", legal: false },
  invoice: { label: "Invoice", legal: false },
  payment: { label: "Payment", legal: false },
} as const;
export type FileElement = keyof typeof fileElements;

/** The four elements of 2 CFR 200.318(i), which somebody may also write down by hand. */
export const legalElements = ["method", "contractType", "selection", "price"] as const;
export type LegalElement = (typeof legalElements)[number];

export const fileStates = {
  present: { label: "In the file", tone: "success" },
  missing: { label: "Missing", tone: "danger" },
  not_needed: { label: "Not needed", tone: "neutral" },
  later: { label: "Still to come", tone: "neutral" },
} as const;
type FileState = keyof typeof fileStates;

/** What a record puts into the file of an order: its words, its day, and where it is seen. */
export type FilePart = {
  orderId: string;
  element: FileElement;
  said: string;
  on: Day | null;
  shown: readonly Shown[];
  /** Records whose evidence belongs to the file. */
  records: readonly string[];
  /** It is still under way: an invoice that is not paid. The file is not frozen before. */
  open?: boolean;
};

/** What decides which elements an order's file needs. */
export type FileHead = {
  method: string | null;
  /** A contract or blanket order carries it: what that was chosen by holds for it. */
  underContract: boolean;
  issued: boolean;
  /** Nothing is to be received: billed by the order alone. */
  twoWay: boolean;
  /** It is over: closed, short-closed or cancelled. */
  ended: boolean;
  cancelled: boolean;
};

/** An element of a file: what is there, or who owes it, or by which rule it is not asked for. */
export type FileLine = {
  element: FileElement;
  state: FileState;
  /** Why it is not needed, or who owes it; empty where it is there. */
  said: string;
  parts: readonly Omit<FilePart, "orderId" | "element" | "open">[];
};

const micro = "A micro-purchase is bought without asking for quotes. 2 CFR 200.320(a)(1)";
const quotes = "A small purchase asks suppliers and publishes no notice. 2 CFR 200.320(a)(2)";
const alone = "It was bought without competition. 2 CFR 200.320(c)";
const carried = "The contract that it is placed under was competed for.";

// Who need not hold an element, by the method; null: it is needed.
const spared = (element: FileElement, head: FileHead): string | null => {
  const { method, underContract, twoWay } = head;
  if (element === "contract")
    return underContract ? null : "The order is the contract: none stands above it.";
  if (element === "receipt")
    return twoWay ? "Nothing is received under it: it is paid by the order and the bill." : null;
  if (underContract && ["notice", "answers", "award"].includes(element)) return carried;
  const byMethod: Partial<Record<string, Partial<Record<FileElement, string>>>> = {
    micro_purchase: { selection: micro, notice: micro, answers: micro, award: micro },
    simplified: {
      notice: quotes,
      award: "A small purchase is awarded by its order. 2 CFR 200.320(a)(2)",
    },
    noncompetitive: { notice: alone, answers: alone, award: alone },
  };
  return byMethod[method ?? ""]?.[element] ?? null;
};

// What follows from the order once it is under way; before, nobody owes it.
const afterwards: readonly FileElement[] = ["order", "receipt", "invoice", "payment"];

const owed: Readonly<Record<FileElement, string>> = {
  method: "The buyer owes why it was bought this way.",
  contractType: "The buyer owes why the contract is of this type.",
  selection: "The buyer owes why this vendor was chosen, and the others were not.",
  price: "The buyer owes on what the price rests.",
  notice: "The buyer owes the notice that it was published with.",
  answers: "The buyer owes what suppliers answered.",
  award: "The buyer owes the decision.",
  contract: "The contract manager owes the contract.",
  order: "The buyer owes the order.",
  receipt: "The receiver owes the receipt.",
  invoice: "Accounts payable owes the invoice.",
  payment: "The treasurer owes the payment.",
};

/**
 * The elements of an order's file, each present, missing with who owes it, not needed with the rule, or
 * still to come. What a record or a person put in is present, also where no rule asks for it.
 */
export const fileLines = (head: FileHead, parts: readonly FilePart[]): readonly FileLine[] =>
  (Object.keys(fileElements) as FileElement[]).map((element) => {
    const own = parts
      .filter((part) => part.element === element)
      .map(({ said, on, shown, records }) => ({ said, on, shown, records }));
    if (own.length > 0) return { element, state: "present", said: "", parts: own };
    const why = spared(element, head);
    if (why !== null) return { element, state: "not_needed", said: why, parts: [] };
    if (afterwards.includes(element) && head.cancelled)
      return { element, state: "not_needed", said: "The order was cancelled.", parts: [] };
    return afterwards.includes(element) && !head.ended
      ? { element, state: "later", said: "The purchase has not come so far.", parts: [] }
      : { element, state: "missing", said: owed[element], parts: [] };
  });

/** The elements of 2 CFR 200.318(i) that a file lacks. */
export const lacking = (lines: readonly FileLine[]): readonly LegalElement[] =>
  legalElements.filter((each) =>
    lines.some(({ element, state }) => element === each && state === "missing"),
  );

/** Whether a file is whole and can be frozen: the order is over, and what was billed of it is paid. */
export const settled = (head: FileHead, parts: readonly FilePart[]): boolean =>
  head.ended && parts.every(({ open }) => !open);
