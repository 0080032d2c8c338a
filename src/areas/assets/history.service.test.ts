// Any history, drawn by chance: planners that run at once on days that jump, hours that several enter
// at once. Whatever comes of it, no cycle has two open orders and nobody is in two places. And what
// work cost: hours by their rates, charges of posted invoices, improvements of the book.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { assetInput } from "./asset/asset.model.ts";
import { readAsset } from "./asset/asset.read.service.ts";
import { createAsset, moveAsset } from "./asset/asset.service.ts";
import { createClass } from "./asset/class.service.ts";
import { improvementInput } from "./book/book.model.ts";
import { assetBook, improve, setThreshold } from "./book/book.service.ts";
import { costOfAsset, purchasesOf } from "./cost/cost.service.ts";
import { hourInput } from "./hours/hours.model.ts";
import { enterHours } from "./hours/hours.service.ts";
import { addNeed, buyNeeds } from "./need/need.service.ts";
import { planInput } from "./plan/plan.model.ts";
import { plans } from "./plan/plan.service.ts";
import { runPlans } from "./plan/planning.service.ts";
import { workOrderInput } from "./work-order/work-order.model.ts";
import { completeWork, requestWork, startWork } from "./work-order/work-order.service.ts";

let t: TestDatabase;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let crew: Actor;
let mate: Actor;
let asker: Actor;
let stranger: Actor;
let classId: string;
let accountStringId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; errors?: { path: string }[]; message: string }) =>
      error.errors?.[0]?.path ?? error.code ?? error.message,
  );

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, crew, mate, asker } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    crew: { duties: ["technician"] },
    mate: { duties: ["technician"] },
    asker: { duties: ["requester"] },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ accountStringId } = await makeBudget(t.database, agency, 500_000_00));
  ({ id: classId } = await as(keeper, (tx) =>
    createClass(tx, keeper, {
      code: "PUMP",
      name: "Pump",
      conditionScale: "one_to_five",
      lifeMonths: 120,
      active: true,
    }),
  ));
});
afterAll(() => t.drop());

let tags = 0;
const serving = (over: object = {}, since: Day | null = null) =>
  as(keeper, async (tx) => {
    const { id } = await createAsset(
      tx,
      keeper,
      assetInput.parse({
        name: "Pump",
        classId,
        tag: `H-${++tags}`,
        location: "Yard",
        departmentId: agency.departmentId,
        ...over,
      }),
      since ? { inServiceOn: since } : {},
    );
    await moveAsset(tx, keeper, "putInService", { id, version: null });
    return id;
  });

const morning = (days: number) => ({
  orgId: agency.orgId,
  personId: null,
  timeZone: "America/Chicago",
  businessNow: `${agencyDay(days)}T15:00:00.000Z`,
});
const done = { problem: "", cause: "", remedy: "Done" };
const complete = async (definitionId: string) => {
  const open = await t.database.read(manager).rows<{ id: string }>(sql`
    select work_order_id as id
    from plan_cycle
    where org_id = ${agency.orgId} and definition_id = ${definitionId} and status = 'open'
  `);
  for (const { id } of open) {
    await as(crew, (tx) => startWork(tx, crew, "start", { id, version: null }));
    await as(crew, (tx) => completeWork(tx, crew, { id, version: null }, done));
  }
};
const doubled = (definitionId: string) =>
  t.database.read(manager).one<{ open: number; days: number; orders: number }>(sql`
    select
      (
        select count(*)::int
        from (
          select 1
          from plan_cycle c
          where c.org_id = ${agency.orgId}
            and c.definition_id = ${definitionId}
            and c.status = 'open'
          group by c.asset_id
          having count(*) > 1
        ) x
      ) as open,
      (
        select count(*)::int
        from (
          select 1
          from plan_cycle c
          where c.org_id = ${agency.orgId} and c.definition_id = ${definitionId}
          group by c.asset_id, c.due_on
          having count(*) > 1
        ) x
      ) as days,
      (
        select count(*)::int
        from (
          select 1
          from plan_cycle c
          join work_order w on w.org_id = c.org_id and w.id = c.work_order_id
          where c.org_id = ${agency.orgId}
            and c.definition_id = ${definitionId}
            and w.status not in ('completed', 'closed', 'cancelled')
          group by w.asset_id
          having count(*) > 1
        ) x
      ) as orders
  `);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      day: fc.integer({ min: 0, max: 40 }),
      at: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant("complete" as const) },
);

