// The whole way: a set is uploaded, measured, bought, received, paid for, and opens back to its shapes.
import "#areas/sourcing/sourcing.server.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { createInvoice, invoiceInput, submitInvoice } from "#areas/finance/finance.server.ts";
import { beginCostCodes } from "#areas/budget/budget.server.ts";
import { createOrder, submitRequisition } from "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { issueOrder, submitOrder } from "#areas/procurement/procurement.server.ts";
import { sql } from "#server/db/sql.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { projectAgency } from "./projects.setup.ts";
import type { AssemblyRow } from "./takeoff/assembly/assembly.model.ts";
import { riprap as stoneAssembly } from "./takeoff/assembly/shipped.data.ts";
import type { ToBuy } from "./takeoff/out/lines.model.ts";
import type { BoughtStanding, MeasuredShapes } from "./takeoff/out/standing.model.ts";
import type { MeasurementDetail } from "./takeoff/measurement.model.ts";
import { takeoffOf } from "./takeoff/takeoff.setup.ts";

type Written = { id: string; version: number; number: string };
let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;
let to: ReturnType<typeof takeoffOf>;
let engineer: Actor;
let sheetId: string;
let setId: string;
let accountStringId: string;
let requisitionId: string;
const ids: Record<"stone" | "posts" | "fill", string> = { stone: "", posts: "", fill: "" };

const square = [
  [150, 150],
  [294, 150],
  [294, 294],
  [150, 294],
];
const asked = <T>(path: string, actor = engineer) => a.asking<T>(actor, `GET /api/v1/${path}`);
const toBuy = (purpose = "requisition", actor = engineer) =>
  asked<ToBuy>(`plan-sheets/${sheetId}/to-buy?for=${purpose}`, actor);
const standing = (path = `plan-sheets/${sheetId}`) => asked<BoughtStanding>(`${path}/standing`);
const row = async (description: string, path?: string) =>
  (await standing(path)).items.find((each) => each.description === description);

beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
  to = takeoffOf(() => t, a);
  ({ engineer } = a.people);
  await to.units();
  await a.as(a.people.admin, (tx) => beginCostCodes(tx));
  for (const documentType of ["requisition", "purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, a.people.admin, {
      documentType,
      steps: [
        {
          ...{ name: "Manager", stage: 1, mode: "any" },
          approvers: [{ kind: "role", role: "manager" }],
        },
      ],
    });
  await a.segment("P131");
  const begun = await a.begun("P131");
  ({ accountStringId } = begun);
  setId = await to.plans(begun.id, "Bid set", [{ number: "C-101", title: "RIPRAP PLAN" }]);
  sheetId = (await to.sheetsOf(setId)).sheets[0]!.id;
  const [whole] = (await to.sheet(sheetId)).viewports;
  await a.asking(
    engineer,
    `PUT /api/v1/sheet-viewports/${whole!.id}/scale`,
    { basis: "listed", listed: "1in-20ft" },
    whole!.version,
  );
  const made = await a.asking<AssemblyRow>(
    engineer,
    "POST /api/v1/takeoff-assemblies",
    stoneAssembly,
  );
  const stone = await a.asking<AssemblyRow>(
    engineer,
    `POST /api/v1/takeoff-assemblies/${made.id}/actions/publish`,
    {},
    made.version,
  );
  const measured = (over: object) =>
    a.asking<Written>(engineer, "POST /api/v1/measurements", {
      ...{ sheetId, viewportId: whole!.id, points: square },
      ...over,
    });
  const area = await measured({ kind: "area", name: "Riprap", unit: "sq ft" });
  ids.stone = area.id;
  await a.asking(
    engineer,
    `PUT /api/v1/measurements/${area.id}/assembly`,
    {
      assembly: {
        definitionId: stone.definitionId,
        typed: { thickness: { amount: "18", unit: "in" } },
      },
    },
    area.version,
  );
  ids.posts = (await measured({ kind: "count", name: "Posts", unit: "each" })).id;
  ids.fill = (
    await measured({
      ...{ kind: "volume", name: "Fill", unit: "cu yd" },
      depth: { amount: "2", unit: "ft" },
    })
  ).id;
});
afterAll(() => t.drop());

