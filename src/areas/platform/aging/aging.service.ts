import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Actor, Role } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import {
  awardBudgets,
  createLine,
  createSegment,
  ensureAccountString,
  openFiscalYear,
  segmentInput,
} from "#areas/budget/budget.server.ts";
import { demoPersonOf, seedDemoPeople } from "#areas/identity/identity.server.ts";
import { publishFor, seedOrganization } from "#areas/organization/organization.server.ts";
import { permissionsOf, type Duty } from "#roles.ts";
import {
  agingAccounts,
  agingDepartments,
  agingGrantNumber,
  agingId,
  agingName,
  agingPrograms,
  agingSlug,
  figuresOf,
} from "./aging.model.ts";
import { seedAwards } from "./aging-awards.service.ts";
import type { AgingState } from "./aging-state.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const roles: Readonly<Record<string, { role: Role; duties: readonly Duty[]; department: string }>> =
  {
    "Organization Admin": { role: "admin", duties: [], department: "EXEC" },
    "Grant Manager": {
      role: "manager",
      duties: ["requester", "grant_manager"],
      department: "NUTR",
    },
    "Financial Officer": {
      role: "manager",
      duties: ["budget_officer", "ap", "certifier"],
      department: "CARE",
    },
    "Program Staff": { role: "user", duties: ["read_only"], department: "WORK" },
  };

const actorOf = (at: number): Actor => {
  const account = agingAccounts[at]!;
  const { role, duties } = roles[account.role]!;
  return {
    kind: "member",
    personId: demoPersonOf(account.email),
    name: account.name,
    email: account.email,
    orgId: agingId,
    role,
    duties,
    permissions: permissionsOf(role, duties),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
    timeZone: "America/New_York",
  };
};

// The programs as a budget: one award and one line each, so that the figures of the page are sums
// of records.
const seedPrograms = async (app: App): Promise<void> => {
  const officer = actorOf(2);
  await app.database.transaction(officer, async (tx) => {
    if (await tx.maybe(sql`select 1 as ok from fiscal_year where org_id = ${agingId} limit 1`))
      return;
    const segment = async (
      kind: "fund" | "account" | "award",
      code: string,
      name: string,
      over: object = {},
    ) => (await createSegment(tx, officer, segmentInput.parse({ kind, code, name, ...over }))).id;
    const now = new Date(databaseMs());
    const year = now.getUTCFullYear() + (now.getUTCMonth() >= 6 ? 1 : 0);
    const { id: fiscalYearId } = await openFiscalYear(tx, officer, {
      year,
      startsOn: `${year - 1}-07-01`,
      endsOn: `${year}-06-30`,
    });
    const funds = {
      federal: await segment("fund", "200", "Federal grants", { stop: "hard", federal: true }),
      state: await segment("fund", "210", "State grants", { stop: "hard" }),
    };
    const accountId = await segment("account", "6000", "Grant programs");
    for (const program of agingPrograms) {
      const awardId = await segment(
        "award",
        program.code,
        `${agingGrantNumber(program.code)} ${program.title}`,
        program.listing ? { federal: true, assistanceListing: program.listing } : {},
      );
      const { id } = await ensureAccountString(tx, officer, {
        fundId: program.listing ? funds.federal : funds.state,
        departmentId: agingDepartments.find((d) => d.code === program.department)!.id,
        accountId,
        awardId,
      });
      await createLine(tx, officer, {
        fiscalYearId,
        accountStringId: id,
        original: program.amount,
        note: program.program,
      });
    }
  });
};

/**
 * Creates the demonstration agency with its four accounts, or renews their 30 days and passwords.
 * May run again. Refuses outside of demo mode.
 */
export const setUpAging = async (app: App): Promise<void> => {
  await seedDemoPeople(app, agingAccounts);
  await seedOrganization(app.database, {
    organization: {
      id: agingId,
      name: agingName,
      slug: agingSlug,
      timeZone: "America/New_York",
      fiscalYearStartMonth: 7,
      mailDomain: "demo.levee.test",
    },
    departments: agingDepartments,
    members: agingAccounts.map((account) => ({
      personId: demoPersonOf(account.email),
      title: account.title,
      ...roles[account.role]!,
    })),
  });
  await app.database.transaction({ orgId: agingId, personId: null }, async (tx) => {
    await publishFor(
      tx,
      agingId,
      { orders: false, budget: false, requests: false, changes: false, reports: false },
      true,
    );
  });
  await seedPrograms(app);
  await seedAwards(app, { grants: actorOf(1), officer: actorOf(2) });
};

/**
 * Whether the demonstration is set up, until when, and its figures: of the records once there are
 * some, of the same data before.
 */
export const readAging = async (app: App): Promise<AgingState> => {
  const { expiresAt, expired } = await identityDb(app.database).one<{
    expiresAt: Instant | null;
    expired: boolean;
  }>(sql`
    select
      min(demo_until) as expires_at,
      coalesce(min(demo_until) <= clock_timestamp(), false) as expired
    from person
    where email = any(${agingAccounts.map((a) => a.email)}::text[])
  `);
  const db = app.database.read({ orgId: agingId, personId: null });
  const programs = await awardBudgets(db);
  const { n } = await db.one<{ n: number }>(
    sql`select count(*)::int as n from department where org_id = ${agingId}`,
  );
  const setUp = expiresAt !== null && programs.length > 0;
  return {
    demo: app.config.demo,
    setUp,
    expiresAt,
    expired,
    token: app.config.demo ? app.config.LEVEE_DEMO_PASSWORD : null,
    figures: setUp
      ? figuresOf(programs, n, agingAccounts.length)
      : figuresOf(agingPrograms, agingDepartments.length, agingAccounts.length),
  };
};