test("whatever days planners see, and however many run at once: never two open orders of a cycle", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 8 }),
      fc.integer({ min: 1, max: 10 }),
      fc.boolean(),
      async (steps, every, floating) => {
        const assetIds = [await serving(), await serving()];
        const said = planInput.parse({
          name: `Round ${tags}`,
          every,
          unit: "days",
          anchorOn: agencyDay(0),
          floating,
          leadDays: 0,
          assetIds,
        });
        const draft = await as(manager, (tx) => plans.draft(tx, manager, said));
        await as(manager, (tx) => plans.publish(tx, manager, draft.id, draft.version));
        for (const one of steps)
          if (one === "complete") await complete(draft.definitionId);
          else
            await Promise.all(
              Array.from({ length: one.at }, () => runPlans(t.database, morning(one.day))),
            );
        expect(await doubled(draft.definitionId)).toEqual({ open: 0, days: 0, orders: 0 });
        const { version } = await t.database.read(manager).one<{ version: number }>(sql`
          select version
          from maintenance_plan
          where org_id = ${agency.orgId} and id = ${draft.id}
        `);
        await as(manager, (tx) => plans.retire(tx, manager, draft.id, version));
      },
    ),
    { numRuns: 8 },
  );
});

const overlaps = () =>
  t.database.read(manager).one<{ people: number; units: number; rows: number }>(sql`
    select
      (count(*) filter (where a.person_id = b.person_id and a.kind = 'labor'))::int as people,
      (count(*) filter (where a.unit_id = b.unit_id))::int as units,
      (select count(*)::int from work_hour where org_id = ${agency.orgId}) as rows
    from work_hour a
    join work_hour b
      on b.org_id = a.org_id
      and b.id > a.id
      and b.kind = a.kind
      and b.from_at < a.to_at
      and a.from_at < b.to_at
    where a.org_id = ${agency.orgId}
      and a.status in ('entered', 'approved')
      and b.status in ('entered', 'approved')
  `);

