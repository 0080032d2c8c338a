// A bill dearer than its order uses no money that is encumbered for what has not come yet: what goes
// beyond the order's price is taken from the budget at once, and the rest keeps its encumbrance.
import { expect, test } from "vitest";
import { receiveGoods } from "#server/testing/purchase.ts";
import { acceptException } from "./exception.service.ts";
import {
  approve,
  as,
  budget,
  enter,
  invoiceTests,
  order,
  people,
  read,
  t,
} from "./invoice.setup.ts";

invoiceTests();

const accepted = async (quantity: string, unitPrice: string) => {
  const { id } = await enter({}, { quantity, unitPrice });
  for (const e of (await read(id)).exceptions)
    await as(people.admin, (tx) =>
      acceptException(
        tx,
        people.admin,
        id,
        e.id,
        "The quarry's price rose; the board agreed",
        null,
      ),
    );
  await approve(id);
  return id;
};

test("half of an order billed at half as much again leaves the other half encumbered at its price", async () => {
  await receiveGoods(t.database, people, order, ["100"]);
  expect(await budget()).toEqual({ enc: 1_000_00, exp: 0 });
  await accepted("50", "15.00");
  expect(await budget()).toEqual({ enc: 500_00, exp: 750_00 });
  await accepted("50", "10.00");
  expect(await budget()).toEqual({ enc: 0, exp: 1_250_00 });
});

test("any split of an order into bills keeps the price of what is not billed encumbered, and nothing at its end", async () => {
  await receiveGoods(t.database, people, order, ["100"]);
  let [billed, spent] = [0, 0];
  for (const [quantity, price] of [
    [7, 12],
    [33, 9],
    [20, 30],
    [40, 11],
  ] as const) {
    await accepted(String(quantity), `${price}.00`);
    billed += quantity;
    spent += quantity * price * 100;
    const { enc, exp } = await budget();
    expect(exp).toBe(spent);
    expect(enc).toBeGreaterThanOrEqual((100 - billed) * 10_00);
  }
  expect((await budget()).enc).toBe(0);
});
