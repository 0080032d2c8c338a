import { expect, test } from "vitest";
import type { Permission } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { permissions } from "#roles.ts";
import { sql } from "#server/db/sql.ts";
import { askFigures, type Question } from "#server/facts/figures.ts";
import { onSettlement } from "#server/testing/days.ts";
import { financeFacts } from "../finance.facts.ts";
import { clearPayment, voidPayment } from "./payment.service.ts";
import { as, invoice, paid, paymentTests, people, t } from "./payment.setup.ts";

paymentTests();

const reader = () => ({
  ...people.ap,
  permissions: new Set(Object.keys(permissions)) as ReadonlySet<Permission>,
});
const figures = async (moments: Partial<Question> = {}) => {
  const actor = reader();
  const measures = ["payments.paid", "payments.out", "payments.payments"];
  const { totals } = await askFigures(t.database.read(actor), actor, financeFacts, {
    measures,
    by: [],
    where: {},
    ...moments,
  });
  return totals.map(({ value }) => value);
};
const now = async () =>
  (await t.database.read(people.ap).one<{ at: string }>(sql`select clock_timestamp() as at`)).at;
const at = (id: string) => ({ id, version: null });

test("payments say what was paid and out at a moment, whatever became of them later", async () => {
  await invoice({ cents: 120_00 });
  const [first] = (await paid()).payments;
  await invoice({ cents: 30_00 });
  const second = (await paid()).payments.find(({ id }) => id !== first!.id)!;
  const paidOn = first!.paidOn!;
  const before = await now();
  expect(await figures()).toEqual([150_00, 150_00, 2]);
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, at(first!.id), { clearedOn: paidOn }),
  );
  const cleared = await now();
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, at(second.id), t.app.files, { reason: "Spoiled" }),
  );
  // Now one is cleared and the other void; each moment has what stood then.
  expect(await figures()).toEqual([120_00, 0, 1]);
  expect(await figures({ known: before })).toEqual([150_00, 150_00, 2]);
  expect(await figures({ known: cleared })).toEqual([150_00, 30_00, 2]);
  expect(await figures({ known: await now() })).toEqual([120_00, 0, 1]);
  // The clearing was entered later than the payment, with its day: by posting it counts from that day on.
  expect(await figures({ posted: addDays(paidOn, -1) })).toEqual([0, 0, 0]);
  expect(await figures({ posted: paidOn, known: before })).toEqual([150_00, 150_00, 2]);
});
