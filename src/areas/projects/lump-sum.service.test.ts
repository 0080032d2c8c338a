// A line by amount from its requisition to its certificate: stored as dollars, told and shared as an amount.
import { afterAll, beforeAll, expect, test } from "vitest";
import { lumpSum } from "#kernel/lump-sum.ts";
import { orderDocument } from "#areas/procurement/order/document.service.ts";
import type { OrderDetail } from "#areas/procurement/procurement.public.ts";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { receiveGoods } from "#server/testing/purchase.ts";
import { payAgency } from "./pay.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

const wetWell = { quantity: "120000", ...lumpSum };
const fieldsOf = async (work: Promise<unknown>) => {
  const problem = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(Problem);
  const { code, errors } = problem as Problem;
  return { code, errors };
};
const orderOf = (id: string) =>
  a.asking<OrderDetail>(a.people.buyer, `GET /api/v1/purchase-orders/${id}`);

test("broken cents of a lump sum are refused where it is asked for, changed and received", async () => {
  const b = await a.building("L1", [wetWell]);
  const { buyer } = a.people;
  const line = {
    description: "Wet well",
    commodityCode: null,
    ...lumpSum,
    quantity: "100.005",
    splits: [{ accountStringId: b.accountStringId }],
  };
  const whole = "A lump sum is an amount in dollars with at most two decimals.";
  const draft = a.asking(buyer, "POST /api/v1/purchase-orders", {
    title: "Wet well",
    vendorId: a.vendor.id,
    departmentId: a.agency.departmentId,
    lines: [line],
  });
  expect((await fieldsOf(draft)).errors).toContainEqual({
    path: "lines.0.quantity",
    message: whole,
  });
  const order = await orderOf(b.order.id);
  const change = a.asking(
    buyer,
    `POST /api/v1/purchase-orders/${b.order.id}/actions/change`,
    { reason: "Less of it", lines: [{ id: b.order.lines[0]!.id, quantity: "99999.999" }] },
    order.version,
  );
  expect(await fieldsOf(change)).toMatchObject({
    code: "cannot_change",
    errors: [{ path: "lines.0.quantity", message: whole }],
  });
  const came = (much: string) => receiveGoods(t.database, a.people as never, b.order, [much]);
  expect(await fieldsOf(came("0.001"))).toMatchObject({
    code: "cannot_receive",
    errors: [{ path: "lines.0.quantity", message: whole }],
  });
  expect((await fieldsOf(came("120000.01"))).errors).toContainEqual({
    path: "lines.0.quantity",
    message:
      "Line 1: $120,000.00 ordered, $0.00 received before; at most $120,000.00 more can be accepted.",
  });
});

test("the printed order and its approvers read an amount, not a count at one dollar", async () => {
  const b = await a.building("L2", [wetWell]);
  const printed = orderDocument(await orderOf(b.order.id), "County");
  expect(printed).toContain('<td class="r">$120,000.00</td><td class="r">Lump sum</td>');
  expect(printed).not.toMatch(/120,?000 lump sum/);
});

test("a percent of a lump sum is whole cents, in all its applications together the whole of it", async () => {
  const b = await a.building("L3", [{ quantity: "98765.43", ...lumpSum }]);
  const asked = (value: string, claim = "percent", actor: Actor = a.people.inspector) =>
    a.asking<{ id: string }>(
      actor,
      `POST /api/v1/projects/${b.id}/pay-applications`,
      a.bodyOf(b, [{ claim, value }]),
    );
  expect((await fieldsOf(asked("10.001", "quantity"))).errors).toContainEqual({
    path: "lines.0.value",
    message: "Line 1: A lump sum is an amount in dollars with at most two decimals.",
  });
  expect((await fieldsOf(asked("98765.44", "amount"))).errors).toContainEqual({
    path: "lines.0.value",
    message: "Line 1: $98,765.43 are left of the order. Ask for a change order for more.",
  });
  const certified: number[] = [];
  for (const value of ["33.33", "66.67", "100"]) {
    const done = await a.certified(await a.sent(b, [{ claim: "percent", value }]));
    certified.push(done.totals.thisPeriod);
  }
  expect(certified).toEqual([32_918_52, 32_928_39, 32_918_52]);
  expect(certified.reduce((sum, cents) => sum + cents)).toBe(98_765_43);
});
