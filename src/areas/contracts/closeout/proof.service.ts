// What the records of orders, invoices and bonds say of a contract's closeout, in words.
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Db } from "#server/db/db.ts";
import { ordersUnder } from "#areas/procurement/procurement.server.ts";
import { retainageStanding } from "../retainage/retainage.service.ts";
import { foundElsewhere, type Findings } from "./record-findings.ts";

type Retained = Parameters<typeof retainageStanding>[1];

/** At most so many numbers are named, then how many more. */
const named = 5;
const these = (numbers: readonly string[]) =>
  numbers.length <= named
    ? numbers.join(", ")
    : `${numbers.slice(0, named).join(", ")} and ${numbers.length - named} more`;

const over = new Set(["closed", "short_closed", "cancelled"]);

/** What the records say now; behind the contract's lock where it decides. */
export const findingsOf = async (db: Db, c: Retained, bonded: boolean): Promise<Findings> => {
  const [orders, kept, elsewhere] = await Promise.all([
    ordersUnder(db, c.id),
    retainageStanding(db, c),
    foundElsewhere(db, c.id),
  ]);
  const open = orders.filter((order) => !over.has(order.status)).map((order) => order.number);
  const waits = orders.filter((order) => !order.received).map((order) => order.number);
  return {
    ...elsewhere,
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
    retainage: kept.withheld
      ? {
          ok: false,
          text: [
            `${formatCents(kept.withheld)} is withheld on ${these(kept.invoices.map((each) => each.number))}.`,
            ...(kept.over ? [`${kept.finding} ${kept.citation}`] : []),
          ].join(" "),
        }
      : { ok: true, text: "No invoice withholds anything." },
    surety: bonded
      ? { ok: false, text: "Bonds stand behind this contract." }
      : { ok: true, text: "No bond is on record, and none is demanded." },
  };
};
