// Opening balances by file: each thing, place, lot and fund once, before it moves; by row what cannot be.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeBudget } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import "../inventory.server.ts";
import { stockRules } from "../ledger/ledger.checks.ts";
import { readMovement } from "../movement/movement.read.service.ts";
import { openingRow, worthOfRow } from "./opening.model.ts";

let t: TestDatabase;
let s: Stores;
let fund: string;
let code: string;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  fund = (
    await s.db().one<{ code: string }>(sql`
      select code
      from segment_value
      where org_id = ${s.agency.orgId} and id = ${s.fund}
    `)
  ).code;
  code = (
    await s.db().one<{ code: string }>(sql`
      select code
      from stock_location
      where org_id = ${s.agency.orgId} and id = ${s.bay}
    `)
  ).code;
});
afterAll(() => t.drop());

const head = "Item,Location,Lot or serial number,Expires on,Fund,Quantity,Unit,Unit cost,Value,Day";
const bring = async (rows: readonly string[], by = s.people.keeper) => {
  const { id } = await beginFile(t, by, "stock-opening-balances", [head, ...rows].join("\n"));
  const checked = await checkFile(t, by, id);
  const done = await commitFile(t, by, id);
  return { ...done, checked };
};
const fixesOf = (run: { problems: readonly { fix: string }[] }) => run.problems.map((p) => p.fix);

const day = agencyDay(-30);

test("quantity, lot, unit and value come in at the day, and the sum stands before it is taken", async () => {
  const patch = await s.item({ packs: [{ name: "pallet", quantity: "56" }] });
  const paint = await s.item({ tracking: "lot", unit: "pail" });
  const pump = await s.item({ tracking: "serial", unit: "each" });
  const named = async (id: string) =>
    (
      await s.db().one<{ number: string }>(sql`
        select number
        from stock_item
        where org_id = ${s.agency.orgId} and id = ${id}
      `)
    ).number;
  const [a, b, c] = [await named(patch), await named(paint), await named(pump)];
  const rows = [
    `${a},${code},,,${fund},2,pallet,831.60,,${day}`,
    `${b},${code.toLowerCase()},L-1,2027-05-01,${fund},10,,,940.00,${day}`,
    `${b},${code},L-2,,Fund ${fund},5,,94.5,472.50,${day}`,
    `${c},${code},SN-1,,${fund},1,,1495,,${day}`,
    `${c},${code},SN-2,,${fund},1,,0,,${day}`,
  ];
  const run = await bring(rows);
  expect(run.checked.counts).toMatchObject({
    create: 5,
    reject: 0,
    groups: { [`fund ${fund}`]: 166320 + 94000 + 47250 + 149500 },
    sums: { create: 94000 + 47250, unread: 3 },
  });
  expect(run.counts).toMatchObject({ create: 5 });
  expect(await s.poolOf(patch)).toEqual({ quantity: "112", valueCents: 166320 });
  expect(await s.poolOf(paint)).toEqual({ quantity: "15", valueCents: 141250 });
  expect(await s.poolOf(pump)).toEqual({ quantity: "2", valueCents: 149500 });
  const { items } = await s.asking<{ items: { id: string; number: string }[] }>(
    s.people.keeper,
    `GET /api/v1/stock-movements?opening=true&itemId=${patch}`,
  );
  expect(items).toHaveLength(1);
  expect(await readMovement(s.db(), s.people.keeper, items[0]!.id)).toMatchObject({
    kind: "adjust",
    movedOn: day,
    reason: "Opening balance by file.",
    content: expect.arrayContaining([
      expect.objectContaining({
        itemId: patch,
        quantity: "112",
        typedQuantity: "2",
        unit: "pallet",
      }),
    ]),
  });
  // The same file again changes nothing; what moved since is counted, not brought in again.
  expect((await bring(rows)).counts).toMatchObject({ create: 0, skip: 5, reject: 0 });
  await s.issue(patch, "12");
  const other = await bring([`${a},${code},,,${fund},3,pallet,831.60,,${day}`]);
  expect(other.counts).toMatchObject({ create: 0, reject: 1 });
  expect(fixesOf(other)[0]).toContain("reverse it first, or count");
  for (const rule of stockRules)
    expect(await rule.check({ db: s.db() } as never), rule.name).toEqual([]);
});

