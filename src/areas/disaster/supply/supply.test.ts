import { expect, test } from "vitest";
import { supplyFinding } from "./supply.labels.ts";

const none = { count: 0, cents: 0 };

test("what is inside a warning is said before what is late, with its money; nothing says nothing", () => {
  expect(supplyFinding({ late: none, exposed: none, stores: [] })).toEqual([]);
  expect(
    supplyFinding({
      late: { count: 1, cents: 1_200_00 },
      exposed: { count: 2, cents: 80_000_00 },
      stores: [
        {
          ...{ placeId: "p", place: "County yard", items: 3, cents: 4_000_00 },
          ...{ verdict: "inside", alertId: "a", headline: "Flood warning" },
        },
      ],
    }),
  ).toEqual([
    { text: "2 orders are inside or possibly inside a warning, $80,000.00 at stake" },
    { text: "stock of $4,000.00 lies at 1 place inside or possibly inside a warning" },
    { text: "1 order is late, $1,200.00 not received", to: "/purchase-orders?late=true" },
  ]);
});
