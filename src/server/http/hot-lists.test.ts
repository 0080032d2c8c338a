import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitmentList } from "#areas/budget/line/line.service.ts";
import { invoiceList, paymentList } from "#areas/finance/finance.server.ts";
import { orderList, requisitionList } from "#areas/procurement/procurement.server.ts";
import { eventsSql } from "#areas/vendors/performance/events.service.ts";
import { vendorList } from "#areas/vendors/vendor/vendor.list.ts";
import { approvalList } from "#areas/workflow/approval/approval.list.ts";
import type { Actor } from "#kernel/access.ts";
import { day as asDay } from "#kernel/time.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy, makeVendor } from "../testing/agency.ts";
import { bind } from "../db/sql.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { writeMany, type ManyTable } from "../testing/many.ts";
import { requireExportable } from "./export.ts";
import { explainList, listAll, runList } from "./list-page.ts";
import type { ListDefinition } from "./list.ts";

const hot: [ManyTable, ListDefinition][] = [
  ["requisition", requisitionList],
  ["purchase_order", orderList],
  ["invoice", invoiceList],
  ["vendor", vendorList],
  ["approval_request", approvalList],
  ["payment", paymentList],
  ["commitment_entry", commitmentList],
];
const ROWS = 4_000;
let db: TestDatabase;
let actor: Actor;
let rare: string;

/** The plan without what computes one column of one row (a sorted list of names, say). */
const outer = (plan: string): string => {
  let inside = Number.POSITIVE_INFINITY;
  return plan
    .split("\n")
    .filter((line) => {
      const depth = line.search(/\S/);
      if (depth > inside) return false;
      inside = line.trim().startsWith("SubPlan") ? depth : Number.POSITIVE_INFINITY;
      return true;
    })
    .join("\n");
};

beforeAll(async () => {
  db = await freshDatabase();
  const owner = new pg.Client({ connectionString: db.ownerUrl });
  await owner.connect();
  for (let n = 0; n < 2; n++) {
    const agency = await makeAgency(db.database);
    const { admin } = await makeMembers(db.database, agency, { admin: { role: "admin" } });
    const [policy, budget, vendor] = [
      await makePolicy(db.database, admin, { documentType: "requisition" }),
      await makeBudget(db.database, agency, 100),
      await makeVendor(db.database, agency),
    ];
    for (const [table] of hot)
      await writeMany(
        owner,
        table,
        {
          ...agency,
          personId: admin.personId!,
          vendorIds: [vendor.id],
          policyId: policy.id,
          budgetLineId: budget.lineId,
        },
        ROWS,
      );
    actor = admin;
    rare = (await makeVendor(db.database, agency)).id;
    for (const table of ["purchase_order", "invoice"])
      await owner.query(
        `
          update ${table}
          set vendor_id = $2
          where org_id = $1
            and id in (select id from ${table} where org_id = $1 order by id limit 12)
        `,
        [agency.orgId, rare],
      );
  }
  await owner.query("analyze");
  await owner.end();
});
afterAll(() => db.drop());

describe.each(hot)("the list of %s", (_table, list) => {
  test("its first page is read in order from an index, without sorting", async () => {
    const plan = outer(await explainList(db.database.read(actor), actor, list, {}));
    expect(plan).toContain("Index");
    expect(plan, plan).not.toMatch(/\bSort\b/);
  });

  test("pages by cursor meet every row once", async () => {
    const read = db.database.read(actor);
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const answer = await runList<{ id: string }>(read, actor, list, {
        limit: 200,
        count: "none",
        cursor,
      });
      for (const row of answer.items) seen.add(row.id);
      cursor = answer.nextCursor ?? undefined;
    }
    expect(seen.size).toBe(600);
  });
});

