import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { inForce, type Certificate } from "#areas/vendors/certification/certification.model.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, day, type Day } from "#kernel/time.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { askFigures } from "#server/facts/figures.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";

type Kind = Certificate["kind"];
type Moved = { vendor: number; cents: number; on: string };
type Held = { vendor: number } & Certificate;

let t: TestDatabase;
let owner: pg.Client;
let a: PayingAgency;
let me: Actor;
const firms: string[] = [];
let yearId: string;

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  me = { ...a.people.everything, permissions: new Set(Object.keys(permissions)) as never };
  for (let n = 0; n < 3; n++) firms.push((await makeVendor(t.database, a)).id);
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query("select id from fiscal_year where org_id = $1", [a.orgId]);
  yearId = (rows[0] as { id: string }).id;
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const empty = () =>
  owner.query("delete from vendor_certification; delete from payment; delete from purchase_order");
const hold = async (rows: readonly Held[]) => {
  for (const r of rows)
    await owner.query(
      `
        insert into vendor_certification (
          org_id, id, vendor_id, kind, valid_from, valid_to, dates_recorded, ended_on, ended_reason
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      `,
      [
        a.orgId,
        newId(),
        firms[r.vendor],
        r.kind,
        r.validFrom,
        r.validTo,
        r.datesRecorded,
        r.endedOn,
        r.endedOn && "The firm was sold",
      ],
    );
};
const move = async (orders: readonly Moved[], payments: readonly Moved[]) => {
  for (const [n, r] of orders.entries())
    await owner.query(
      `
        insert into purchase_order (
          org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, amount,
          ordered_on
        )
        values ($1, $2, $3, 'Stone', $4, $5, $6, 'issued', $7, $8)
      `,
      [a.orgId, newId(), `PO-T-${n}`, firms[r.vendor], a.departmentId, yearId, r.cents, r.on],
    );
  for (const [n, r] of payments.entries())
    await owner.query(
      `
        insert into payment (org_id, id, number, vendor_id, method, status, amount, paid_on)
        values ($1, $2, $3, $4, 'ach', 'cleared', $5, $6)
      `,
      [a.orgId, newId(), `PAY-T-${n}`, firms[r.vendor], r.cents, r.on],
    );
};
const ask = (measures: string[], by: string[] = [], where = {}) =>
  askFigures(t.database.read(me), me, allFacts(), { measures, by, where });
const certificate = (
  vendor: number,
  kind: Kind,
  from: string | null,
  to: string | null = null,
  endedOn: string | null = null,
): Held =>
  ({
    vendor,
    kind,
    validFrom: from,
    validTo: to,
    endedOn,
    datesRecorded: from !== null,
  }) as Held;

// Firm 0 is women-owned from March on and minority-owned until the end of May; firm 1 was small business
// until it was sold on April 10; firm 2 is nothing.
const example = {
  held: [
    certificate(0, "wbe", "2026-03-01", "2027-02-28"),
    certificate(0, "mbe", null, null, "2026-06-01"),
    certificate(1, "sb", "2025-01-01", "2026-12-31", "2026-04-10"),
  ],
  orders: [
    { vendor: 0, cents: 1_000_00, on: "2026-02-28" }, // mbe
    { vendor: 0, cents: 2_000_00, on: "2026-03-01" }, // mbe and wbe, once in the whole
    { vendor: 0, cents: 400_00, on: "2026-06-01" }, // wbe
    { vendor: 1, cents: 300_00, on: "2026-04-09" }, // sb
    { vendor: 1, cents: 800_00, on: "2026-04-10" }, // none
    { vendor: 2, cents: 5_500_00, on: "2026-04-10" }, // none
  ],
  payments: [
    { vendor: 0, cents: 1_000_00, on: "2026-03-15" }, // mbe and wbe: paid later than ordered
    { vendor: 1, cents: 3_000_00, on: "2026-05-01" }, // none: the certificate had ended
  ],
};

