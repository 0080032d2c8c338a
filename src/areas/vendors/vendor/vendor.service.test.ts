import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { historyOf } from "#server/audit/history.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { readVendor, vendorList } from "./vendor.list.ts";
import { vendorInput, vendorPatch, type VendorRow } from "./vendor.model.ts";
import {
  changeVendor,
  createVendor,
  moveVendor,
  revealTin,
  saveContact,
} from "./vendor.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "ap" | "manager" | "clerk", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    ap: { duties: ["ap"] },
    manager: { role: "manager" },
    clerk: {},
  });
});

const northline = {
  name: "Northline Aggregates, L.L.C.",
  tin: "41-1234567",
  uei: "NRTHLN000001",
  email: "orders@northline.test",
  phone: "(952) 555-0134",
  address1: "12 North Quarry Road",
  city: "Chaska",
  state: "mn",
  postalCode: "55318-1200",
  commodityCodes: ["212321"],
  diversity: ["wbe"],
};
const create = (over: object = {}, actor: Actor = people.buyer) =>
  t.database.transaction(actor, (tx) =>
    createVendor(tx, actor, vendorInput.parse({ ...northline, ...over })),
  );
const change = (id: string, patch: object, version: number | null) =>
  t.database.transaction(people.buyer, (tx) =>
    changeVendor(tx, people.buyer, id, vendorPatch.parse(patch), version),
  );
const read = (id: string) => readVendor(t.database.read(people.buyer), people.buyer, id);

test.each([
  ["ZZ", "US", "ZZ is no state. Use the two letters of a state or territory, such as MN."],
  ["MN", "US", null],
  ["PR", "US", null],
  ["QC", "CA", null],
])("the state %s of %s", (state, country, message) => {
  const read = vendorInput.safeParse({ name: "Prairie Rock", state, country });
  expect(read.error?.issues.map((issue) => [issue.path, issue.message]) ?? null).toEqual(
    message && [[["state"], message]],
  );
});

test("keys: case, punctuation, legal form and street words do not matter, other words do", () => {
  expect(nameKey("NORTHLINE AGGREGATES")).toBe(nameKey("Northline Aggregates, L.L.C."));
  expect(nameKey("Smith & Sons, Inc.")).toBe(nameKey("SMITH AND SONS"));
  expect(nameKey("Northline Aggregate Haulers")).not.toBe(nameKey("Northline Aggregates"));
  expect(nameKey("The Company")).toBe("thecompany");
  expect(addressKey({ address1: "12 North Quarry Road #4", postalCode: "55318-1200" })).toBe(
    addressKey({ address1: "12 N. Quarry Rd, Suite 4", postalCode: "55318" }),
  );
  expect(addressKey({ address1: "", city: "Chaska" })).toBeNull();
});

test("a vendor gets a number, keys and commodities; the tax number is sealed, shown by its last four, revealed with a reason only", async () => {
  const row = await create();
  expect(row).toMatchObject({
    number: "V-00001",
    status: "draft",
    nameKey: "northlineaggregates",
    state: "MN",
    tinLast4: "4567",
    tinKind: "ein",
  });
  expect(row.tinSealed).not.toContain("411234567");
  const detail = await read(row.id);
  expect(detail).toMatchObject({
    commodities: [{ code: "212321", name: "Construction Sand and Gravel Mining" }],
    tinLast4: "4567",
  });
  expect(JSON.stringify(detail)).not.toContain("1234567");
  const shown = await t.database.transaction(people.ap, (tx) =>
    revealTin(tx, people.ap, row.id, "Form 1099"),
  );
  expect(shown).toEqual({ tin: "411234567", kind: "ein" });
  const { items } = await historyOf(t.database.read(people.ap), "vendor", row.id);
  expect(items.map((i) => [i.action, i.reason])).toEqual([
    ["vendor.revealTin", "Form 1099"],
    ["vendor.create", null],
  ]);
  expect(JSON.stringify(items)).not.toMatch(/tinSealed|tinDigest|411234567/);
});

test("a sealed number moved to another record does not open", async () => {
  const [a, b] = [
    await create(),
    await create({
      name: "Castor Electric",
      tin: "41-7654321",
      uei: null,
      address1: null,
      postalCode: null,
      city: null,
    }),
  ];
  await t.database.transaction(people.buyer, (tx) =>
    tx.rows(sql`
      update vendor
      set tin_sealed = ${a.tinSealed}
      where org_id = ${agency.orgId} and id = ${b.id}
    `),
  );
  await expect(
    t.database.transaction(people.ap, (tx) => revealTin(tx, people.ap, b.id, "Form 1099")),
  ).rejects.toThrow();
});

