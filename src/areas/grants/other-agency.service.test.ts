// Every address of awards and of what comes before them, asked by somebody of another agency who may
// do everything there: nothing answers, nothing changes.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let own: Actor;
let stranger: Actor;
let who: Actor;
// The record behind an address, by the address's beginning.
const ids: Record<string, string> = {};

const call = async (actor: Actor, method: string, url: string, payload?: object) => {
  who = actor;
  const answer = await app.inject({
    method: method as "GET",
    url: `/api/v1/${url}`,
    headers: { "if-match": '"1"' },
    ...(payload && { payload }),
  });
  return { code: answer.statusCode, text: answer.body };
};
const made = async (at: string, payload: object): Promise<string> => {
  const { code, text } = await call(own, "POST", at, payload);
  if (code !== 201) throw new Error(`${at}: ${text}`);
  return (JSON.parse(text) as { id: string }).id;
};
const first = async (at: string): Promise<string> =>
  (JSON.parse((await call(own, "GET", at)).text) as { items: { id: string }[] }).items[0]!.id;

const beforeTheAward = async () => {
  const opportunity = await made("grant-opportunities", {
    number: "HHS-1",
    title: "Nutrition",
    eligibility: ["01"],
  });
  const application = await made("grant-applications", {
    title: "Meals",
    opportunityNumber: "HHS-1",
    grantor: "Administration for Community Living",
    startsOn: "2027-07-01",
    endsOn: "2028-06-30",
  });
  const { text } = await call(own, "GET", `grant-applications/${application}`);
  const section = (JSON.parse(text) as { sections: { id: string }[] }).sections[0]!.id;
  Object.assign(ids, {
    "grant-opportunities": opportunity,
    "grant-portfolio": opportunity,
    "grant-applications": application,
    "grant-application-sections": section,
    "grant-contributors": await made(`grant-application-sections/${section}/contributors`, {
      name: "Hanna Voss",
      email: "hanna@example.org",
      untilOn: agencyDay(5),
    }),
    "grant-searches": await made("grant-searches", { name: "Meals", words: "meals" }),
  });
};

const theAward = async () => {
  const award = await made("grant-awards", {
    title: "Preparedness",
    grantor: "CDC",
    amount: 1_000_00,
    periodFrom: agencyDay(-100),
    periodTo: agencyDay(200),
    budget: [
      { objectClass: "supplies", cents: 600_00 },
      { objectClass: "other", cents: 400_00 },
    ],
  });
  await call(own, "POST", `grant-awards/${award}/actions/accept`, { segmentCode: "PREP" });
  Object.assign(ids, {
    "grant-awards": award,
    "grant-reports": await first(`grant-reports?awardId=${award}`),
    "award-terms": await made(`grant-awards/${award}/terms`, {
      kind: "unallowable",
      objectClass: "travel",
      words: "No travel.",
      document: "Notice of award",
    }),
    milestones: await made("milestones", {
      awardId: award,
      title: "Exercise",
      plannedOn: agencyDay(30),
    }),
    "award-revisions": await made("award-revisions", {
      awardId: award,
      title: "More supplies",
      reason: "They wear out.",
      moves: [],
      scopeChange: true,
    }),
  });
  // Nothing is paid here: a request as it stands in the table, without a line.
  ids["drawdowns"] = crypto.randomUUID();
  await t.database.transaction(own, (tx) =>
    tx.rows(sql`
      insert into drawdown (org_id, id, number, award_id, kind, through, prepared_by)
      values (
        ${agency.orgId}, ${ids["drawdowns"]}, 'DRW-1', ${award}, 'reimbursement', ${agencyDay()},
        ${own.personId}
      )
    `),
  );
};

beforeAll(async () => {
  t = await freshDatabase();
  const [mine, other] = [await makeAgency(t.database), await makeAgency(t.database)];
  agency = mine;
  await makeBudget(t.database, mine, 1_000_00);
  await makeBudget(t.database, other, 1_000_00);
  const every = (actor: Actor) => ({ ...actor, permissions: new Set(Object.keys(permissions)) });
  own = every((await makeMembers(t.database, mine, { own: { role: "admin" } })).own);
  stranger = every((await makeMembers(t.database, other, { s: { role: "admin" } })).s);
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => who,
  });
  await beforeTheAward();
  await theAward();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const addresses = areaServers
  .filter((area) => area.name === "grants" || area.name === "preaward")
  .flatMap((area) => area.endpoints)
  .filter(({ path }) => path.startsWith("/api/v1/") && path.includes("{id}"))
  // A cost of an emergency that no award carries: finance's own record, asked for in its tests.
  .filter(({ path }) => !path.startsWith("/api/v1/disaster-costs"));

const written = async () =>
  (
    await t.database.read(own).one<{ n: number }>(sql`
      select count(*)::int as n
      from audit_entry
      where org_id = ${agency.orgId}
    `)
  ).n;

test("nobody of another agency reads or changes an award, a report, an opportunity or an application", async () => {
  expect(addresses.length).toBeGreaterThan(60);
  const before = await written();
  const wrong: string[] = [];
  for (const { method, path } of addresses) {
    const noun = path.split("/")[3]!;
    const id = ids[noun];
    if (!id) {
      wrong.push(`${path}: no record of it is made here`);
      continue;
    }
    const url = path
      .replace("/api/v1/", "")
      .replace("{id}", id)
      .replace("{code}", "SF-424")
      .replace("{paper}", "SF-270");
    const query = url.endsWith("/drawable")
      ? `${url}?kind=reimbursement&through=${agencyDay()}`
      : url;
    const body = { reason: "I want it.", segmentCode: "X" };
    const { code, text } = await call(stranger, method, query, method === "GET" ? undefined : body);
    const empty = path.endsWith("/history") && (JSON.parse(text) as { total: number }).total === 0;
    // What the body lacks is told before the record is looked for.
    const ok = code === 404 || (method !== "GET" && code === 422) || empty;
    if (!ok || text.includes("Preparedness") || text.includes("Meals"))
      wrong.push(`${method} ${path}: ${code} ${text.slice(0, 120)}`);
  }
  expect(wrong).toEqual([]);
  expect(await written()).toBe(before);
});

test("lists of another agency hold nothing of it", async () => {
  for (const noun of [
    "grant-awards",
    "grant-reports",
    "drawdowns",
    "milestones",
    "award-revisions",
    "grant-opportunities",
    "grant-applications",
  ]) {
    const { text } = await call(stranger, "GET", noun);
    expect((JSON.parse(text) as { items: unknown[] }).items, noun).toEqual([]);
  }
});
