// What the records of orders, invoices and bonds say of a contract's closeout, in words.
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Db } from "#server/db/db.ts";
import { withheldOfOrders } from "#areas/finance/finance.server.ts";
import { ordersUnder } from "#areas/procurement/procurement.server.ts";
import type { Proof } from "./closeout.labels.ts";

/** Of an item: whether the record proves it, and what it says. */
type Finding = { ok: boolean; text: string };
export type Findings = Partial<Record<Proof, Finding>>;

/** At most so many numbers are named, then how many more. */
const named = 5;
const these = (numbers: readonly string[]) =>
  numbers.length <= named
    ? numbers.join(", ")
    : `${numbers.slice(0, named).join(", ")} and ${numbers.length - named} more`;

const over = new Set(["closed", "short_closed", "cancelled"]);

/** What the records say now; behind the contract's lock where it decides. */
export const findingsOf = async (
  db: Db,
  contractId: string,
  bonded: boolean,
): Promise<Findings> => {
  const orders = await ordersUnder(db, contractId);
  const withheld = await withheldOfOrders(
    db,
    orders.map((order) => order.id),
  );
  const open = orders.filter((order) => !over.has(order.status)).map((order) => order.number);
  const waits = orders.filter((order) => !order.received).map((order) => order.number);
  const cents = withheld.reduce((sum, each) => sum + each.withheld, 0);
  return {
    orders: open.length
      ? { ok: false, text: `Still open: ${these(open)}.` }
      : {
          ok: true,
          text: orders.length
            ? `${counted(orders.length, "order")}, none open.`
            : "Nothing was ordered under it.",
        },
    receipt: waits.length
      ? { ok: false, text: `Not everything came of ${these(waits)}.` }
      : { ok: true, text: "Everything that was ordered came." },
    retainage: cents
      ? {
          ok: false,
          text: `${formatCents(cents)} is withheld on ${these(withheld.map((each) => each.number))}.`,
        }
      : { ok: true, text: "No invoice withholds anything." },
    surety: bonded
      ? { ok: false, text: "Bonds stand behind this contract." }
      : { ok: true, text: "No bond is on record, and none is demanded." },
  };
};
