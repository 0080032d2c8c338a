// Files of items and locations: what cannot come in is handed back by its row, the rest comes in.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import "./inventory.server.ts";
import { packsOf } from "./item/packs.model.ts";

let t: TestDatabase;
let keeper: Actor;
let line: string;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  await makeBudget(t.database, agency, 1_00);
  ({ keeper } = await makeMembers(t.database, agency, {
    keeper: { duties: ["storekeeper"] },
  }));
  await t.database.transaction(keeper, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind)
      values (${keeper.orgId}, ${newId()}, 'County yard', 'yard')
    `),
  );
});
beforeAll(async () => {
  ({ line } = await db().one<{ line: string }>(sql`
    select code as line
    from account_string
    where org_id = ${keeper.orgId}
  `));
});
afterAll(() => t.drop());

const db = () => t.database.read(keeper);
const bring = async (kind: string, text: string) => {
  const { id } = await beginFile(t, keeper, kind, text);
  await checkFile(t, keeper, id);
  return (await commitFile(t, keeper, id)).counts;
};

test("packs are read as they are written", () => {
  expect(packsOf("case of 12; pallet of 62.5")).toEqual([
    { name: "case", quantity: "12" },
    { name: "pallet", quantity: "62.5" },
  ]);
  expect(packsOf("")).toEqual([]);
  expect(packsOf("case of many")).toBeNull();
});

test("of a file of items the good rows come in, and the same file again changes nothing", async () => {
  const file = [
    "Item,Unit,Commodity,Told apart,Packs,Reorder at,Order up to",
    "Cold patch,bag,324121,By lot,pallet of 56,120,400",
    "Stop sign,each,,,,12,40",
    "No unit,,,,,,",
    "Bad point,each,,,,NaN,",
    "Bad packs,each,,,case of many,,",
    "Bad pair,each,,,,50,40",
    "Unknown code,each,NO-SUCH,,,,",
  ].join("\n");
  expect(await bring("stock-items", file)).toMatchObject({ create: 2, reject: 5 });
  expect(await bring("stock-items", file)).toMatchObject({ create: 0, skip: 2, reject: 5 });
  const other = "Item,Unit,Reorder at\nCold patch,bag,90\n";
  expect(await bring("stock-items", other)).toMatchObject({ create: 0, reject: 1 });
  expect(
    await db().one(sql`
      select packs, tracking, trim_scale(reorder_point)::text as reorder_point
      from stock_item
      where org_id = ${keeper.orgId} and name = 'Cold patch'
    `),
  ).toEqual({
    packs: [{ name: "pallet", quantity: "56" }],
    tracking: "lot",
    reorderPoint: "120",
  });
});

test("locations come in below those above them in the file; one without place or parent is handed back", async () => {
  const file = [
    "Code,Location,Within,Place,Quarantine,Charged,Line of the stores",
    "YARD,Yard,,County yard,no,,",
    `WH,Warehouse,YARD,,no,As it is issued,${line}`,
    "WH-Q,Cage,wh,,yes,,",
    "LOST,Nowhere,,,,,",
    "FAR,Far,,Moon base,,,",
    "BELOW,Below,LOST,,,,",
    "NOBODY,Borne by nobody,YARD,,,As it is issued,",
    "STRANGE,Borne elsewhere,YARD,,,As it is issued,999-XX",
  ].join("\n");
  expect(await bring("stock-locations", file)).toMatchObject({ create: 3, reject: 5 });
  expect(await bring("stock-locations", file)).toMatchObject({ create: 0, skip: 3, reject: 5 });
  const otherwise = `Code,Location,Within,Charged,Line of the stores\nWH,Warehouse,YARD,As it is issued,999-XX`;
  expect(await bring("stock-locations", otherwise)).toMatchObject({ create: 0, reject: 1 });
  const items = await db().rows(sql`
    select l.code, w.code as within, l.quarantine, l.charge_at
    from stock_location l
    left join stock_location w on w.org_id = l.org_id and w.id = l.parent_id
    where l.org_id = ${keeper.orgId}
    order by l.code
  `);
  expect(items).toEqual([
    { code: "WH", within: "YARD", quarantine: false, chargeAt: "issue" },
    { code: "WH-Q", within: "WH", quarantine: true, chargeAt: "purchase" },
    { code: "YARD", within: null, quarantine: false, chargeAt: "purchase" },
  ]);
});
