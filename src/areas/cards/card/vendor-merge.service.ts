// What becomes of cards, their lines and merchants when two vendors become one.
import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { cardCycle, cardLine, cardMerchant, purchaseCard } from "../cards.tables.ts";

const bank = "bank_id";

export const cardReferences: readonly VendorReference[] = [
  { table: purchaseCard, column: bank, rule: "move", label: "Purchase cards of the bank" },
  { table: cardCycle, column: bank, rule: "move", label: "Card cycles of the bank" },
  { table: cardLine, column: bank, rule: "move", label: "Card lines of the bank" },
  { table: cardMerchant, rule: "move", label: "Merchants of cards" },
];