test("an assembly's items and what is measured by itself are proposed as lines, computed by the server", async () => {
  const { lines, kept, ids: all } = await toBuy();
  expect(all.toSorted()).toEqual(Object.values(ids).toSorted());
  expect(kept).toEqual([]);
  // 40 ft by 40 ft is 177.7778 sq yd, half a yard deep: 88.8889 cu yd, at 1.5 tons each.
  expect(lines.map(({ description, quantity, unit }) => [description, quantity, unit])).toEqual([
    ["Riprap, class III", expect.any(String), "ton"],
    ["Geotextile fabric, nonwoven", expect.any(String), "sq yd"],
    ["Posts", "4", "each"],
    ["Fill", "118.5185", "cu yd"],
  ]);
  expect(lines[0]).toMatchObject({ unitPrice: null, source: "Nothing like it was bought yet." });
  expect(lines[0]!.how[0]).toMatch(/^MEA-.*ton/);
  expect((await toBuy("requisition", a.people.second)).kept.map(({ why }) => why)[0]).toMatch(
    /measured MEA-.*, and sends it\.$/,
  );
  expect((await toBuy("solicitation", a.people.second)).ids).toHaveLength(3);
});

test("a buyer puts them into a draft solicitation once, with the estimate and what it rests on", async () => {
  const { buyer } = a.people;
  const { id } = await a.asking<Written>(
    buyer,
    "POST /api/v1/solicitations",
    solicitationOf(a.agency, {
      ...{ kind: "rfq", items: [], estimateCents: null, estimateOn: null, estimateBasis: "" },
    }),
  );
  const { lines } = await toBuy("solicitation", buyer);
  const fill = (of: readonly ToBuy["lines"][number][], prices: readonly (string | null)[]) =>
    a.asking<{ id: string; items: number }>(
      buyer,
      "POST /api/v1/measurements/actions/to-solicitation",
      {
        ...{ ids: [ids.posts, ids.fill], solicitationId: id },
        lines: of.map(({ key }, at) => ({ key, unitPrice: prices[at] ?? null })),
      },
    );
  const own = lines.filter(({ description }) => ["Posts", "Fill"].includes(description));
  expect(await refusalOf(fill(own, ["10.00", null]))).toContain(
    "An estimate is of all items or of none. Give each a price, or leave all of them out.",
  );
  expect(await refusalOf(fill(own, ["10.00", null]))).toContain("estimate_of_some");
  expect(await fill(own, ["10.00", "20.00"])).toMatchObject({ id, items: 2 });
  const read = await asked<{ estimateCents: number; estimateBasis: string; items: object[] }>(
    `solicitations/${id}`,
    buyer,
  );
  expect(read).toMatchObject({
    estimateCents: 40_00 + 2370_37,
    items: [{ description: "Posts" }, { description: "Fill" }],
  });
  expect(read.estimateBasis).toMatch(/^Measured on C-101 revision 1: MEA-/);
  expect(read.estimateBasis).toContain("The price is typed by whoever estimated.");
  const { items } = await asked<MeasuredShapes>(`measured-shapes?solicitationId=${id}`, buyer);
  expect(items.map((each) => [each.id, each.sheetId])).toEqual([
    [ids.posts, sheetId],
    [ids.fill, sheetId],
  ]);
  expect(await refusalOf(fill(own, ["10.00", "20.00"]))).toMatch(
    /^in_solicitation: MEA-.* is in this solicitation already\.$/,
  );
});

test("the requisition is approved by another person than measured", async () => {
  const { lines, ids: all } = await toBuy();
  const made = await a.asking<Written>(
    engineer,
    "POST /api/v1/measurements/actions/to-requisition",
    {
      ...{ ids: all, title: "Stone and posts", neededOn: agencyDay(30), accountStringId },
      lines: lines.map(({ key, description }) => ({
        key,
        unitPrice: description === "Geotextile fabric, nonwoven" ? null : "10.00",
      })),
    },
  );
  requisitionId = made.id;
  const requisition = await asked<{ justification: string; lines: { description: string }[] }>(
    `requisitions/${made.id}`,
  );
  expect(requisition.lines.map(({ description }) => description)).toEqual([
    "Riprap, class III",
    "Posts",
    "Fill",
  ]);
  expect(requisition.justification).toContain("Left out of it: Geotextile fabric, nonwoven.");
  await a.as(engineer, (tx) => submitRequisition(tx, engineer, { id: made.id, version: null }));
  const refused = await refusalOf(approveDocument(t.database, engineer, made.id));
  expect(refused).toContain("self_approval: ");
  await approveDocument(t.database, a.people.manager, made.id);
});

