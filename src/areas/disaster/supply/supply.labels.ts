import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Supply } from "./supply.model.ts";

/** What is in danger or late, with what is at stake; each part opens its orders. */
export const supplyFinding = ({
  late,
  exposed,
  stores,
}: Pick<Supply, "late" | "exposed" | "stores">): { text: string; to?: string }[] => [
  ...(exposed.count > 0
    ? [
        {
          text: `${counted(exposed.count, "order is", "orders are")} inside or possibly inside a warning, ${formatCents(exposed.cents)} at stake`,
        },
      ]
    : []),
  ...(stores.length > 0
    ? [
        {
          text: `stock of ${formatCents(stores.reduce((sum, { cents }) => sum + cents, 0))} lies at ${counted(stores.length, "place", "places")} inside or possibly inside a warning`,
        },
      ]
    : []),
  ...(late.count > 0
    ? [
        {
          text: `${counted(late.count, "order is late", "orders are late")}, ${formatCents(late.cents)} not received`,
          to: "/purchase-orders?late=true",
        },
      ]
    : []),
];
