import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { as, agency, people, read, solicitationSetUp, t } from "#server/testing/solicitations.ts";
import { addSolicitationItems } from "./added-items.service.ts";
import { createSolicitation } from "./solicitation.service.ts";

solicitationSetUp();

const stone = { description: "Riprap", commodityCode: "212312", quantity: "120.5", unit: "ton" };
const given = (over: object = {}) => ({
  items: [stone],
  estimate: { cents: 4_820_00, basis: "Measured on C-201, at the price of PO-7." },
  ...over,
});
const drafted = (over: Parameters<typeof solicitationOf>[1] = {}) =>
  as(people.buyer, (tx) =>
    createSolicitation(tx, people.buyer, solicitationOf(agency, { kind: "rfq", ...over })),
  );
const empty = () =>
  drafted({ items: [], estimateCents: null, estimateOn: null, estimateBasis: "" });
const add = (id: string, over: object = {}, actor: Actor = people.buyer) =>
  as(actor, (tx) => addSolicitationItems(tx, actor, id, given(over)));
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: "no refusal", text: "", paths: [] as string[] }),
    (error: { code: string; message: string; errors?: { path: string; message: string }[] }) => ({
      code: error.code,
      text: [error.message, ...(error.errors ?? []).map((each) => each.message)].join(" "),
      paths: (error.errors ?? []).map((each) => each.path),
    }),
  );

test("items join a draft behind its own, and their estimate joins the whole one with its basis", async () => {
  const { id } = await empty();
  const first = await add(id);
  expect(first.items).toEqual([{ id: expect.any(String), itemNo: 1 }]);
  const fabric = { ...stone, description: "Geotextile", commodityCode: null, unit: "sq yd" };
  const second = await add(id, {
    items: [fabric],
    estimate: { cents: 100_00, basis: "Quotation of July." },
  });
  expect(second.items[0]!.itemNo).toBe(2);
  const shown = await read(id);
  expect(shown.items.map((each) => [each.itemNo, each.description, each.unit])).toEqual([
    [1, "Riprap", "ton"],
    [2, "Geotextile", "sq yd"],
  ]);
  expect(shown).toMatchObject({
    estimateCents: 4_920_00,
    estimateBasis: "Measured on C-201, at the price of PO-7.\n\nQuotation of July.",
    version: second.version,
  });
  expect(shown.estimateBy).toBe("buyer");
});

test("an estimate is of all items or of none", async () => {
  const own = await drafted({ estimateCents: null, estimateOn: null });
  expect(await refused(add(own.id))).toMatchObject({
    code: "estimate_lacks_items",
    text: expect.stringContaining("Its own items are not estimated yet."),
  });
  expect((await add(own.id, { estimate: null })).items).toHaveLength(1);
  const whole = await empty();
  await add(whole.id);
  expect(await refused(add(whole.id, { estimate: null }))).toMatchObject({
    paths: ["estimate"],
    text: expect.stringContaining("It is estimated as a whole."),
  });
  const basis = "b".repeat(2000);
  await add(whole.id, { estimate: { cents: 1, basis } });
  expect(await refused(add(whole.id, { estimate: { cents: 1, basis } }))).toMatchObject({
    paths: ["estimate.basis"],
    text: expect.stringContaining("The basis of the whole estimate has 4000 characters at most."),
  });
});

test("what is published, another agency's, or anybody's without the right is refused", async () => {
  const { id } = await empty();
  expect(await refused(add(id, {}, people.clerk))).toMatchObject({
    code: "not_allowed",
    text: expect.stringContaining("Buyers put items into solicitations."),
  });
  const { buyer: elsewhere } = await makeMembers(t.database, await makeAgency(t.database), {
    buyer: { duties: ["buyer"] },
  });
  expect((await refused(add(id, {}, elsewhere))).code).toBe("not_found");
  await as(people.manager, (tx) =>
    tx.rows(sql`
      update solicitation
      set status = 'review'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  expect(await refused(add(id))).toMatchObject({
    code: "not_in_this_status",
    text: expect.stringContaining("Items are put into a draft only."),
  });
});

test("items out of bounds and codes that nobody knows are refused at their place", async () => {
  const { id } = await empty();
  const at = async (over: object) => (await refused(add(id, over))).paths;
  expect(await at({ items: [] })).toEqual(["items"]);
  expect(await at({ items: [{ ...stone, quantity: "0" }] })).toEqual(["items.0.quantity"]);
  expect(await at({ items: [{ ...stone, quantity: "1.00001" }] })).toEqual(["items.0.quantity"]);
  expect(await at({ items: [{ ...stone, commodityCode: "000000" }] })).toEqual([
    "items.0.commodityCode",
  ]);
  expect(await at({ estimate: { cents: 0, basis: "None" } })).toEqual(["estimate.cents"]);
  expect(await at({ estimate: { cents: 1, basis: "" } })).toEqual(["estimate.basis"]);
  const many = Array.from({ length: 500 }, (_, n) => ({ ...stone, description: `Item ${n}` }));
  for (let n = 0; n < 4; n++) await add(id, { items: many, estimate: { cents: 1, basis: "Four" } });
  expect(await refused(add(id))).toMatchObject({
    paths: ["items"],
    text: expect.stringContaining("A solicitation has 2000 items at most."),
  });
});