test("certified firms by hand: the day of the order and of the payment decide, overlaps count once", async () => {
  await empty();
  await hold(example.held);
  await move(example.orders, example.payments);
  const whole = await ask([
    "orders.ordered",
    "orders.certified",
    "orders.certifiedShare",
    "payments.paid",
    "payments.certified",
    "payments.certifiedShare",
  ]);
  expect(whole.totals.map((c) => c.value)).toEqual([
    10_000_00, 3_700_00, 37, 4_000_00, 1_000_00, 25,
  ]);
  const kinds = await ask(["orders.ordered", "payments.paid"], ["certification"]);
  expect(kinds.by).toEqual([{ id: "certification", label: "Certification", overlaps: true }]);
  expect(kinds.rows.map((r) => [r.names[0], ...r.cells.map((c) => c.value)])).toEqual([
    ["Minority-owned (MBE)", 3_000_00, 1_000_00],
    ["None", 6_300_00, 3_000_00],
    ["Small business", 300_00, null],
    ["Women-owned (WBE)", 2_400_00, 1_000_00],
  ]);
  expect(kinds.totals.map((c) => c.value)).toEqual([10_000_00, 4_000_00]);
  const chosen = await ask(["orders.ordered"], ["certification"], { certification: ["wbe"] });
  expect(chosen.rows.map((r) => [r.names[0], r.cells[0]!.value])).toEqual([
    ["Women-owned (WBE)", 2_400_00],
  ]);
  expect(chosen.totals[0]!.value).toBe(2_400_00);
});

test("each kind opens the orders that it counts, with the same number and cents", async () => {
  const { list } = allFacts().find((f) => f.id === "orders")!;
  const { rows, totals } = await ask(["orders.ordered"], ["certification"]);
  for (const cell of [...rows.map((r) => r.cells[0]!), totals[0]!]) {
    if (cell.opens === null) continue;
    const asked = Object.fromEntries(new URL(cell.opens, "http://x").searchParams);
    const page = await runList(t.database.read(me), me, list, listQuery(list).parse(asked));
    expect([page.total, page.totals!.amount]).toEqual([cell.rows, cell.value]);
  }
});

test("what certificates decide is known as of now only: payments as they were known refuse it", async () => {
  const known = { by: [] as string[], where: {}, known: "2026-01-01" };
  const asked = (measures: string[], more = {}) =>
    askFigures(t.database.read(me), me, allFacts(), { ...known, measures, ...more });
  await expect(asked(["payments.certified"])).rejects.toMatchObject({ code: "figure_now_only" });
  await expect(asked(["payments.paid"], { by: ["certification"] })).rejects.toMatchObject({
    code: "figure_now_only",
  });
  await expect(asked(["payments.paid"])).resolves.toMatchObject({ withheld: [] });
});

const kinds = ["mbe", "wbe", "sb"] as const;
const anyDay = fc.integer({ min: 0, max: 30 }).map((n): Day => addDays(day("2026-02-01"), n));
const history = fc.record({
  held: fc.array(
    fc
      .record({
        vendor: fc.integer({ min: 0, max: 2 }),
        kind: fc.constantFrom(...kinds),
        from: fc.option(anyDay),
        lasts: fc.option(fc.integer({ min: 0, max: 15 })),
        ended: fc.option(anyDay),
      })
      .map(({ vendor, kind, from, lasts, ended }) =>
        certificate(
          vendor,
          kind,
          from,
          from !== null && lasts !== null ? addDays(from, lasts) : null,
          ended,
        ),
      ),
    { maxLength: 6 },
  ),
  orders: fc.array(
    fc.record({
      vendor: fc.integer({ min: 0, max: 2 }),
      cents: fc.integer({ min: 1, max: 9_000_000_00 }),
      on: anyDay,
    }),
    { maxLength: 8 },
  ),
});

test("over random histories the whole and every kind equal the orders looked at one by one", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ held, orders }) => {
      await empty();
      await hold(held);
      await move(orders, orders);
      const kindsOf = (o: Moved) =>
        new Set(
          held.filter((h) => h.vendor === o.vendor && inForce(h, o.on as Day)).map((h) => h.kind),
        );
      const sum = (some: readonly Moved[]) => some.reduce((n, o) => n + o.cents, 0);
      const certified = sum(orders.filter((o) => kindsOf(o).size > 0));
      const { totals } = await ask(["orders.certified", "payments.certified", "orders.ordered"]);
      expect(totals.map((c) => c.value)).toEqual([certified, certified, sum(orders)]);
      const { rows } = await ask(["orders.ordered", "payments.paid"], ["certification"]);
      const naive = Object.fromEntries(
        [...kinds, null].flatMap((kind) => {
          const of = orders.filter((o) =>
            kind === null ? kindsOf(o).size === 0 : kindsOf(o).has(kind),
          );
          return of.length ? [[String(kind), [sum(of), sum(of)]]] : [];
        }),
      );
      expect(
        Object.fromEntries(rows.map((r) => [String(r.keys[0]), r.cells.map((c) => c.value)])),
      ).toEqual(naive);
    }),
    { numRuns: 40 },
  );
});
