import { compareQuantity } from "#kernel/quantity.ts";

type Read = { orderLineNo: number | null; description: string; unitPrice: string };
type Ordered = { id: string; lineNo: number; description: string; unitPrice: string };

const called = (text: string) => text.trim().toLowerCase();

/**
 * The one line of an order that a line of a document bills: by the number that it names, else called
 * the same, else costing the same; null where none or several do.
 */
export const orderLineOf = (read: Read, ordered: readonly Ordered[]): string | null => {
  const tries = [
    ordered.filter(({ lineNo }) => lineNo === read.orderLineNo),
    ordered.filter(({ description }) => called(description) === called(read.description)),
    ordered.filter(({ unitPrice }) => compareQuantity(unitPrice, read.unitPrice) === 0),
  ];
  return tries.find((found) => found.length === 1)?.[0]?.id ?? null;
};
