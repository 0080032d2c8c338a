import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { compareQuantity, plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import { linesByItem, type CaseItem } from "./scenario.model.ts";

/** A row of conditions: what each quote says, by bid; `differs` where they do not say the same. */
type ConditionRow = {
  label: string;
  cells: { bidId: string; text: string }[];
  differs: boolean;
};
type PriceRow = {
  itemId: string;
  description: string;
  quantity: string;
  unit: string;
  cells: {
    bidId: string;
    unitPrice: string | null;
    amountCents: number | null;
    lowest: boolean;
  }[];
};
export type QuoteSheet = {
  prices: PriceRow[];
  conditions: ConditionRow[];
  alternates: {
    bidId: string;
    vendorName: string;
    item: string;
    text: string;
    unitPrice: string | null;
    leadDays: number | null;
  }[];
  files: { bidId: string; vendorName: string; id: string; name: string; size: number }[];
};
type Asked = { id: string; label: string };

const row = (
  label: string,
  bids: readonly OpenedBid[],
  text: (bid: OpenedBid) => string,
): ConditionRow => {
  const cells = bids.map((bid) => ({ bidId: bid.bidId, text: text(bid).trim() }));
  return { label, cells, differs: new Set(cells.map((cell) => cell.text)).size > 1 };
};

const priceRow = (item: CaseItem, bids: readonly OpenedBid[]): PriceRow => {
  const offered = bids.map((bid) => {
    const line = linesByItem(bid).get(item.id);
    const unitPrice = !line || line.noBid ? null : line.unitPrice;
    const amountCents = unitPrice === null ? null : lineTotalCents(item.quantity, unitPrice);
    return { bidId: bid.bidId, unitPrice, amountCents };
  });
  const amounts = offered.flatMap((each) => each.amountCents ?? []);
  return {
    itemId: item.id,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    cells: offered.map((each) => ({
      ...each,
      lowest: each.amountCents !== null && each.amountCents === Math.min(...amounts),
    })),
  };
};

const discountsOf = (bid: OpenedBid): string =>
  (bid.price?.discounts ?? [])
    .map(
      (each) =>
        `${plainDecimal(each.percent)} %${each.fromCents > 0 ? ` from ${formatCents(each.fromCents)}` : ""}${each.lotIds.length ? ", some lots only" : ""}`,
    )
    .join("; ");

const capacitiesOf = (bid: OpenedBid): string =>
  (bid.price?.capacities ?? [])
    .map((each) => `${formatCents(each.mostCents)}${each.lotId ? " of a lot" : " in all"}`)
    .join("; ");

const addendaOf = (bid: OpenedBid, addenda: number): string => {
  const known = bid.technical?.addendaAcknowledged ?? [];
  const missing = Array.from({ length: addenda }, (_, at) => at + 1).filter(
    (no) => !known.includes(no),
  );
  return missing.length ? `Not acknowledged: ${missing.join(", ")}` : "All";
};

const ofItem = (item: CaseItem, bids: readonly OpenedBid[], many: boolean): ConditionRow[] => {
  const named = (what: string) => (many ? `${what}, ${item.description}` : what);
  return [
    row(named("Days to delivery"), bids, (bid) => {
      const days = linesByItem(bid).get(item.id)?.leadDays ?? null;
      return days === null ? "" : counted(days, "day");
    }),
    row(named("Quantity offered"), bids, (bid) => {
      const offered = linesByItem(bid).get(item.id)?.quantity ?? null;
      return offered === null || compareQuantity(offered, item.quantity) === 0
        ? ""
        : `${shownDecimal(offered)} ${item.unit} in place of ${shownDecimal(item.quantity)}`;
    }),
  ];
};

/**
 * Quotations beside each other: unit prices and amounts by item, then everything else that was
 * offered. A row that nobody filled is left out; one in which quotes differ says so, because a
 * lower price under other conditions is no lower price.
 */
export const quoteSheet = (
  bids: readonly OpenedBid[],
  items: readonly CaseItem[],
  requirements: readonly Asked[],
  addenda: number,
): QuoteSheet => {
  const names = new Map(items.map((item) => [item.id, item.description]));
  const conditions = [
    ...items.flatMap((item) => ofItem(item, bids, items.length > 1)),
    ...requirements.map((asked) =>
      row(
        asked.label,
        bids,
        (bid) =>
          bid.technical?.answers.find((answer) => answer.requirementId === asked.id)?.value ?? "",
      ),
    ),
    row("Quote holds for", bids, (bid) =>
      bid.price?.validDays ? counted(bid.price.validDays, "day") : "",
    ),
    row("Discounts, not in the prices above", bids, discountsOf),
    row("The most it can deliver", bids, capacitiesOf),
    ...(addenda > 0 ? [row("Addenda", bids, (bid) => addendaOf(bid, addenda))] : []),
    row("Note on the price", bids, (bid) => bid.price?.note ?? ""),
    row("Statement", bids, (bid) => bid.technical?.statement ?? ""),
  ];
  return {
    prices: items.map((item) => priceRow(item, bids)),
    conditions: conditions.filter((each) => each.cells.some((cell) => cell.text !== "")),
    alternates: bids.flatMap((bid) =>
      (bid.price?.lines ?? [])
        .filter((line) => line.alternate !== "")
        .map((line) => ({
          bidId: bid.bidId,
          vendorName: bid.vendorName,
          item: names.get(line.itemId) ?? "",
          text: line.alternate,
          unitPrice: line.unitPrice,
          leadDays: line.leadDays,
        })),
    ),
    files: bids.flatMap((bid) =>
      (bid.technical?.files ?? []).map(({ id, name, size }) => ({
        bidId: bid.bidId,
        vendorName: bid.vendorName,
        id,
        name,
        size,
      })),
    ),
  };
};
