import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areaServers } from "./areas.server.ts";
import { pages } from "./areas.ts";
import { carverCountyId, northforkId } from "#areas/identity/identity.public.ts";
import { roleSatisfies, type Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { addKey, addProgram } from "#areas/programs/programs.server.ts";
import { agencyDay } from "#server/testing/days.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { pinnedPart } from "#kernel/reviewed.ts";
import { guardTarget } from "#web/shell/guard.ts";

// Every identity × every endpoint and page that is registered. What is expected stands in
// permissions.txt, which people review, and in SPEC 6; what is compared is the running server's
// answer, so a weakened permission is found as well as a handler or hook that forgets it.
type Identity = {
  email: string | null;
  signedIn: boolean;
  kind?: "member" | "vendor" | "program";
  role: Role;
  duties: readonly Duty[];
};
const member = (email: string, role: Role, ...duties: Duty[]): Identity => ({
  email: `${email}@demo.levee.test`,
  signedIn: true,
  kind: "member",
  role,
  duties,
});
const outsider = "outsider@people.test";
const password = "Levee-demo-2026!";

const identities: Record<string, Identity> = {
  anonymous: { email: null, signedIn: false, role: "user", duties: [] },
  "person without an agency": { email: outsider, signedIn: true, role: "user", duties: [] },
  user: member("user", "user", "requester"),
  manager: member("manager", "manager"),
  admin: member("admin", "admin"),
  platform_admin: member("platform", "platform_admin"),
  buyer: member("buyer", "user", "buyer", "requester"),
  ap: member("ap", "user", "ap"),
  treasurer: member("treasurer", "user", "treasurer"),
  receiver: member("receiver", "user", "receiver"),
  "budget officer": member("budget", "user", "budget_officer"),
  auditor: member("auditor", "user", "auditor"),
  "vendor's person": {
    email: "vendor1@demo.levee.test",
    signedIn: true,
    kind: "vendor",
    role: "user",
    duties: [],
  },
  // Everything that a program can be given at all, owned by who holds all of that.
  program: { email: null, signedIn: true, kind: "program", role: "admin", duties: [] },
  "another agency's admin": {
    email: "admin@second.levee.test",
    signedIn: true,
    kind: "member",
    role: "admin",
    duties: [],
  },
};
const names = Object.keys(identities);
const endpoints: readonly Endpoint[] = areaServers.flatMap((a) => a.endpoints);

let t: TestDatabase;
let server: FastifyInstance;
const tokens = new Map<string, string>();

const post = async (url: string, payload: object) =>
  (await server.inject({ method: "POST", url, payload })).json();
const signIn = async (email: string): Promise<string> =>
  (await post("/auth/v1/token", { grant_type: "password", email, password }))
    .access_token as string;

const programKey = async (): Promise<string> => {
  const owner = demoActor("admin");
  return t.database.transaction(owner, async (tx) => {
    const { id } = await addProgram(tx, owner, {
      name: "Everything",
      purpose: "Asks every endpoint once",
      ownerId: owner.personId!,
      scopes: [...grantable.keys()],
      endsOn: agencyDay(300),
    });
    return (await addKey(tx, owner, id, { days: 1, networks: [], callsPerMinute: 6000 })).key;
  });
};

beforeAll(async () => {
  t = await freshDatabase();
  const app = { ...t.app, config: { ...t.app.config, demo: true } };
  for (const name of ["identity", "organization"])
    await areaServers.find((a) => a.name === name)!.seed!.tell(app, () => {});
  server = await assemble(app);
  await post("/auth/v1/sign-up", { email: outsider, password });
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = clock_timestamp() where email = ${outsider}`,
  );
  for (const name of names) {
    const { email } = identities[name]!;
    if (email) tokens.set(name, await signIn(email));
  }
  tokens.set("program", await programKey());
  // Everybody asks everything here, which is more than a minute allows.
  for (const orgId of [carverCountyId, northforkId])
    await t.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        update organization
        set settings = settings || '{"callsPerMinute": 1000000}'::jsonb
        where id = ${orgId}
      `),
    );
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const headersOf = (name: string): Record<string, string> =>
  tokens.has(name) ? { authorization: `Bearer ${tokens.get(name)}` } : {};

/**
 * Asks without a body: whoever passes the door gets some other answer (often 422), never 401 or the
 * door's 403.
 */
const door = async (e: Endpoint, name: string): Promise<"in" | 401 | 403> => {
  const url = e.path.replace(/\{\w+\}/g, newId());
  const answer = await server.inject({
    method: e.method,
    url,
    headers: headersOf(name),
    payloadAsStream: true,
  });
  const stream = answer.stream();
  if (answer.statusCode !== 401 && answer.statusCode !== 403) {
    stream.destroy();
    expect(answer.statusCode, `${name} ${e.method} ${e.path}`).not.toBe(500);
    return "in";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const problem = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { code: string };
  if (answer.statusCode === 403) return problem.code === "not_allowed" ? 403 : "in";
  return problem.code === "not_signed_in" ? 401 : "in";
};

const pinned = readFileSync(new URL("permissions.txt", import.meta.url), "utf8");
const holders = pinnedPart(pinned, "holders");
const doors = pinnedPart(pinned, "endpoints");
const grantable = pinnedPart(pinned, "programs may be given");
// Where people sign in, and what acts for visitors.
const ofPeople = /^\/(auth|functions)\//;

const expectedOfProgram = ({ path }: Endpoint, needed: readonly string[]): "in" | 403 => {
  if (needed.includes("public")) return ofPeople.test(path) ? 403 : "in";
  return needed.some((one) => grantable.has(one)) ? "in" : 403;
};

const holds = (who: Identity, permission: string): boolean =>
  who.kind !== undefined &&
  holders
    .get(permission)!
    .some((holder) => [who.kind, who.role, ...who.duties].includes(holder as Role));

const expected = (e: Endpoint, who: Identity): "in" | 401 | 403 => {
  const needed = doors.get(`${e.method} ${e.path}`)!;
  if (who.kind === "program") return expectedOfProgram(e, needed);
  if (needed.includes("public")) return "in";
  if (!who.signedIn) return 401;
  if (needed.includes("signed-in")) return "in";
  return needed.some((permission) => holds(who, permission)) ? "in" : 403;
};

describe.each(endpoints.map((e) => [`${e.method} ${e.path}`, e] as const))("%s", (_, e) => {
  test("opens for exactly those whom permissions.txt names", async () => {
    const real: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const name of names) {
      // Setting the demo up again would change the accounts under test.
      if (e.path === "/functions/v1/create-demo-user") continue;
      real[name] = await door(e, name);
      wanted[name] = expected(e, identities[name]!);
    }
    expect(real).toEqual(wanted);
  });
});

const lists = endpoints.filter(
  (e) => e.method === "GET" && e.path.startsWith("/api/v1/") && !e.path.includes("{"),
);
const records = endpoints.filter(
  (e) => e.method === "GET" && /^\/api\/v1\/[\w-]+\/\{id\}$/.test(e.path),
);

// Rules of law, the shipped list of commodity codes, tutorials, quick starts, letters of demo mode, what
// can be added up, ready reports and what is published belong to no agency.
const ofNobody = new RegExp(
  [
    "/(rules|commodities|vendor-company/codes|demo-mail|tutorials|quick-starts)$",
    "/(report-facts|ready-reports|dashboard-tiles|agents)$",
    "/public/",
  ].join("|"),
);

test("no list of one agency shows another's records, and their ids answer 404", async () => {
  const get = async (url: string, name: string) => server.inject({ url, headers: headersOf(name) });
  let compared = 0;
  for (const list of lists) {
    const mine = await get(list.path, "admin");
    const theirs = await get(list.path, "another agency's admin");
    if (
      mine.statusCode !== 200 ||
      !String(mine.headers["content-type"]).startsWith("application/json") ||
      !Array.isArray(mine.json()?.items) ||
      mine.json().items.length === 0
    )
      continue;
    const ids = (answer: typeof mine) =>
      (answer.json().items as { id?: string }[]).map((row) => row.id).filter(Boolean);
    // Each agency's own hours are no record: they stand under a word in place of an id.
    const shared = ids(mine).filter((id) => id !== "agency" && ids(theirs).includes(id));
    if (!ofNobody.test(list.path)) expect(shared, list.path).toEqual([]);
    const record = records.find((r) => r.path === `${list.path}/{id}`);
    if (!record || /\/rules$/.test(list.path)) continue;
    const id = ids(mine)[0]!;
    expect((await get(`${list.path}/${id}`, "admin")).statusCode, record.path).toBe(200);
    expect(
      (await get(`${list.path}/${id}`, "another agency's admin")).statusCode,
      record.path,
    ).toBe(404);
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
  expect(
    (await get(`/api/v1/organizations/${carverCountyId}`, "another agency's admin")).statusCode,
  ).toBe(404);
});

test("an endpoint without a known permission keeps the server from starting", async () => {
  const build = (permission: string) =>
    buildApp({
      ...t.app,
      principal: async () => {
        throw new Error("not asked");
      },
      endpoints: [
        endpoint({
          method: "GET",
          path: "/api/v1/planted",
          permission: permission as "public",
          summary: "planted",
          handler: async () => null,
        }),
      ],
    });
  await expect(build("")).rejects.toThrow(/declares no permission/);
  await expect(build("planted.read")).rejects.toThrow(/does not list/);
});

// SPEC section 6, "Required roles for routes".
const both = [
  "/emergency-procurement",
  "/fema-integration",
  "/utility-form-filler",
  "/disaster-ops-hub",
  "/quantum-grant-management",
  "/admin",
  "/admin/growth",
  "/admin/compliance",
  "/grant-hub",
  "/fms-integration",
  "/approvals-inbox",
  "/billing",
  "/billing/invoices",
  "/api-connectors",
  "/cost-centers",
  "/inspections-checklists",
  "/utilities/templates",
];
const adminOnly = [
  "/admin/system-test",
  "/admin/feedback",
  "/admin/waitlist",
  "/admin/metrics",
  "/admin/demos",
  "/admin/tenant",
  "/comprehensive-test",
  "/admin/gemini-ai-test",
  "/admin/ai-discoverability",
  "/admin/ai-discoverability-test",
  "/tenant-management",
  "/sso-management",
  "/ai-agent-platform",
  "/billing/plans",
  "/access-controls",
  "/utilities/theme",
  "/utilities/shortcuts",
];
const platformOnly = ["/business-plan-management", "/pricing-plans", "/platform-admin"];
// Pages that SPEC 6 does not know, with the guard that their work asks for.
const ownAdminOnly = [
  "/approvals-inbox/policies",
  "/approvals-inbox/policies/new",
  "/approvals-inbox/policies/:id",
  "/admin/letters",
];
const ownBoth = ["/admin/compliance/holds/:id", "/billing/invoices/:id"];
const ownPlatformOnly = [
  "/business-plan-management/agreements",
  "/business-plan-management/agreements/:id",
  "/business-plan-management/agreements/new",
  "/business-plan-management/agreements/:id/edit",
  "/business-plan-management/plans",
  "/business-plan-management/plans/:id",
  "/business-plan-management/bills",
  "/business-plan-management/bills/:id",
  "/pricing-plans/:id",
];
const unguarded = ["/claims-change-orders", "/certifications-policies", "/incident-risk-register"];
const specified = (path: string): readonly Role[] | "open" | null =>
  both.includes(path) || ownBoth.includes(path)
    ? ["admin", "manager"]
    : adminOnly.includes(path) || ownAdminOnly.includes(path)
      ? ["admin"]
      : platformOnly.includes(path) || ownPlatformOnly.includes(path)
        ? ["platform_admin"]
        : unguarded.includes(path)
          ? "open"
          : null;

describe.each(pages.map((page) => [page.path, page] as const))("page %s", (_, page) => {
  test("declares the access that SPEC 6 gives it", () => {
    const wanted = specified(page.path);
    if (wanted === "open") expect(page.access).toBe("open");
    else if (wanted) expect([...page.access].sort()).toEqual([...wanted].sort());
    else expect(["public", "open", "signed-in"]).toContain(page.access);
  });
  test.each(names)("guard for %s", (name) => {
    const who = identities[name]!;
    const free = page.access === "public" || page.access === "open";
    const wanted = free
      ? null
      : !who.signedIn
        ? "/auth"
        : page.access === "signed-in" || roleSatisfies(who.role, page.access as readonly Role[])
          ? null
          : "/dashboard";
    expect(guardTarget(page.access, who.signedIn, who.role)).toBe(wanted);
  });
});