test("by row what cannot be, and the rest of half a file comes in", async () => {
  await s.item({ name: "Sand of the test" });
  const bag = await s.item({ name: "Gravel of the test" });
  const lots = await s.item({ name: "Paint of the test", tracking: "lot" });
  const pump = await s.item({ name: "Pump of the test", tracking: "serial" });
  const rows: [string, string][] = [
    [`Nothing,${code},,,${fund},1,,1,,${day}`, "is unknown"],
    [`Sand of the test,NOWHERE,,,${fund},1,,1,,${day}`, "NOWHERE is unknown"],
    [`Sand of the test,${code},,,NOFUND,1,,1,,${day}`, "is no fund"],
    [`Sand of the test,${code},,,${fund},NaN,,1,,${day}`, "write a number"],
    [`Sand of the test,${code},,,${fund},0,,1,,${day}`, "more than 0"],
    [`Sand of the test,${code},,,${fund},-4,,1,,${day}`, "at most four decimals"],
    [`Sand of the test,${code},,,${fund},1,furlong,1,,${day}`, "furlong"],
    [`Sand of the test,${code},,,${fund},1,,,,${day}`, "Enter the unit cost or the value"],
    [`Sand of the test,${code},,,${fund},2,,1,3.00,${day}`, "another value"],
    [`Gravel of the test,${code},,,Fund ${fund},1,,1,,${agencyDay(1)}`, "on a day to come"],
    [`Sand of the test,${code},L-9,,${fund},1,,1,,${day}`, "not told apart"],
    [`Paint of the test,${code},,,${fund},1,,1,,${day}`, "Write the lot"],
    [`Pump of the test,${code},,,${fund},1,,1,,${day}`, "Write the serial number"],
    [`Pump of the test,${code},SN-8,,${fund},2,,1,,${day}`, "is one"],
    [`Sand of the test,${code},,,${fund}`, "Quantity"],
  ];
  const good = [
    `Gravel of the test,${code},,,${fund},40,,1.25,,${day}`,
    `Pump of the test,${code},SN-9,,${fund},1,,1495,,${day}`,
  ];
  const run = await bring([...rows.map(([row]) => row), ...good]);
  expect(run.counts).toMatchObject({ create: 2, reject: rows.length });
  expect(
    rows.filter(([, said]) => !run.problems.some((p) => `${p.fix} ${p.column}`.includes(said))),
  ).toEqual([]);
  expect(await s.poolOf(bag)).toEqual({ quantity: "40", valueCents: 5000 });
  expect(await s.poolOf(pump)).toEqual({ quantity: "1", valueCents: 149500 });
  expect(await s.poolOf(lots)).toMatchObject({ quantity: null });
});

test("a piece lies in one place, and one thing is named once, however it is called", async () => {
  const pump = await s.item({ name: "Twin pump", tracking: "serial" });
  const { number } = await s.db().one<{ number: string }>(sql`
    select number
    from stock_item
    where org_id = ${s.agency.orgId} and id = ${pump}
  `);
  const shelf = (
    await s.db().one<{ code: string }>(sql`
      select code
      from stock_location
      where org_id = ${s.agency.orgId} and id = ${s.shelf}
    `)
  ).code;
  const run = await bring([
    `Twin pump,${code},SN-1,,${fund},1,,10,,${day}`,
    `${number},${shelf},sn-1,,${fund},1,,10,,${day}`,
    `Twin pump,${code},SN-2,,${fund},1,,10,,${day}`,
  ]);
  expect(run.counts).toMatchObject({ create: 2, reject: 1 });
  expect(fixesOf(run)).toEqual(["This stands in the file above already."]);
  const again = await bring([`Twin pump,${shelf},SN-1,,${fund},1,,10,,${day}`]);
  expect(fixesOf(again)[0]).toContain("lies in the stores already");
  // A lot at two places in one file is one lot.
  const lots = await s.item({ name: "Twin lot", tracking: "lot" });
  const two = await bring([
    `Twin lot,${code},L-1,2027-01-31,${fund},4,,10,,${day}`,
    `Twin lot,${shelf},L-1,2027-01-31,${fund},6,,10,,${day}`,
  ]);
  expect(two.counts).toMatchObject({ create: 2, reject: 0 });
  expect(await s.poolOf(lots)).toEqual({ quantity: "10", valueCents: 10000 });
  const wrongDay = await bring([`Twin lot,${code},L-1,2027-02-28,Fund ${fund},1,,1,,${day}`]);
  expect(fixesOf(wrongDay)[0]).toContain("another last day");
  // Taken back, it may come in anew.
  const { id } = await s.db().one<{ id: string }>(sql`
    select m.id
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and l.item_id = ${lots} and l.to_location_id = ${s.shelf}
  `);
  await s.reverse({ id });
  expect(
    (await bring([`Twin lot,${shelf},L-1,2027-01-31,${fund},7,,10,,${day}`])).counts,
  ).toMatchObject({ create: 1 });
});

test("what is charged as it is issued belongs to the fund of the line of the stores", async () => {
  const { accountStringId } = await makeBudget(t.database, s.agency, 1_00);
  await s.item({ name: "Counter gloves" });
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update stock_location
      set charge_at = 'issue', charge_account_id = ${accountStringId}
      where org_id = ${s.agency.orgId} and id = ${s.cage}
    `),
  );
  const { cage } = await s.db().one<{ cage: string }>(sql`
    select code as cage
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${s.cage}
  `);
  const run = await bring([`Counter gloves,${cage},,,${fund},1,,1,,${day}`]);
  expect(run.counts).toMatchObject({ create: 0, reject: 1 });
  expect(fixesOf(run)[0]).toContain("is borne by");
});

test("a closed period takes none, and who may not move stock brings none in", async () => {
  await s.item({ name: "Late sand" });
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      insert into general_ledger (org_id, begins_on, closed_through)
      values (${s.agency.orgId}, ${agencyDay(-400)}, ${agencyDay(-20)})
    `),
  );
  const run = await bring([
    `Late sand,${code},,,${fund},1,,1,,${day}`,
    `Late sand,${code},,,${fund},1,,1,,${agencyDay(-3)}`,
  ]);
  expect(run.counts).toMatchObject({ create: 0, reject: 2 });
  expect(fixesOf(run).some((fix) => fix.includes("books are closed through"))).toBe(true);
  await expect(bring([], s.people.clerk)).rejects.toThrow();
  expect(
    worthOfRow(
      openingRow.parse({
        item: "a",
        location: "b",
        fund: "c",
        quantity: "3",
        unitCost: "0.335",
        day,
      }),
    ),
  ).toBe(101);
});
