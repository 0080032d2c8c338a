/** Cents of an order's invoices that stand, approved or not; what was rejected or voided is none. */
export const invoicedSoFar = (invoices: readonly { status: string; total: number }[]): number =>
  invoices
    .filter((i) => i.status !== "rejected" && i.status !== "voided")
    .reduce((n, i) => n + i.total, 0);
