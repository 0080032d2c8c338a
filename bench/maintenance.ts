// The nightly plans of an agency with 50,000 assets: the seconds of a night in which a thirtieth of
// them comes due, and of one in which nothing does.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { sql } from "#server/db/sql.ts";
import { planInput } from "#areas/assets/plan/plan.model.ts";
import { plans } from "#areas/assets/plan/plan.service.ts";
import { runPlans } from "#areas/assets/plan/planning.service.ts";
import { plusDays } from "#areas/assets/plan/schedule.model.ts";

const say = sayer("maintenance");
const ASSETS = Number(process.env.LEVEE_BENCH_ROWS || 50_000);
const CLASSES = 30;

const bench = await benchDatabase("maintenance");
const { database } = bench;
const agency = await makeAgency(database);
const { manager } = await makeMembers(database, agency, { manager: { role: "manager" } });
const today = new Date().toISOString().slice(0, 10);

const classIds = Array.from({ length: CLASSES }, () => newId());
await database.transaction(manager, async (tx) => {
  for (const [at, id] of classIds.entries())
    await tx.rows(sql`
      insert into asset_class (org_id, id, code, name, condition_scale)
      values (${agency.orgId}, ${id}, ${`C${at}`}, ${`Class ${at}`}, 'one_to_five')
    `);
  await tx.rows(sql`
    insert into asset (org_id, id, number, status, name, class_id, tag, location, in_service_on)
    select
      ${agency.orgId}, gen_random_uuid(), 'AST-' || n, 'in_service', 'Asset ' || n,
      (${classIds}::uuid[])[1 + n % ${CLASSES}::int], 'T' || n, 'Yard', '2020-01-01'
    from generate_series(1, ${ASSETS}::int) n
  `);
});
// A plan for each class, monthly, each due on a day of its own: every night one of them.
for (const [at, classId] of classIds.entries())
  await database.transaction(manager, async (tx) => {
    const draft = await plans.draft(
      tx,
      manager,
      planInput.parse({
        name: `Monthly ${at}`,
        every: CLASSES,
        unit: "days",
        anchorOn: plusDays(today, at),
        leadDays: 0,
        classId,
        tasks: [{ title: "Look at it", mandatory: true }],
      }),
    );
    await plans.publish(tx, manager, draft.id, draft.version);
  });

const night = async (name: string, day: number) => {
  const from = performance.now();
  const told = await runPlans(database, {
    orgId: agency.orgId,
    personId: null,
    timeZone: "UTC",
    businessNow: `${plusDays(today, day)}T06:00:00.000Z`,
  });
  say({
    night: name,
    assets: ASSETS,
    plans: CLASSES,
    ...told,
    seconds: round((performance.now() - from) / 1000),
  });
  return told;
};

say(machine());
const first = await night("a thirtieth comes due", 0);
must(Math.abs(first.made - ASSETS / CLASSES) <= 1, "one order for each asset that is due");
const again = await night("the same night again", 0);
must(again.made === 0 && again.missed === 0, "nothing is made twice");
await bench.close();
