import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  agingAccountCode,
  agingAccounts,
  agingDepartments,
  agingGrantNumber,
  agingPrograms,
  figuresOf,
} from "./aging.model.ts";

type Award = {
  id: string;
  version: number;
  grantorNumber: string;
  amount: number;
  standing: string;
  drawn: number;
};

let t: TestDatabase;
let demo: FastifyInstance;
let plain: FastifyInstance;
let db: IdentityDb;

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  demo = await assemble({ ...t.app, config: { ...t.app.config, demo: true } });
  plain = await assemble({ ...t.app, config: { ...t.app.config, demo: false } });
});
afterAll(async () => {
  await Promise.all([demo.close(), plain.close()]);
  await t.drop();
});
beforeEach(() => db.rows(sql`delete from rate_limit`));

const call = async (
  server: FastifyInstance,
  method: "GET" | "POST",
  url: string,
  payload?: object,
  headers = {},
) => {
  const answer = await server.inject({ method, url, ...(payload ? { payload } : {}), headers });
  return {
    status: answer.statusCode,
    body: answer.json() as Record<string, never> & {
      access_token: string;
      permissions: string[];
      figures: object;
    },
  };
};
const password = "Levee-demo-2026!";
const signIn = (email: string) =>
  call(demo, "POST", "/auth/v1/token", { grant_type: "password", email, password });

test("the figures of the page are those of the data: $43.7M, ten programs, four departments, four roles", () => {
  expect(figuresOf(agingPrograms, agingDepartments.length, agingAccounts.length)).toEqual({
    totalCents: 43_700_000_00,
    programs: 10,
    departments: 4,
    roles: 4,
  });
  expect(agingPrograms.filter((p) => p.sample)).toHaveLength(4);
});

test("set-up exists in demo mode only", async () => {
  expect((await call(plain, "POST", "/functions/v1/create-demo-user", {})).status).toBe(404);
  expect((await call(plain, "GET", "/api/v1/public/aging-demo")).body).toMatchObject({
    demo: false,
    setUp: false,
    token: null,
  });
});

test("set-up makes four accounts that sign in with the rights of SPEC 6, and ten programs as records", async () => {
  expect((await call(demo, "POST", "/functions/v1/create-demo-user", {})).body).toEqual({
    message: "Demo users created successfully",
  });
  expect((await call(demo, "GET", "/api/v1/public/aging-demo")).body).toMatchObject({
    setUp: true,
    expired: false,
    token: password,
    figures: { totalCents: 43_700_000_00, programs: 10, departments: 4, roles: 4 },
  });
  const seen: Record<string, { role: string; permissions: string[] }> = {};
  for (const account of agingAccounts) {
    const { status, body } = await signIn(account.email);
    expect(status, account.email).toBe(200);
    const me = (
      await call(demo, "GET", "/api/v1/me", undefined, {
        authorization: `Bearer ${body.access_token}`,
      })
    ).body as unknown as { role: string; permissions: string[]; org: { name: string } };
    seen[account.role] = me;
    const lines = (
      await call(demo, "GET", "/api/v1/budget-lines", undefined, {
        authorization: `Bearer ${body.access_token}`,
      })
    ).body as unknown as { total: number };
    expect(lines.total, account.role).toBe(10);
  }
  expect(Object.entries(seen).map(([role, me]) => [role, me.role])).toEqual([
    ["Organization Admin", "admin"],
    ["Grant Manager", "manager"],
    ["Financial Officer", "manager"],
    ["Program Staff", "user"],
  ]);
  expect(seen["Financial Officer"]!.permissions).toContain("budget.edit");
  expect(seen["Grant Manager"]!.permissions).not.toContain("budget.edit");
  expect(seen["Program Staff"]!.permissions.filter((name) => !name.endsWith(".read"))).toEqual([]);
});

