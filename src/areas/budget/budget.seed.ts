import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { createSegment, ensureAccountString } from "./account/account.service.ts";
import { createLine } from "./line/line.service.ts";
import { segmentInput } from "./budget.model.ts";
import { seedAdoptedYear } from "./demo/adopted.seed.ts";
import { demoAccounts } from "./demo/cycle.data.ts";

const funds = [
  ["101", "General fund", "hard", false],
  ["210", "Road and bridge fund", "hard", false],
  ["310", "Flood recovery fund", "soft", true],
  ["402", "Utilities enterprise fund", "hard", false],
  ["225", "Public health grants", "hard", true],
] as const;
const accounts = [
  ["5210", "Office supplies"],
  ["5230", "Fuel and lubricants"],
  ["5330", "Chemicals"],
  ["5340", "Road and site materials"],
  ["5350", "Repair and maintenance parts"],
  ["5410", "Professional services"],
  ["5420", "Equipment rental"],
  ["5510", "Software and licenses"],
  ["5610", "Equipment"],
  ["5720", "Medical and safety supplies"],
] as const;
const homeFund: Readonly<Record<string, string>> = {
  RDB: "210",
  UTL: "402",
  SHF: "101",
  PHL: "225",
  PRK: "101",
  ADM: "101",
};
// Adopted budgets in dollars by account; scaled by the department's size.
const adopted: Readonly<Record<string, number>> = {
  "5210": 190_000,
  "5230": 280_000,
  "5330": 130_000,
  "5340": 590_000,
  "5350": 240_000,
  "5410": 360_000,
  "5420": 250_000,
  "5510": 420_000,
  "5610": 590_000,
  "5720": 420_000,
};
const size: Readonly<Record<string, number>> = {
  RDB: 1.6,
  UTL: 1.3,
  SHF: 0.8,
  PHL: 0.6,
  PRK: 0.4,
  ADM: 0.5,
};
const startMonth = 10;

/** The fiscal year that a day belongs to, for a year that begins in October. */
const demoFiscalYear = (day: Date): number =>
  day.getUTCFullYear() + (day.getUTCMonth() + 1 >= startMonth ? 1 : 0);

type Segments = Map<string, string>;

const seedSegments = async (tx: Tx, actor: Actor): Promise<Segments> => {
  const ids: Segments = new Map();
  const add = async (
    kind: "fund" | "account" | "project" | "award",
    code: string,
    name: string,
    over: object = {},
  ) =>
    void ids.set(
      `${kind}:${code}`,
      (await createSegment(tx, actor, segmentInput.parse({ kind, code, name, ...over }))).id,
    );
  for (const [code, name, stop, federal] of funds) await add("fund", code, name, { stop, federal });
  for (const [code, name] of accounts) await add("account", code, name);
  for (const [code, name, of, category] of demoAccounts)
    await add("account", code, name, { class: of, category });
  await tx.rows(sql`
    update segment_value
    set category = 'capital'
    where org_id = ${tx.scope.orgId} and kind = 'account' and code = '5610'
  `);
  await add("project", "P118", "Lift station 7 rehabilitation");
  await add("project", "P131", "County road 14 bridge");
  await add("award", "DR4897", "FEMA public assistance, DR-4897", {
    federal: true,
    assistanceListing: "97.036",
  });
  await add("award", "PHEP", "Public health emergency preparedness", {
    federal: true,
    assistanceListing: "93.069",
  });
  return ids;
};

/** What a line of the demo is: its account string and its dollars in cents. */
type DemoLine = { departmentId: string; accountStringId: string; cents: number };

const linesOf = async (tx: Tx, actor: Actor, ids: Segments): Promise<DemoLine[]> => {
  const lines: DemoLine[] = [];
  const line = async (
    fundId: string,
    departmentId: string,
    accountId: string,
    original: number,
    more: object = {},
  ) => {
    const { id } = await ensureAccountString(tx, actor, {
      fundId,
      departmentId,
      accountId,
      ...more,
    });
    lines.push({ departmentId, accountStringId: id, cents: original });
  };
  for (const d of carverDepartments)
    for (const [code] of accounts)
      await line(
        ids.get(`fund:${homeFund[d.code]}`)!,
        d.id,
        ids.get(`account:${code}`)!,
        Math.round(adopted[code]! * size[d.code]!) * 100,
        homeFund[d.code] === "225" ? { awardId: ids.get("award:PHEP")! } : {},
      );
  for (const d of carverDepartments.filter((x) => x.code !== "ADM"))
    for (const code of ["5340", "5410", "5420"])
      await line(ids.get("fund:310")!, d.id, ids.get(`account:${code}`)!, 150_000_00, {
        awardId: ids.get("award:DR4897")!,
      });
  await line(ids.get("fund:402")!, carverDepartments[1].id, ids.get("account:5610")!, 310_000_00, {
    projectId: ids.get("project:P118")!,
  });
  return lines;
};

// What this year's work on the projects costs beside the equipment of the lift station.
const projectLines = [
  { fund: "402", department: 1, account: "5340", project: "P118", cents: 1_520_000_00 },
  { fund: "210", department: 0, account: "5410", project: "P131", cents: 300_000_00 },
] as const;

const projectLinesOf = async (tx: Tx, actor: Actor, ids: Segments): Promise<DemoLine[]> => {
  const lines: DemoLine[] = [];
  for (const { fund, department, account, project, cents } of projectLines) {
    const departmentId = carverDepartments[department].id;
    const { id } = await ensureAccountString(tx, actor, {
      fundId: ids.get(`fund:${fund}`)!,
      departmentId,
      accountId: ids.get(`account:${account}`)!,
      projectId: ids.get(`project:${project}`)!,
    });
    lines.push({ departmentId, accountStringId: id, cents });
  }
  return lines;
};

/**
 * Two fiscal years of Carver County's budget over six departments and five funds: the one before,
 * which a cycle adopted, and this one.
 */
export const seedBudget = async (app: App, log: (line: string) => void): Promise<void> => {
  log("budget of Carver County");
  const year = demoFiscalYear(new Date());
  const actor = demoActor("budget");
  const ids = await app.database.transaction(actor, (tx) => seedSegments(tx, actor));
  const lines = await app.database.transaction(actor, (tx) => linesOf(tx, actor, ids));
  await seedAdoptedYear(app, { year: year - 1, lines, segments: ids });
  const fiscalYearId = newId();
  const scope = { ...actor, businessNow: `${year - 1}-10-01T14:00:00Z` };
  await app.database.transaction(scope, async (tx) => {
    await tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (
        ${carverCountyId}, ${fiscalYearId}, ${year}, ${`${year - 1}-10-01`}, ${`${year}-09-30`}
      )
    `);
    for (const { accountStringId, cents } of [...lines, ...(await projectLinesOf(tx, actor, ids))])
      await createLine(tx, actor, { fiscalYearId, accountStringId, original: cents, note: "" });
  });
};
