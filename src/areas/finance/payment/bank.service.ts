import type { Db } from "../../../server/db/db.ts";

/** Where a vendor is paid by ACH. `heldUntil`: a changed account is not paid before this instant. */
export type PayableBank = { id: string; routingNumber: string; accountNumber: string; accountType: "checking" | "savings"; heldUntil: string | null };

type Source = (db: Db, vendorId: string) => Promise<PayableBank | null>;
let source: Source = async () => null;

/** The area that keeps vendors' bank accounts says where they are read. */
export const provideBankAccounts = (from: Source): void => {
  source = from;
};

/** The vendor's verified bank account, or null when there is none. */
export const payableBankAccount = (db: Db, vendorId: string): Promise<PayableBank | null> => source(db, vendorId);
