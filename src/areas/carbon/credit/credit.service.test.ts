// Credits on a real database: serial numbers that are nobody else's, an order, a retirement for good.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { CreditDetail } from "./credit.model.ts";

let t: TestDatabase;
let officer: Actor;
let clerk: Actor;
let elsewhere: Actor;
let [ordered, drafted] = ["", ""];
const asking = askingOf(() => t);
const credits = "/api/v1/carbon-credits";
type Written = { id: string; version: number; status: string };

const list = (from: number, to: number, by = officer, over: object = {}) =>
  asking<Written>(by, `POST ${credits}`, {
    ...{ registry: "verra", project: "Prairie of the Crow River", vintage: 2023 },
    ...{ block: "vcs-1874 mn", serialFrom: from, serialTo: to },
    ...over,
  });
const step = (id: string, name: string, body: object = {}, by = officer) =>
  asking<Written>(by, `POST ${credits}/${id}/actions/${name}`, body);
const read = (id: string, by = officer) => asking<CreditDetail>(by, `GET ${credits}/${id}`);
/** An order of the agency in a status; orders are procurement's, which tests them. */
const order = async (actor: Actor, agency: Agency, vendorId: string, status: string) => {
  const id = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, ordered_on, status
      )
      values (
        ${actor.orgId}, ${id}, ${`PO-${status}`}, 'Credits', ${vendorId}, ${agency.departmentId},
        ${agency.fiscalYearId}, ${agencyDay()}, ${status}
      )
    `),
  );
  return id;
};

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ officer, clerk } = await makeMembers(t.database, agency, {
    officer: { duties: ["sustainability_officer"] },
    clerk: {},
  }));
  ({ elsewhere } = await makeMembers(t.database, await makeAgency(t.database), {
    elsewhere: { duties: ["sustainability_officer"] },
  }));
  const { id } = await makeVendor(t.database, agency);
  ordered = await order(officer, agency, id, "issued");
  drafted = await order(officer, agency, id, "draft");
});
afterAll(() => t.drop());

test("ranges of serial numbers never overlap, and a clash does not say whose they are", async () => {
  const { id } = await list(1, 100);
  const taken = "serials_taken: Some of these serial numbers are listed already.";
  expect(await refusalOf(list(100, 120))).toBe(taken);
  expect(await refusalOf(list(50, 50, elsewhere, { block: "VCS-1874MN" }))).toBe(taken);
  expect(await refusalOf(list(50, 50, clerk))).toContain("not allow");
  await list(101, 120, elsewhere);
  await list(1, 100, elsewhere, { registry: "gold" });
  expect(await refusalOf(read(id, elsewhere))).toContain("carbon credit");
  await step(id, "withdraw", { reason: "Nobody sells them" });
  await list(1, 100, elsewhere);
  expect(await refusalOf(list(9, 8))).toContain("The last number comes before the first.");
});

test("two agencies race for the same numbers: one of them lists, and it retires once", async () => {
  const tries = [officer, elsewhere, officer, elsewhere, elsewhere, officer];
  const answers = await Promise.all(tries.map((by) => refusalOf(list(500, 599, by))));
  const through = answers.filter((answer) => answer === "nothing was refused");
  expect(through).toHaveLength(1);
  expect(new Set(answers).size).toBe(2);
  const { held } = await t.database.read(officer).one<{ held: number }>(sql`
    select count(*)::int as held
    from carbon_credit
    where taken and serial_from = 500
  `);
  expect(held).toBeLessThanOrEqual(1);
});

test("an order buys them, a year is named, and the retirement is for good", async () => {
  const { id } = await list(1000, 1249);
  expect(await refusalOf(step(id, "retire", { document: "Certificate 1" }))).toContain(
    "not_in_this_status",
  );
  expect(await refusalOf(step(id, "hold", { orderId: newId() }))).toContain("order_unknown");
  expect(await refusalOf(step(id, "hold", { orderId: drafted }))).toBe(
    "order_not_out: PO-draft has not gone out.",
  );
  await step(id, "hold", { orderId: ordered });
  expect(await refusalOf(step(id, "reserve", { year: "2199" }))).toContain("year_ahead");
  await step(id, "reserve", { year: "2024" });
  await step(id, "release", { reason: "Another year" });
  await step(id, "reserve", { year: "2023" });
  expect(await refusalOf(step(id, "retire", { document: "" }))).toContain("Name the registry");
  const many = await Promise.all(
    [1, 2, 3, 4].map(() => refusalOf(step(id, "retire", { document: "Certificate 8-114" }))),
  );
  expect(many.filter((answer) => answer === "nothing was refused")).toHaveLength(1);
  expect(await read(id, clerk)).toMatchObject({
    ...{ status: "retired", tons: 250, forYear: 2023, document: "Certificate 8-114" },
    ...{ serials: "VCS-1874MN-1000 to 1249", orderNumber: "PO-issued", actions: [] },
  });
  const change = t.database.transaction(officer, (tx) =>
    tx.rows(
      sql`update carbon_credit set status = 'held' where id = ${id} and org_id = ${officer.orgId}`,
    ),
  );
  await expect(change).rejects.toThrow("a retired credit does not change");
});
