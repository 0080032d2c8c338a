// Assemblies: drafted, tried, published, compared, handed on as a file, with prices that were paid.
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginCostCodes } from "#areas/budget/budget.server.ts";
import type { DefinitionFile, Difference, PublishCheck } from "#kernel/definition.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { projectAgency } from "./projects.setup.ts";
import type { AssemblyInput, AssemblyRow } from "./takeoff/assembly/assembly.model.ts";
import { assemblies, expandVersion } from "./takeoff/assembly/assembly.service.ts";
import { costOf } from "./takeoff/assembly/cost.model.ts";
import { proposedOf, type Paid } from "./takeoff/assembly/price.model.ts";
import { proposedPrices } from "./takeoff/assembly/price.service.ts";
import { guardrail, riprap } from "./takeoff/assembly/shipped.data.ts";

let t: TestDatabase;
let p: Awaited<ReturnType<typeof projectAgency>>;
const path = "/api/v1/takeoff-assemblies";
beforeAll(async () => {
  t = await freshDatabase();
  p = await projectAgency(t);
  await p.as(p.people.admin, async (tx) => {
    await beginCostCodes(tx);
    await tx.rows(sql`select levee_begin_units(${p.agency.orgId}::uuid)::text as begun`);
  });
});
afterAll(() => t.drop());

const draft = (over: object = {}, actor = p.people.engineer, query = "") =>
  p.asking<AssemblyRow>(actor, `POST ${path}${query}`, { ...guardrail, ...over });
const publish = ({ id, version }: AssemblyRow, actor = p.people.engineer) =>
  p.asking<AssemblyRow>(actor, `POST ${path}/${id}/actions/publish`, {}, version);
const changed = ({ id, version }: AssemblyRow, body: object) =>
  p.asking<AssemblyRow>(p.people.engineer, `PATCH ${path}/${id}`, body, version);
const openChecks = async (id: string) =>
  (
    await p.asking<{ items: PublishCheck[] }>(p.people.clerk, `GET ${path}/${id}/checks`)
  ).items.filter((each) => !each.ok);
const itemWith = (over: object) => [{ ...guardrail.items[0]!, ...over }];
const each = (amount: string) => ({ amount, unit: "each" });

test("an assembly is published, and a measurement that began with it keeps its version", async () => {
  const one = await publish(await draft());
  expect(one).toMatchObject({ status: "published", versionNo: 1 });
  const given = { length: { amount: "100", unit: "yd" }, runs: each("2") };
  const db = t.database.read(p.people.clerk);
  const bought = async (id: string) =>
    (await expandVersion(db, id, given)).map((item) => item.found?.bought ?? item.problem);
  expect(await bought(one.id)).toEqual(["50", "50", "24", "4"]);
  const next = await draft(
    { items: itemWith({ waste: "10" }) },
    p.people.engineer,
    `?nextVersionOf=${one.definitionId}`,
  );
  expect(next).toMatchObject({ status: "draft", versionNo: 2 });
  await expect(bought(next.id)).rejects.toThrow();
  await publish(next);
  expect(await bought(next.id)).toEqual(["55"]);
  expect(await bought(one.id)).toEqual(["50", "50", "24", "4"]);
  const { items } = await p.asking<{ items: Difference[] }>(
    p.people.clerk,
    `GET ${path}/${next.id}/differences?against=${one.id}`,
  );
  expect(items).toContainEqual(expect.objectContaining({ before: "0", after: "10" }));
  await p.as(p.people.engineer, async (tx) => {
    expect((await assemblies.begin(tx, one.definitionId)).id).toBe(next.id);
  });
});

test("what is published does not change; who may not write or publish is refused", async () => {
  const one = await publish(await draft({ name: "Fixed" }));
  expect(await refusalOf(changed(one, { name: "Other" }))).toContain("published: ");
  expect(await refusalOf(draft({}, p.people.clerk))).toContain("not_allowed: ");
  const mine = await draft({ name: "Of the inspector" }, p.people.inspector);
  expect(await refusalOf(publish(mine, p.people.inspector))).toContain("not_allowed: ");
  expect(await refusalOf(publish(mine, p.elsewhere))).toContain("not_found: ");
  expect(await refusalOf(p.asking(p.elsewhere, `GET ${path}/${mine.id}`))).toContain("not_found: ");
  const { items } = await p.asking<{ items: AssemblyRow[] }>(p.elsewhere, `GET ${path}`);
  expect(items).toEqual([]);
  const prices = `GET ${path}/${mine.id}/prices`;
  expect(await refusalOf(p.asking(p.people.clerk, prices))).toContain("not_allowed: ");
});

