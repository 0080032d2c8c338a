import type { Style } from "./written.model.ts";

/** Where a value stands: page from 1, points from the page's upper left corner. */
export type Mark = {
  field: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
};
/** A line as it is read; `adjustment` is its discount below zero, in cents. */
export type ReadLine = {
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  adjustment: number;
  amount: number;
};
/**
 * What a document says, in cents and days; null is what was not found. `proved`: every line and the
 * sums agree to the cent.
 */
export type Reading = {
  standing: "proved" | "read";
  kind: "invoice" | "credit_note";
  vendorNumber: string | null;
  invoiceDate: string | null;
  dueDate: string | null;
  orderNumber: string | null;
  currency: string | null;
  lines: ReadLine[];
  subtotal: number | null;
  freight: number | null;
  tax: number | null;
  discount: number | null;
  total: number | null;
  marks: Mark[];
};
export type How = { style: Style };
