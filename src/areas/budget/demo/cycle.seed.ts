import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { openFiscalYear } from "../account/year.service.ts";
import { buildBase } from "../base/base.service.ts";
import { cycleInput } from "../cycle/cycle.model.ts";
import { createCycle, moveCycle, setTarget } from "../cycle/cycle.service.ts";
import { addFundRule, setBeginning } from "../fund-balance/fund-balance.service.ts";
import { budgetActual } from "../planning.tables.ts";
import { addPositions } from "../position/position.service.ts";
import { demoBeginnings, demoSeasons, evenSeason } from "./cycle.data.ts";
import { positionsOf } from "./positions.seed.ts";
import { seedProposals, type Demo } from "./proposals.seed.ts";
import { publishAdopted } from "./adopted.seed.ts";
import { seedAmendments } from "./amendments.seed.ts";

/** The year that is planned next; the one behind the newest where none is. */
export const nextBudgetYear = async (db: Db): Promise<number> =>
  (
    await db.one<{ year: number }>(sql`
      select coalesce(min(year) filter (where status = 'planned'), max(year) + 1)::int as year
      from fiscal_year
      where org_id = ${db.scope.orgId}
    `)
  ).year;

/** The account that buildings are charged to. */
export const capitalAccount = async (db: Db): Promise<string> =>
  (
    await db.one<{ id: string }>(sql`
      select id
      from segment_value
      where org_id = ${db.scope.orgId} and kind = 'account' and category = 'capital'
      order by code
      limit 1
    `)
  ).id;

type Known = { id: string; code: string; original: number };
const linesOf = (db: Db, year: number) =>
  db.rows<Known>(sql`
    select s.id, s.code, l.original
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where l.org_id = ${db.scope.orgId} and y.year = ${year}
    order by s.code
  `);

// Five years of a former system by month: each account has its season, and its own trend.
const seedActuals = async (tx: Tx, year: number) => {
  const lines = await linesOf(tx, year);
  // Pay of people is the same every month.
  const pay = (await linesOf(tx, year - 1)).filter(({ code }) => /-51[12]0$/.test(code));
  const rows = [...lines, ...pay].flatMap(({ id, code, original }, at) => {
    const season = /-51[12]0$/.test(code) ? evenSeason : demoSeasons[at % demoSeasons.length]!;
    const used = 78 + ((at * 7) % 19);
    return [5, 4, 3, 2, 1].flatMap((ago) =>
      season.map((share, month) => ({
        orgId: carverCountyId,
        id: newId(),
        year: year - ago,
        month: month + 1,
        accountStringId: id,
        cents: Math.floor(
          (original * used * share * (100 - ago * (at % 4)) * (98 + ((month + at + ago) % 5))) /
            100_000_000,
        ),
        source: "MUNIS",
      })),
    );
  });
  for (let from = 0; from < rows.length; from += 1000)
    await insertRows(tx, budgetActual, rows.slice(from, from + 1000));
};

const segmentsOf = async (db: Db) =>
  new Map(
    (
      await db.rows<{ key: string; id: string }>(sql`
        select kind || ':' || code as key, id
        from segment_value
        where org_id = ${db.scope.orgId}
      `)
    ).map(({ key, id }) => [key, id]),
  );

const stepsOf = (year: number) =>
  [
    ["Guidance goes out to departments", `${year - 1}-02-15`],
    ["Departments submit their proposals", `${year - 1}-04-30`],
    ["Budget office ends its review", `${year - 1}-06-15`],
    ["Proposed book is published", `${year - 1}-07-15`],
    ["Public hearing", `${year - 1}-08-12`],
    ["County board decides", `${year - 1}-09-08`],
  ].map(([title, dueOn]) => ({ title: title!, dueOn: dueOn! }));

const targetsOf = async (tx: Tx, actor: Actor, cycleId: string) => {
  const rows = await tx.rows<{ departmentId: string; fundId: string; cents: number }>(sql`
    select g.department_id, s.fund_id, sum(g.base)::bigint as cents
    from budget_figure g
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    where g.org_id = ${tx.scope.orgId} and g.cycle_id = ${cycleId}
    group by 1, 2
    having sum(g.base) > 0
    order by 1, 2
  `);
  for (const row of rows)
    await setTarget(tx, actor, cycleId, {
      ...row,
      cents: Math.ceil((row.cents * 1.03) / 100_000) * 100_000,
    });
};

const beginCycle = async (tx: Tx, officer: Actor, year: number): Promise<Demo> => {
  await seedActuals(tx, year);
  const next = await openFiscalYear(tx, officer, {
    year: year + 1,
    startsOn: `${year}-10-01`,
    endsOn: `${year + 1}-09-30`,
    status: "planned",
  });
  const segments = await segmentsOf(tx);
  const { id: cycleId } = await createCycle(
    tx,
    officer,
    cycleInput.parse({
      fiscalYearId: next.id,
      message:
        "This budget keeps roads and water in repair, pays for 180 positions and adds little that is new. Flood recovery ends as its grants do.",
      inflation: { operating: 280, capital: 350 },
      steps: stepsOf(year + 1).map((step) => ({ ...step, ownerId: officer.personId })),
    }),
  );
  await addPositions(tx, officer, cycleId, await positionsOf(tx, officer, segments));
  await buildBase(tx, officer, cycleId);
  await targetsOf(tx, officer, cycleId);
  await addFundRule(tx, officer, {
    fundId: null,
    kind: "balanced",
    fromOn: `${year - 5}-10-01`,
    percentHundredths: 0,
    cents: 0,
    citation: "County financial policy, section 2",
    verified: false,
  });
  await addFundRule(tx, officer, {
    fundId: null,
    kind: "reserve",
    fromOn: `${year - 5}-10-01`,
    percentHundredths: 800,
    cents: 0,
    citation: "County financial policy, section 4",
    verified: false,
  });
  for (const [code, dollars] of demoBeginnings)
    await setBeginning(
      tx,
      officer,
      { cycleId, fundId: segments.get(`fund:${code}`)! },
      { beginning: dollars * 100 },
    );
  await moveCycle(tx, officer, "open", { id: cycleId, version: null });
  return { cycleId, year: year + 1, segments };
};

/** Next year's cycle in review, 180 positions, three imported years, and two amendments. */
export const seedCycle = async (app: App, log: (line: string) => void): Promise<void> => {
  log("next year's budget");
  const officer = demoActor("budget");
  const demo = await app.database.transaction(officer, async (tx) => {
    const { year } = await tx.one<{ year: number }>(sql`
      select year
      from fiscal_year
      where org_id = ${tx.scope.orgId}
        and ${businessDate(tx.scope)}::date between starts_on and ends_on
    `);
    return beginCycle(tx, officer, year);
  });
  await publishAdopted(app);
  await seedProposals(app, demo);
  await seedAmendments(app, demo.year - 1);
  await readNoticesOf(app, carverCountyId, ["budgetProposal"]);
};