test("hours that several enter at once never put a person or a unit in two places", async () => {
  const unitId = await serving({ name: "Truck" });
  const spans = fc.array(
    fc.record({
      who: fc.constantFrom("crew", "mate", "unit"),
      by: fc.constantFrom("crew", "mate", "keeper"),
      from: fc.integer({ min: 0, max: 40 }),
      long: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 6, maxLength: 14 },
  );
  let day = -400;
  await fc.assert(
    fc.asyncProperty(spans, async (all) => {
      const base = Date.parse(`${agencyDay(--day)}T06:00:00Z`);
      const people = { crew, mate, keeper };
      const told = await Promise.all(
        all.map(({ who, by, from, long }) => {
          const said = hourInput.parse({
            kind: who === "unit" ? "equipment" : "labor",
            personId: who === "unit" ? people[by].personId : people[who].personId,
            unitId: who === "unit" ? unitId : null,
            fromAt: new Date(base + from * 900_000).toISOString(),
            toAt: new Date(base + (from + long) * 900_000).toISOString(),
          });
          return refused(as(people[by], (tx) => enterHours(tx, people[by], said)));
        }),
      );
      expect(told).toContain("done");
      expect(await overlaps()).toMatchObject({ people: 0, units: 0 });
      day -= 1;
    }),
    { numRuns: 15 },
  );
  expect((await overlaps()).rows).toBeGreaterThan(30);
});

const charge = (requisitionId: string, cents: number, over: { reversed?: boolean } = {}) =>
  as(manager, (tx) =>
    tx.rows(sql`
      insert into cost_line (
        org_id, id, source, source_id, document_id, document_number, description, account_string_id,
        object_class, fiscal_year_id, posted_on, incurred_from, incurred_to, cents, requisition_id,
        reversed_on, changed_on
      )
      select
        s.org_id, ${newId()}, 'invoice', ${newId()}, ${newId()}, 'INV-1', 'Battery',
        s.account_string_id, 'other', s.fiscal_year_id, ${agencyDay()}::date, ${agencyDay()}::date,
        ${agencyDay()}::date, ${cents}, ${requisitionId},
        case when ${over.reversed ?? false}::boolean then ${agencyDay()}::date end,
        ${agencyDay()}::date
      from budget_line s
      where s.org_id = ${agency.orgId} and s.account_string_id = ${accountStringId}
      limit 1
    `),
  );

test("what was bought for work is its cost, that of its asset, and of an improvement; once, and nobody else's", async () => {
  const since = agencyDay(-400);
  const assetId = await serving({ costCents: 100_000_00, lifeMonths: 100 }, since);
  const work = await as(asker, (tx) =>
    requestWork(tx, asker, workOrderInput.parse({ title: "New controls", assetId })),
  );
  const need = await as(crew, (tx) =>
    addNeed(tx, crew, work.id, {
      description: "Controls",
      commodityCode: null,
      quantity: "1",
      unit: "each",
    }),
  );
  const { requisitionId } = await as(asker, (tx) =>
    buyNeeds(tx, asker, work.id, {
      accountStringId,
      neededOn: agencyDay(9),
      lines: [{ needId: need.id, unitPrice: "900.00" }],
    }),
  );
  const putIn = (over: object) =>
    as(manager, (tx) =>
      improve(
        tx,
        manager,
        assetId,
        improvementInput.parse({ onDay: agencyDay(-3), description: "Controls", ...over }),
      ),
    );
  const put = (over: object) => refused(putIn(over));
  expect(await put({ workOrderId: work.id })).toBe("workOrderId");
  await charge(requisitionId, 850_00);
  await charge(requisitionId, 50_00);
  await charge(requisitionId, 70_00, { reversed: true });
  const db = t.database.read(manager);
  expect((await purchasesOf(db, work.id)).cents).toBe(900_00);
  const cost = await costOfAsset(db, manager, assetId);
  expect(cost).toMatchObject({ purchaseCents: 900_00, hourCents: 0 });
  expect(cost.work.map((one) => one.number)).toEqual([work.number]);
  expect((await costOfAsset(t.database.read(asker), asker, assetId)).minutes).toBeNull();
  expect(await refused(costOfAsset(t.database.read(stranger), stranger, assetId))).toBe(
    "not_found",
  );
  expect(await refused(purchasesOf(t.database.read(stranger), work.id))).toBe("not_found");

  expect(await put({})).toBe("cents");
  expect(await put({ cents: 5, workOrderId: work.id })).toBe("cents");
  expect(await put({ cents: 5, onDay: agencyDay(-500) })).toBe("onDay");
  expect(await put({ cents: 5, onDay: agencyDay(3) })).toBe("onDay");
  expect(await put({ cents: 5, lifeMonths: 3 })).toBe("lifeMonths");
  const both = await Promise.all([put({ workOrderId: work.id }), put({ workOrderId: work.id })]);
  expect(both.toSorted()).toEqual(["done", "workOrderId"]);
  await expect(putIn({ workOrderId: work.id })).rejects.toThrow(
    `${work.number} is capitalized already.`,
  );
  const shown = await readAsset(t.database.read(manager), manager, assetId);
  expect(shown.improvements).toMatchObject([{ cents: 900_00, workOrder: work.number }]);
  expect(shown.book!.bookCents + shown.book!.depreciatedCents).toBe(100_900_00);
  expect(await put({ cents: 5, onDay: agencyDay(-9) })).toBe("onDay");
});

test("the roll-forward leaves out what is below the threshold of its day, and another agency's", async () => {
  const own = await assetBook(t.database.read(manager), {});
  expect(own.total.costAfter - own.total.depreciationAfter).toBe(own.total.bookAfter);
  expect(own.total.improved).toBe(900_00);
  await serving(
    { costCents: 4_000_00, lifeMonths: 60, acquiredOn: agencyDay(-20) },
    agencyDay(-20),
  );
  const set = (cents: number, fromDay: Day) =>
    refused(
      as(manager, (tx) =>
        setThreshold(tx, manager, { fromDay, thresholdCents: cents, source: "Resolution 12" }),
      ),
    );
  expect(await set(5_000_00, agencyDay(-100))).toBe("done");
  expect(await set(6_000_00, agencyDay(-100))).toBe("fromDay");
  const after = await assetBook(t.database.read(manager), {});
  expect(after).toMatchObject({ below: 1 });
  expect(after.total).toEqual(own.total);
  const theirs = await assetBook(t.database.read(stranger), {});
  expect(theirs).toMatchObject({ classes: [], thresholds: [], unpriced: 0 });
});
