import {
  alikePrices,
  lackedBy,
  outliers,
  sharedMisspellings,
  wrongTotal,
  type Bid,
} from "./bids.model.ts";

/** What a labelled case gives: bids in short, and what is asked of them. */
export type BidsCase = {
  asks: "outlier" | "total" | "alike" | "lacks";
  asked?: readonly string[];
  bids: readonly {
    prices?: readonly string[];
    note?: string;
    statement?: string;
    answers?: readonly string[];
    addenda?: readonly number[];
  }[];
};

const names = ["A", "B", "C", "D", "E", "F"];

const bidOf = (
  { prices, note, statement, answers, addenda }: BidsCase["bids"][number],
  at: number,
): Bid => ({
  bidId: names[at]!,
  vendorName: names[at]!,
  statement: statement ?? "",
  addendaAcknowledged: addenda ?? [],
  responsive: null,
  checks: [
    ...(answers ?? []).map((answer, n) => ({
      ...{ item: `q${n}`, label: `Question ${n + 1}`, mandatory: true, answer, result: null },
    })),
    ...(addenda
      ? [
          {
            ...{ item: "addenda", label: "Acknowledges all 2 addenda", mandatory: true },
            ...{ answer: addenda.join(", "), result: null },
          },
        ]
      : []),
  ],
  price: prices
    ? {
        totalCents: prices.reduce((sum, price) => sum + Math.round(Number(price) * 100), 0),
        note: note ?? "",
        lines: prices.map((unitPrice, n) => ({
          ...{ itemId: String(n), description: `Item ${n + 1}`, unit: "each", unitPrice },
          ...{ amountCents: Math.round(Number(unitPrice) * 100), alternate: "" },
        })),
      }
    : null,
});

const listed = (found: readonly string[]) => found.join("; ") || "none";

/** What the agent says of a case: the bids by their letters. */
export const bidsAnswer = ({ asks, asked, bids: given }: BidsCase): string => {
  const bids = given.map(bidOf);
  switch (asks) {
    case "outlier":
      return listed(
        outliers(bids, ({ price }) => price!.totalCents!).map(({ one }) => one.vendorName),
      );
    case "total":
      return listed(bids.filter(wrongTotal).map(({ vendorName }) => vendorName));
    case "lacks":
      return listed(
        bids.filter((bid) => lackedBy(bid).length > 0).map(({ vendorName }) => vendorName),
      );
    case "alike":
      return listed(
        [...sharedMisspellings(bids, asked ?? []), ...alikePrices(bids)].map(({ vendors }) =>
          vendors.join("+"),
        ),
      );
  }
};

/** The obvious way: more than two standard deviations from the mean, any amount, any shared long word. */
export const bidsBaseline = ({ asks, bids: given }: BidsCase): string => {
  const bids = given.map(bidOf);
  if (asks === "outlier") {
    const totals = bids.map(({ price }) => price!.totalCents!);
    const mean = totals.reduce((sum, each) => sum + each, 0) / totals.length;
    const deviation = Math.sqrt(
      totals.reduce((sum, each) => sum + (each - mean) ** 2, 0) / totals.length,
    );
    return listed(
      names.filter((_name, at) => Math.abs((totals[at] ?? mean) - mean) > 2 * deviation),
    );
  }
  if (asks === "total")
    return listed(
      bids.filter(({ price }) => price!.note.includes("$")).map(({ vendorName }) => vendorName),
    );
  if (asks === "lacks")
    return listed(
      bids
        .filter(({ checks }) => checks.some(({ answer }) => answer === ""))
        .map(({ vendorName }) => vendorName),
    );
  const words = bids.map(
    ({ statement }) => new Set(statement.toLowerCase().match(/\w{7,}/g) ?? []),
  );
  const shared = [...(words[0] ?? [])].some((word) => words[1]?.has(word));
  return shared ? "A+B" : "none";
};
