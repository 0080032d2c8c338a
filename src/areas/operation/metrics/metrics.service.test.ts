import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { allCountedRecords } from "#server/operation/counted-records.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency } from "#server/testing/payments.ts";
import { countVisit } from "#areas/platform/visit/visit.service.ts";
import { monthsBefore, readMetrics } from "./metrics.service.ts";

let t: TestDatabase;
let admin: Actor;
let other: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  admin = { ...agency.people.admin, permissions: new Set(Object.keys(permissions)) };
  await approvedInvoice(t.database, agency);
  await approvedInvoice(t.database, agency);
  await countVisit(identityDb(t.database), "/");
  await countVisit(identityDb(t.database), "/invoices/01930000-0000-7000-8000-000000000001");
  ({ other } = await makeMembers(t.database, await makeAgency(t.database), {
    other: { role: "admin" },
  }));
});
afterAll(() => t.drop());

test("months end with the agency's own, over the turn of a year", () => {
  expect(monthsBefore("2027-01-31", 3)).toEqual(["2026-11", "2026-12", "2027-01"]);
});

test("each number is what the list counts that it opens; nothing names a person", async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  const metrics = await readMetrics(t.database, t.database.read(admin), admin, 3);
  expect(metrics.rows.length).toBe(allCountedRecords().length);
  for (const row of metrics.rows) {
    const { list, fixed } = allCountedRecords().find(({ name }) => name === row.name)!;
    for (const [at, link] of row.links.entries()) {
      const asked = new URLSearchParams(`${fixed ?? ""}&${link.split("?")[1]}`);
      asked.delete("tab");
      const query = listQuery(list).parse(Object.fromEntries(asked));
      const page = await runList(t.database.read(admin), admin, list, query);
      expect([row.name, page.total]).toEqual([row.name, row.counts[at]]);
    }
  }
  expect(metrics.rows.find(({ name }) => name === "invoices")!.counts.at(-1)).toBe(2);
  expect(metrics.worked.counts.at(-1)).toBeGreaterThan(1);
  expect(metrics.visits).toMatchObject({
    counts: [0, 0, 2],
    pages: expect.arrayContaining([{ path: "/invoices/:id", counts: [0, 0, 1] }]),
  });
  expect(JSON.stringify(metrics)).not.toContain(admin.personId);
});

test("another agency sees its own counts, and no visits of the installation", async () => {
  const metrics = await readMetrics(t.database, t.database.read(other), other, 3);
  expect(metrics).toMatchObject({ visits: null, worked: { counts: [0, 0, 0] } });
  expect(metrics.rows.flatMap(({ counts }) => counts).every((n) => n === 0)).toBe(true);
});