test("the ten programs are awards with their numbers, and each of the four roles does its part and no other", async () => {
  const as = async (role: string) => {
    const { body } = await signIn(agingAccounts.find((a) => a.role === role)!.email);
    const headers = { authorization: `Bearer ${body.access_token}` };
    return {
      get: async (path: string) => {
        const { status, body: read } = await call(demo, "GET", path, undefined, headers);
        return { status, items: (read as unknown as { items: Award[] }).items };
      },
      send: async (path: string, payload: object, version = 0) => {
        const match = { ...headers, "if-match": `"${version}"` };
        const { status, body: made } = await call(demo, "POST", path, payload, match);
        return { ...(made as unknown as Award), code: status };
      },
    };
  };
  const [admin, manager, officer, staff] = [
    await as("Organization Admin"),
    await as("Grant Manager"),
    await as("Financial Officer"),
    await as("Program Staff"),
  ];
  const awards = "/api/v1/grant-awards?limit=50&sort=number";
  const { items } = await staff.get(awards);
  expect(items.map((a) => [a.grantorNumber, a.amount, a.standing]).toSorted()).toEqual(
    agingPrograms
      .map((p) => [
        agingGrantNumber(p.code),
        p.amount,
        p.status === "Active" ? "active" : "attention",
      ])
      .toSorted(),
  );
  expect((await admin.get(awards)).items).toEqual(items);
  // Each has the account budget that its award says, to the cent.
  const lines = (await staff.get("/api/v1/budget-lines?limit=50")).items as unknown as {
    code: string;
    original: number;
  }[];
  expect(lines.map((l) => [l.code, l.original]).toSorted()).toEqual(
    agingPrograms.map((p) => [agingAccountCode(p), p.amount]).toSorted(),
  );
  // They live: pay is charged and drawn from the fiscal year's second day on.
  const firstDay = agencyDay().endsWith("-07-01");
  for (const { drawn, amount } of items)
    expect(firstDay || (drawn > 0 && drawn < amount / 5)).toBe(true);
  for (const path of ["grant-reports", "budget-lines", "milestones", "subawards"])
    expect((await staff.get(`/api/v1/${path}`)).status, path).toBe(200);
  const award = {
    title: "Respite care",
    grantor: "State Office for the Aging",
    amount: 1_000_00,
    periodFrom: "2026-07-01",
    periodTo: "2027-06-30",
  };
  expect((await staff.send("/api/v1/grant-awards", award)).code).toBe(403);
  expect((await officer.send("/api/v1/grant-awards", award)).code).toBe(403);
  const made = await manager.send("/api/v1/grant-awards", award);
  expect(made).toMatchObject({ code: 201 });
  const drawdown = { awardId: items[0]!.id, kind: "reimbursement", through: "2026-11-01" };
  expect((await officer.send("/api/v1/drawdowns", drawdown)).code).toBe(403);
  // Nothing is paid yet: whoever may ask is told so.
  expect((await manager.send("/api/v1/drawdowns", drawdown)).code).toBe(409);
  const late = (await manager.get("/api/v1/grant-reports?late=true&kind=sf425")).items[0]!;
  const step = (of: typeof manager, action: string, version: number) =>
    of.send(`/api/v1/grant-reports/${late.id}/actions/${action}`, {}, version);
  const prepared = await step(manager, "prepare", late.version);
  expect(prepared).toMatchObject({ code: 200 });
  expect((await step(manager, "certify", prepared.version)).code).toBe(403);
  expect((await step(officer, "certify", prepared.version)).code).toBe(200);
  expect((await officer.get("/api/v1/sefa?from=2026-07-01&to=2027-06-30")).status).toBe(200);
  expect((await staff.get("/api/v1/members")).status).toBe(200);
  expect((await admin.get("/api/v1/invitations")).status).toBe(200);
  expect((await staff.get("/api/v1/invitations")).status).toBe(403);
});

test("on day 31 sign-in is refused; set-up again renews; twice changes no record", async () => {
  await db.rows(sql`
    update person
    set demo_until = clock_timestamp() - interval '1 second'
    where email like 'aging.%'
  `);
  expect((await signIn(agingAccounts[0]!.email)).body).toMatchObject({
    status: 403,
    code: "demo_expired",
  });
  expect((await call(demo, "GET", "/api/v1/public/aging-demo")).body).toMatchObject({
    expired: true,
  });
  await call(demo, "POST", "/functions/v1/create-demo-user", {});
  expect((await signIn(agingAccounts[0]!.email)).status).toBe(200);
  const { days } = await db.one<{ days: number }>(sql`
    select round(extract(epoch from min(demo_until) - clock_timestamp()) / 86400)::int as days
    from person
    where email like 'aging.%'
  `);
  expect(days).toBe(30);
  expect((await call(demo, "GET", "/api/v1/public/aging-demo")).body.figures).toMatchObject({
    programs: 10,
    totalCents: 43_700_000_00,
  });
});

test("the tenant of a host that begins with aging is found by its exact name only", async () => {
  expect(
    (
      await call(
        demo,
        "GET",
        `/api/v1/tenants?name=${encodeURIComponent("NYC Department for the Aging (demonstration)")}`,
      )
    ).body,
  ).toMatchObject({ slug: "aging" });
  expect((await call(demo, "GET", "/api/v1/tenants?name=City%20of%20Northfork")).body).toBeNull();
});