test("what a draft lacks is said in sentences, and keeps it from being published", async () => {
  const one = await draft({ name: "Lacking", variables: [], items: [] });
  const sentences = async (over: Partial<AssemblyInput>) => {
    const { version } = await p.asking<AssemblyRow>(p.people.engineer, `GET ${path}/${one.id}`);
    await changed({ ...one, version }, { variables: guardrail.variables, ...over });
    return (await openChecks(one.id)).map((check) => check.sentence);
  };
  expect(await refusalOf(publish(one))).toContain("not_ready: ");
  expect(await sentences({ items: [] })).toEqual(["It has an item."]);
  expect(await sentences({ items: itemWith({ formula: null }) })).toEqual([
    "“Post, W6x8.5 steel” says how much of it there is.",
  ]);
  expect(await sentences({ items: itemWith({ formula: { var: "height" } }) })).toEqual([
    "The formula of “Post, W6x8.5 steel” reads “height”: add it as a variable.",
  ]);
  const twice = guardrail.items[0]!;
  expect(await sentences({ items: [twice, twice] })).toEqual(["Each item has a name of its own."]);
  const [length, runs] = guardrail.variables;
  expect(await sentences({ variables: [length!, length!, runs!], items: [twice] })).toEqual([
    "Each variable has a name of its own.",
  ]);
  expect(
    await sentences({ variables: [length!, { ...runs!, least: "9", usual: "1" }], items: [twice] }),
  ).toEqual([
    "The lower limit of a variable is not above the upper one, and its usual value lies between.",
  ]);
  expect(await sentences({ items: itemWith({ unit: "rod" }) })).toEqual([
    "Each unit is one of the agency's list.",
  ]);
  expect(
    await sentences({ variables: [{ ...length!, unit: "sq yd" }, runs!], items: [twice] }),
  ).toEqual(["What is measured has a unit of its kind, as a length has feet."]);
  expect(
    await sentences({
      items: itemWith({ commodityCode: "000001", costCode: "9999", stockItem: "ITM-0" }),
    }),
  ).toEqual([
    "This agency knows no commodity 000001.",
    "This agency has no cost code 9999 in use.",
    "The stores have no item ITM-0.",
  ]);
});

test("what can never be is refused where it stands", async () => {
  const refused = async (over: object) => refusalOf(draft(over));
  const variable = (over: object) => ({ variables: [{ ...guardrail.variables[0]!, ...over }] });
  expect(await refused(variable({ key: "Length" }))).toContain(
    "A name in formulas begins with a small letter and has letters and digits.",
  );
  expect(await refused(variable({ key: "min" }))).toContain(
    "Formulas call min, max and if; give the variable another name.",
  );
  expect(await refused(variable({ label: "" }))).toContain("Say what the variable is.");
  expect(await refused(variable({ unit: "" }))).toContain("Name the unit.");
  const limits = { least: "The lower limit", most: "The upper limit", usual: "The usual value" };
  for (const [name, said] of Object.entries(limits))
    expect(await refused(variable({ [name]: "many" }))).toContain(
      `${said} is a number with at most four decimals.`,
    );
  const item = (over: object) => refused({ items: itemWith(over) });
  expect(await item({ description: " " })).toContain("Describe the item.");
  expect(await item({ waste: "1.234" })).toContain(
    "Waste is a percentage with at most two decimals.",
  );
  expect(await item({ pack: "0" })).toContain("A pack holds more than nothing.");
  expect(await item({ pack: "-1" })).toContain("A pack is a number with at most four decimals.");
  expect(await item({ formula: { count: [{ var: "length" }] } })).toContain(
    "count is no operator.",
  );
  expect(await refused({ name: "" })).toContain("Name the assembly.");
});

test("a file reads again as it was; what the other agency does not have is refused by its place", async () => {
  const one = await draft({ ...riprap, name: "On its way" });
  const file = await p.asking<DefinitionFile>(p.people.engineer, `GET ${path}/${one.id}/file`);
  expect(JSON.stringify(file)).not.toContain(one.id);
  const back = await p.asking<AssemblyRow>(p.people.engineer, `POST ${path}/actions/import`, file);
  const { name, about, variables, items } = back;
  expect({ name, about, variables, items }).toEqual({ ...riprap, name: "On its way" });
  const elsewhere = await refusalOf(p.asking(p.elsewhere, `POST ${path}/actions/import`, file));
  expect(elsewhere).toContain("not_here: ");
  expect(elsewhere).toContain("This agency has no cost code 500 in use.");
});

const paid: Paid = {
  description: "Guardrail section, W-beam 12.5 ft",
  unit: "each",
  unitPrice: "118.6000",
  orderId: newId(),
  orderNumber: "PO-2027-00007",
  orderedOn: agencyDay(-30),
  vendor: "North Shore Steel",
};
const panel = { key: "panels", description: "W-beam section, 12.5 ft", unit: "each" };

test("a price is proposed of what was paid for a thing like it, with its source", () => {
  const newer = { ...paid, unitPrice: "121.0000", orderedOn: agencyDay(-3) };
  expect(proposedOf(panel, [paid, newer])).toMatchObject({
    key: "panels",
    unitPrice: "121.0000",
    orderId: paid.orderId,
    orderedOn: agencyDay(-3),
  });
  expect(proposedOf(panel, [paid]).source).toMatch(
    /^\$118\.60 per each for “Guardrail section, W-beam 12\.5 ft” on PO-2027-00007 of .*, from North Shore Steel\.$/,
  );
  expect(proposedOf(panel, [{ ...paid, unit: "ft" }])).toMatchObject({
    unitPrice: null,
    source: "It was bought by the ft only, not by the each.",
  });
  expect(proposedOf({ ...panel, description: "Steel post" }, [paid])).toMatchObject({
    unitPrice: null,
    source: "Nothing like it was bought yet.",
  });
});

test("items without an order behind them have no price, and the rest is added up to the cent", async () => {
  const db = t.database.read(p.people.engineer);
  expect(await proposedPrices(db, [{ ...panel, commodityCode: "332999" }])).toEqual([
    {
      key: "panels",
      unitPrice: null,
      orderId: null,
      orderedOn: null,
      source: "Nothing like it was bought yet.",
    },
  ]);
  const one = await publish(await draft({ name: "Priced" }));
  const given = { length: { amount: "250", unit: "ft" }, runs: each("1") };
  const items = await expandVersion(db, one.id, given);
  const prices = new Map([["panels", { unitPrice: "118.6000" }]]);
  expect(costOf(items, prices)).toEqual({ cents: 2_372_00, priced: 1 });
});