test("both ends of a range belong to it, of cents and of days", async () => {
  const read = db.database.read(actor);
  let compared = 0;
  for (const [, list] of hot) {
    const all = (await listAll(read, actor, list, {}, ROWS)) as Record<string, number | string>[];
    for (const [name, filter] of Object.entries(list.filters)) {
      const values = all.flatMap((row) => row[name] ?? []);
      if (filter.kind !== "range" || values.length === 0) continue;
      const least = values.reduce((a, b) => (b < a ? b : a));
      const most = values.reduce((a, b) => (b > a ? b : a));
      const found = async (query: Record<string, unknown>) =>
        (await listAll(read, actor, list, query, ROWS)).length;
      const at = (edge: number | string) => values.filter((value) => value === edge).length;
      const what = `${list.name} by ${name}`;
      expect(await found({ [`${name}.min`]: least }), what).toBe(values.length);
      expect(await found({ [`${name}.max`]: most }), what).toBe(values.length);
      expect(await found({ [`${name}.min`]: most }), what).toBe(at(most));
      expect(await found({ [`${name}.max`]: least }), what).toBe(at(least));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(8);
});

describe("one vendor of many", () => {
  test.each([
    ["purchase_order", orderList],
    ["invoice", invoiceList],
  ] as const)("its rows of %s are found by its index", async (table, list) => {
    expect(
      outer(await explainList(db.database.read(actor), actor, list, { vendorId: [rare] })),
    ).toContain(`using ${table}_vendor on`);
  });

  test.each([
    ["delivery", "purchase_order_vendor", "o.promised_on"],
    ["dispute", "invoice_vendor", "i.invoice_date"],
  ] as const)(
    "its events of %s in a span of days are found within its index",
    async (measure, index, day) => {
      const events = eventsSql(measure, {
        orgId: actor.orgId!,
        vendorId: rare,
        from: asDay("2026-11-01"),
        to: asDay("2026-11-30"),
      });
      const plan = (
        await db.database.read(actor).rows(bind(`explain ${events.text}`, events.values))
      )
        .map((row) => Object.values(row)[0])
        .join("\n");
      expect(plan).toMatch(
        new RegExp(`${index} on \\w+ .*\\n\\s+Index Cond: .*${day.slice(2)} >=`),
      );
    },
  );
});

test.each(["uninvoiced", "overbilled"])(
  "orders that are %s are read in order from an index that holds no others",
  async (flag) => {
    const owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await owner.query(
      `
        update purchase_order
        set ${flag} = true
        where id in (select id from purchase_order where org_id = $1 order by id desc limit 60)
          and org_id = $1
      `,
      [actor.orgId],
    );
    await owner.query("analyze purchase_order");
    await owner.end();
    const plan = outer(
      await explainList(db.database.read(actor), actor, orderList, { [flag]: "true" }),
    );
    expect(plan).toContain(`using purchase_order_${flag} on`);
    expect(plan, plan).not.toMatch(/\bSort\b/);
    expect(
      await runList(db.database.read(actor), actor, orderList, { [flag]: "true" }),
    ).toMatchObject({ total: 60 });
  },
);

test("a numbered page behind the first holds the rows of its place, whatever it is sorted by", async () => {
  const read = db.database.read(actor);
  for (const sort of ["-orderedOn", "amount,number", "vendor"]) {
    const all = await listAll(
      read,
      actor,
      orderList,
      { status: ["issued", "received"], sort },
      100_000,
    );
    const page = await runList<{ id: string; vendor: string }>(read, actor, orderList, {
      status: ["issued", "received"],
      sort,
      page: 7,
      limit: 20,
    });
    expect(page.items.map((i) => i.id)).toEqual(all.slice(120, 140).map((r) => r["id"]));
    expect(page.items[0]).toMatchObject({ vendor: all[120]!["vendor"] });
  }
});

test("what finds more rows than one file holds is refused with the limit, and nothing is cut", async () => {
  const read = db.database.read(actor);
  const issued = { status: ["issued"] };
  await requireExportable(read, actor, orderList, issued, ROWS / 4);
  await expect(
    requireExportable(read, actor, orderList, issued, ROWS / 4 - 1),
  ).rejects.toMatchObject({
    code: "export_too_large",
    status: 422,
    message: expect.stringContaining("more than 999 rows"),
  });
});

test("sums are given while the rows can be counted, and left out beyond the most that is counted", async () => {
  const read = db.database.read(actor);
  const few = await runList(read, actor, orderList, { status: ["issued"] });
  expect(few).toMatchObject({ total: ROWS / 4, totalCapped: false });
  const owner = new pg.Client({ connectionString: db.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    "select sum(amount)::bigint as amount from purchase_order where org_id = $1 and status = 'issued'",
    [actor.orgId],
  );
  expect(few.totals!["amount"]).toBe(Number(rows[0].amount));
  await owner.query(
    `
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, ordered_on
      )
      select
        org_id, gen_random_uuid(), 'X-' || n, title, vendor_id, department_id, fiscal_year_id,
        ordered_on
      from generate_series(1, 6001) n, (select * from purchase_order where org_id = $1 limit 1) o
    `,
    [actor.orgId],
  );
  await owner.end();
  const many = await runList(read, actor, orderList, {});
  expect(many).toMatchObject({ total: 10_000, totalCapped: true });
  expect(many.totals).toBeUndefined();
});
