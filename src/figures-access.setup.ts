// An agency with rows behind every figure that areas declare, members of every role and duty, and whoever
// else may ask: what the figures of each are compared with.
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { areaServers } from "./areas.server.ts";
import { duties, permissions, permissionsOf, type Duty } from "#roles.ts";
import { anonymous, roles, type Actor } from "#kernel/access.ts";
import { allFacts } from "#server/area.ts";
import type { Fact } from "#server/facts/facts.ts";
import { buildApp } from "#server/http/app.ts";
import { exportedLists } from "#server/http/exported.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { fixtureArea, fixtureTable } from "#server/testing/fixture-area.ts";
import { fillList } from "#server/testing/filled.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { makeBidder } from "#server/testing/sourcing.ts";

const fixture = fixtureArea();

export let t: TestDatabase;
let server: FastifyInstance;
export let agency: PayingAgency;
let owner: pg.Client;
/** Everybody who asks, by name; no two of the agency's people hold the same rights to figures. */
export const identities = new Map<string, Actor>();
/** Holds every permission. */
export let everything: Actor;

/** What figures and reports ask for. */
const rightsAsked = (): string[] => [
  ...new Set([
    ...Object.keys(permissions).filter((each) => each.startsWith("report.")),
    ...allFacts().flatMap((fact) => [
      fact.permission,
      ...Object.values(fact.measures).flatMap((m) => m.permission ?? []),
      ...fact.dimensions.flatMap((d) => d.permission ?? []),
    ]),
  ]),
];

/** Roles with each duty, of which one of each set of rights is taken. */
const peopleWanted = (): Record<string, { role: (typeof roles)[number]; duties: Duty[] }> => {
  const seen = new Set<string>();
  const wanted: Record<string, { role: (typeof roles)[number]; duties: Duty[] }> = {};
  const asked = rightsAsked();
  for (const role of roles)
    for (const own of [[], ...duties.map((duty) => [duty])]) {
      const held = permissionsOf(role, own);
      const key = asked.filter((each) => held.has(each)).join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      wanted[["one", role, ...own].join("-")] = { role, duties: own };
    }
  return wanted;
};

/** Whether this measure, told by these dimensions, is for somebody, by what its facts file asks. */
export const mayTell = (
  { permissions: held }: Actor,
  fact: Fact,
  name: string,
  by: readonly string[] = [],
): boolean => {
  const measure = fact.measures[name]!;
  const told = [...by, ...(measure.kind === "distinct" ? [measure.dimension] : [])];
  return [fact, measure, ...fact.dimensions.filter((d) => told.includes(d.of.id))].every(
    ({ permission }) => !permission || held.has(permission),
  );
};

/** Of what is not added up one is chosen. */
export const chosen = (fact: Fact): Record<string, string> =>
  Object.fromEntries((fact.apart ?? []).map((id) => [id, id === "side" ? "spending" : "2027"]));

/** A list's address, as the product serves it. */
export const addressOf = (fact: Fact): { path: string; permission: string } | undefined =>
  exportedLists(everything).find(({ list }) => list === fact.list);

const programOf = (owner: Actor, ...held: string[]): Actor => ({
  ...owner,
  kind: "program",
  permissions: new Set(held),
  program: { id: owner.personId!, keyId: owner.personId!, callsPerMinute: 1_000_000 },
});

/** Those who ask of a fact: a program that may read another one is like one that may read none. */
export const askersOf = (fact: Fact): string[] =>
  [...identities.keys()].filter(
    (who) => !who.startsWith("a program for") || who === `a program for ${fact.id}`,
  );

/** Asks as somebody; an identity is named by a header that only this server knows. */
export const asks = async (name: string, url: string) =>
  server.inject({ url, headers: { who: name } });

export const figuresSetUp = async (): Promise<void> => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  agency = await payingAgency(t.database);
  for (const cents of [120_00, 35_50]) await approvedInvoice(t.database, agency, { cents });
  const members = await makeMembers(t.database, agency, {
    ...peopleWanted(),
    all: { role: "admin", duties: duties.filter((duty) => duty !== "read_only") },
  });
  everything = { ...members.all!, permissions: new Set(Object.keys(permissions)) };
  for (const [name, actor] of Object.entries<Actor>(members)) identities.set(name, actor);
  identities.set("everything", everything);
  identities.set("nobody", anonymous);
  identities.set("a vendor", (await makeBidder(t.database, agency, "Delta Stone")).actor);
  identities.set("a program that reads reports", programOf(everything, "report.read"));
  for (const { id, permission } of allFacts())
    identities.set(`a program for ${id}`, programOf(everything, "report.read", permission));
  const elsewhere = await payingAgency(t.database);
  await approvedInvoice(t.database, elsewhere, { cents: 77_00 });
  identities.set("another agency's", {
    ...elsewhere.people.admin,
    permissions: everything.permissions,
  });
  const people = [...identities.values()].flatMap(({ kind, personId }) =>
    kind === "member" && personId ? personId : [],
  );
  await fixtureTable(owner, agency.orgId, people, 30);
  await owner.query("set session_replication_role = replica");
  for (const { list } of allFacts().filter((fact) => !fixture.facts!.includes(fact)))
    await fillList({ owner, orgId: agency.orgId }, list, 3);
  await owner.query("set session_replication_role = origin; analyze");
  server = await buildApp({
    ...t.app,
    endpoints: [...areaServers, fixture].flatMap((area) => area.endpoints),
    principal: async (request) => identities.get(String(request.headers.who ?? "nobody"))!,
  });
  await server.ready();
};

export const figuresTearDown = async (): Promise<void> => {
  await server.close();
  await owner.end();
  await t.drop();
};