test("measured, asked for, ordered and received stand beside each other, and open back to the shape", async () => {
  const { buyer, receiver, manager } = a.people;
  const before = await row("Posts");
  expect(before).toMatchObject({ measured: "4", requested: "4", ordered: "0", received: "0" });
  const lines = await t.database.read(buyer).rows<{ id: string; quantity: string; unit: string }>(
    sql`
      select id, quantity::text as quantity, unit
      from requisition_line
      where org_id = ${buyer.orgId} and requisition_id = ${requisitionId}
      order by line_no
    `,
  );
  const input = orderInput.parse({
    title: "Stone and posts",
    vendorId: a.vendor.id,
    departmentId: a.agency.departmentId,
    lines: [],
    requisitionLines: lines.map(({ id }) => ({ requisitionLineId: id })),
  });
  const order = await a.as(buyer, (tx) => createOrder(tx, buyer, input));
  await a.as(buyer, (tx) => submitOrder(tx, buyer, { id: order.id, version: null }));
  await approveDocument(t.database, manager, order.id).catch(() => undefined);
  await a.as(buyer, (tx) =>
    issueOrder(tx, buyer, { id: order.id, version: null }, "http://levee.test"),
  );
  const ordered = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${buyer.orgId} and purchase_order_id = ${order.id}
    order by line_no
  `);
  await receiveGoods(t.database, { buyer, receiver, manager }, { id: order.id, lines: ordered }, [
    "0",
    "2",
  ]);
  for (const path of [`plan-sheets/${sheetId}`, `measurements/${ids.posts}`, `plan-sets/${setId}`])
    expect(await row("Posts", path)).toMatchObject({
      ...{ measured: "4", stale: "0", requested: "4", ordered: "4" },
      ...{ received: "2", paid: 0, changed: 0, requisitionIds: [requisitionId] },
    });
  const shape = { number: expect.stringMatching(/^MEA-/) as string, sheetId, current: true };
  for (const of of [`requisitionId=${requisitionId}`, `orderId=${order.id}`])
    expect((await asked<MeasuredShapes>(`measured-shapes?${of}`)).items).toMatchObject([
      { id: ids.stone, description: "Riprap, class III", ...shape },
      { id: ids.posts, description: "Posts", ...shape },
      { id: ids.fill, description: "Fill", ...shape },
    ]);
  expect(
    (await asked<MeasuredShapes>(`measured-shapes?orderId=${order.id}`, a.elsewhere)).items,
  ).toEqual([]);
  expect(await refusalOf(asked("measured-shapes"))).toContain(
    "Name one requisition, order or solicitation.",
  );
});

test("what was paid of an order's bills stands beside what was received", async () => {
  const { ap, manager, admin } = a.people;
  const [order] = (await row("Posts"))!.orders;
  const [line] = await t.database.read(ap).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${ap.orgId} and purchase_order_id = ${order!.id} and description = 'Posts'
  `);
  const input = invoiceInput.parse({
    ...{ vendorId: a.vendor.id, purchaseOrderId: order!.id, vendorNumber: "P-1" },
    invoiceDate: agencyDay(0),
    lines: [
      {
        ...{ purchaseOrderLineId: line!.id, description: "Posts" },
        ...{ quantity: "2", unitPrice: "10.00" },
      },
    ],
  });
  const bill = await a.as(ap, (tx) => createInvoice(tx, ap, input));
  await a.as(ap, (tx) => submitInvoice(tx, ap, { id: bill.id, version: null }));
  await approveDocument(t.database, manager, bill.id);
  expect((await row("Posts"))!.paid).toBe(0);
  await a.as(admin, (tx) =>
    tx.rows(sql`
      update invoice
      set paid_amount = 1500
      where org_id = ${ap.orgId} and id = ${bill.id}
    `),
  );
  expect(await row("Posts")).toMatchObject({ ordered: "4", received: "2", paid: 15_00 });
  expect(await row("Posts", `plan-sets/${setId}`)).toMatchObject({ paid: 15_00 });
  expect((await row("Fill"))!.paid).toBe(0);
});

test("a new revision marks what was bought as measured on an older one", async () => {
  await to.revise(setId, "Addendum 1", [{ number: "C-101", title: "RIPRAP PLAN" }]);
  expect(await row("Posts")).toMatchObject({ measured: "0", stale: "4", ordered: "4" });
  expect(await asked<MeasurementDetail>(`measurements/${ids.posts}`)).toMatchObject({
    stale: true,
    status: "sent",
  });
});

test("what is not there is refused, and another agency sees nothing", async () => {
  const none = crypto.randomUUID();
  for (const path of ["plan-sheets", "measurements", "plan-sets"])
    for (const [id, actor] of [
      [none, engineer],
      [{ "plan-sheets": sheetId, measurements: ids.posts, "plan-sets": setId }[path], a.elsewhere],
    ] as const)
      await expect(asked(`${path}/${id}/standing`, actor)).rejects.toMatchObject({ status: 404 });
  await expect(toBuy("requisition", a.elsewhere)).rejects.toMatchObject({ status: 404 });
});
