import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

type Billed = { id: string; number: string; total: number };
/**
 * Money that a document other than an order encumbered for an invoice. `held` gives its cents by
 * account string and locks it; `billed` releases it when the invoice is posted (sign 1) and takes it
 * back when the posting is (sign -1).
 */
export type InvoiceReserve = {
  held(tx: Tx, invoiceId: string): Promise<ReadonlyMap<string, number>>;
  billed(tx: Tx, actor: Actor, invoice: Billed, sign: 1 | -1): Promise<void>;
  /** The invoice was rejected or voided: nobody pays it any more. */
  fell(tx: Tx, actor: Actor, invoiceId: string): Promise<void>;
};

const reserves: InvoiceReserve[] = [];
/** Whose documents encumber what invoices without an order bill (subawards) says so here. */
export const invoiceReserves = extensionPoint<InvoiceReserve>(
  "reserves of invoices",
  (reserve) => void reserves.push(reserve),
);

/** What is held for an invoice beside its order, in cents by account string. */
export const reservedFor = async (tx: Tx, invoiceId: string): Promise<Map<string, number>> => {
  const sums = new Map<string, number>();
  for (const reserve of reserves)
    for (const [account, cents] of await reserve.held(tx, invoiceId))
      sums.set(account, (sums.get(account) ?? 0) + cents);
  return sums;
};

/** Tells them that an invoice was posted, or that its posting was taken back. */
export const moveReserves = async (
  tx: Tx,
  actor: Actor,
  invoice: Billed,
  sign: 1 | -1,
): Promise<void> => {
  for (const reserve of reserves) await reserve.billed(tx, actor, invoice, sign);
};

/** Tells them that an invoice was rejected or voided. */
export const dropReserves = async (tx: Tx, actor: Actor, invoiceId: string): Promise<void> => {
  for (const reserve of reserves) await reserve.fell(tx, actor, invoiceId);
};
