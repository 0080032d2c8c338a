import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { anonymous } from "#kernel/access.ts";
import { pinnedPart } from "#kernel/reviewed.ts";
import { permissions } from "#roles.ts";
import { readConfig } from "../config.ts";
import { buildApp } from "./app.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { exportsThatMayLag, mayNotLag, nounsThatNeverLag, refuseLate } from "./may-lag.ts";

const of = (over: Partial<Endpoint>) =>
  mayNotLag({
    ...{ method: "GET", path: "/api/v1/x", permission: "report.read", mayLag: true },
    ...over,
  });

test("what changes something, decides, or is read by whoever is signed in never comes from a standby", () => {
  expect(of({})).toBeNull();
  expect(of({ mayLag: false, permission: "payment.read" })).toBeNull();
  expect(of({ method: "POST" })).toBe("POST /api/v1/x changes something and may not lag");
  const decides = "GET /api/v1/x decides, or is decided by, and may not lag";
  for (const noun of nounsThatNeverLag)
    expect(of({ permission: `${noun}.read` as never }), noun).toBe(decides);
  expect(of({ permission: ["report.read", "approval.read"] })).toBe(decides);
  expect(of({ permission: "signed-in" })).toBe(decides);
  for (const path of ["/api/v1/public/solicitations/{id}", "/oauth/keys", "/scim/v2/Users"])
    expect(of({ permission: "public", path }), path).toContain("may not lag");
  expect(of({ permission: "public", path: "/api/v1/public/risks" })).toBeNull();
  for (const path of ["/api/v1/pay-applications/export", "/api/v1/emergency-purchases/export"])
    expect(of({ permission: "project.read", path }), path).toContain("may not lag");
});

test("both lists name what there is", () => {
  const nouns = new Set(Object.keys(permissions).map((name) => name.split(".")[0]!));
  expect(nounsThatNeverLag.filter((noun) => !nouns.has(noun))).toEqual([]);
  const there = new Set(areaServers.flatMap((area) => area.endpoints).map(({ path }) => path));
  expect([...exportsThatMayLag].filter((path) => !there.has(`${path}/export`))).toEqual([]);
});

test("everything that may lag was reviewed, and nothing of it is of what never does", () => {
  const reviewed = pinnedPart(
    readFileSync(new URL("../../permissions.txt", import.meta.url), "utf8"),
    "may come from a standby",
  );
  const lagging = areaServers.flatMap((area) => area.endpoints).filter((e) => e.mayLag);
  expect(lagging.length).toBeGreaterThan(20);
  expect(lagging.flatMap((e) => mayNotLag(e) ?? [])).toEqual([]);
  const closed = new Set(nounsThatNeverLag);
  for (const [door, held] of reviewed)
    expect(
      held.filter((name) => closed.has(name.split(".")[0]!)),
      door,
    ).toEqual([]);
});

test("a server is not built where an endpoint may lag that must not, and one that says nothing of it has no late reading", async () => {
  const pay = endpoint({
    ...{ method: "GET", path: "/api/v1/payments/{id}/late", permission: "payment.read" },
    ...{ summary: "A payment", mayLag: true, handler: async () => null },
  });
  const parts = { config: readConfig({ LEVEE_LOG: "silent" }), principal: async () => anonymous };
  await expect(buildApp({ ...parts, endpoints: [pay] } as never)).rejects.toThrow(
    "GET /api/v1/payments/{id}/late decides, or is decided by, and may not lag",
  );
  expect(() => refuseLate(pay).published()).toThrow("does not say mayLag");
});

test("settings of a standby are read with the rest, and wrong ones are refused by name", () => {
  const url = "postgres://levee@db2:5432/levee";
  expect(readConfig({ DATABASE_URL: url, DATABASE_READ_URL: url })).toMatchObject({
    ...{ DATABASE_READ_URL: url, LEVEE_READ_LAG: 10 },
  });
  expect(() => readConfig({ DATABASE_READ_URL: url })).toThrow(
    "DATABASE_READ_URL needs DATABASE_URL: the database that comes with Levee has no standby",
  );
  const of = (settings: Record<string, string>) => () =>
    readConfig({ DATABASE_URL: url, ...settings });
  expect(of({ DATABASE_READ_URL: "mysql://db2/levee" })).toThrow("must begin with postgres://");
  expect(of({ DATABASE_READ_URL: "postgres://a@db2,/levee" })).toThrow(
    "needs the name of each host, such as postgres://user@one:5432,two:5432/levee",
  );
  expect(of({ DATABASE_READ_URL: url, LEVEE_READ_LAG: "0" })).toThrow("LEVEE_READ_LAG");
});