test("likely duplicates are named with reasons and must be confirmed; the confirmation is in the record", async () => {
  const first = await create();
  const again = {
    name: "NORTHLINE AGGREGATES",
    uei: null,
    tin: "41-1234567",
    address1: "12 N. Quarry Rd",
  };
  await expect(create(again)).rejects.toMatchObject({
    code: "possible_duplicates",
    extra: {
      duplicates: [{ id: first.id, reasons: ["same tax number", "same name", "same address"] }],
    },
  });
  const second = await create({ ...again, confirmedDuplicates: [first.id] });
  expect(
    (await historyOf(t.database.read(people.buyer), "vendor", second.id)).items[0]!.reason,
  ).toContain("V-00001 (same tax number");
  await expect(
    create({
      name: "Northlyne Agregates",
      uei: null,
      tin: null,
      address1: null,
      city: null,
      postalCode: null,
    }),
  ).rejects.toMatchObject({ extra: { duplicates: [{ reasons: ["a similar name"] }, {}] } });
  await expect(
    create({ name: "Quite Another Firm", tin: null, address1: null }),
  ).rejects.toMatchObject({ code: "same_uei", errors: [{ path: "uei" }] });
});

test("a patch changes what it names and nothing else; a stale version is refused; a tax number can be taken away", async () => {
  const row = await create({ insuranceExpiresOn: "2027-03-01" });
  const after = await change(row.id, { city: "Carver" }, row.version);
  expect(after).toMatchObject({
    city: "Carver",
    commodityCodes: ["212321"],
    insuranceExpiresOn: "2027-03-01",
    email: northline.email,
    tinLast4: "4567",
    termsDays: 30,
    addressKey: row.addressKey,
  });
  expect((await read(row.id)).diversity).toEqual(["wbe"]);
  await expect(change(row.id, { city: "Waconia" }, row.version)).rejects.toMatchObject({
    status: 412,
  });
  expect(await change(row.id, { tin: null }, after.version)).toMatchObject({
    tinSealed: null,
    tinDigest: null,
    tinLast4: null,
  });
});

test("forged and wrong fields are refused", async () => {
  expect(() => vendorInput.strict().parse({ ...northline, status: "active" })).toThrow(/status/);
  expect(vendorInput.safeParse({ ...northline, tin: "00-1234567" }).error!.issues[0]).toMatchObject(
    { path: ["tin"], message: "No EIN begins with 00." },
  );
  expect(vendorInput.safeParse({ ...northline, tin: "000-12-3456", tinKind: "ssn" }).success).toBe(
    false,
  );
  await expect(create({ commodityCodes: ["999999"] })).rejects.toMatchObject({
    code: "unknown_commodity",
    errors: [{ path: "commodityCodes" }],
  });
});

test("lists find by words, commodity, certification and screening; another agency sees nothing", async () => {
  const row = await create();
  await create({
    name: "Castor Electric",
    uei: null,
    tin: null,
    address1: null,
    commodityCodes: ["238210"],
    diversity: [],
    email: "c@castor.test",
  });
  const list = async (query: Record<string, unknown>, actor: Actor = people.clerk) =>
    (await runList<VendorRow>(t.database.read(actor), actor, vendorList, query)).items.map(
      (v) => v.name,
    );
  expect(await list({ q: "north chaska" })).toEqual([row.name]);
  expect(await list({ commodity: ["212321", "212312"] })).toEqual([row.name]);
  expect(await list({ certification: ["dbe"] })).toEqual([]);
  expect(await list({ screening: ["none"] })).toHaveLength(2);
  const other = await makeAgency(t.database);
  const stranger = (await makeMembers(t.database, other, { stranger: { role: "admin" } })).stranger;
  expect(await list({}, stranger)).toEqual([]);
  await expect(readVendor(t.database.read(stranger), stranger, row.id)).rejects.toMatchObject({
    status: 404,
  });
});

test("hold and suspension need a reason and the right role; contacts keep one first to call", async () => {
  const row = await create();
  await t.database.transaction(people.buyer, (tx) =>
    tx.rows(
      sql`update vendor set status = 'active' where org_id = ${agency.orgId} and id = ${row.id}`,
    ),
  );
  const move = (actor: Actor, action: "hold" | "release" | "suspend", reason: string | null) =>
    t.database.transaction(actor, (tx) =>
      moveVendor(tx, actor, action, { id: row.id, version: null, reason }),
    );
  await expect(move(people.clerk, "hold", "late")).rejects.toMatchObject({ status: 403 });
  await expect(move(people.buyer, "hold", " ")).rejects.toMatchObject({ code: "reason_required" });
  expect(await move(people.buyer, "hold", "Insurance lapsed")).toMatchObject({
    status: "on_hold",
    holdReason: "Insurance lapsed",
  });
  await expect(move(people.buyer, "suspend", "Fraud")).rejects.toMatchObject({ status: 403 });
  expect(await move(people.buyer, "release", "Certificate is here")).toMatchObject({
    status: "active",
    holdReason: null,
  });
  for (const name of ["Nora Whitfield", "Otto Lind"])
    await t.database.transaction(people.buyer, (tx) =>
      saveContact(
        tx,
        people.buyer,
        row.id,
        null,
        { name, title: "", email: null, phone: "952 555 0100", isPrimary: true, active: true },
        null,
      ),
    );
  expect((await read(row.id)).contacts.map((c) => [c.name, c.isPrimary])).toEqual([
    ["Otto Lind", true],
    ["Nora Whitfield", false],
  ]);
});
