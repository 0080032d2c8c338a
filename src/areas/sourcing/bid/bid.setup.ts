import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeOfficers, useTestKeyStore, type TestOfficer } from "#server/testing/opening.ts";
import { makeBidder, published, solicitationOf } from "#server/testing/sourcing.ts";
import { sealScope } from "./under-seal.service.ts";

export let t: TestDatabase;
export let agency: Agency;
export let people: Record<"buyer" | "manager" | "auditor", Actor>;
export let officers: TestOfficer[];
export let store: Awaited<ReturnType<typeof useTestKeyStore>>;
export let ada: Awaited<ReturnType<typeof makeBidder>>;
export let bo: typeof ada;

export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
export const system = () => t.database.read(sealScope(agency.orgId));
export const tender = (over: Parameters<typeof solicitationOf>[1] = {}) =>
  published(t.database, people, solicitationOf(agency, { kind: "itb", ...over }), officers);
export const itemsOf = async (id: string) =>
  (
    await system().rows<{ id: string }>(sql`
      select id
      from solicitation_item
      where org_id = ${agency.orgId} and solicitation_id = ${id}
      order by item_no
    `)
  ).map((row) => row.id);
export const priced = async (id: string, ...prices: string[]) => ({
  price: {
    lines: (await itemsOf(id)).map((itemId, i) => ({
      itemId,
      unitPrice: prices[i] ?? null,
      noBid: prices[i] === undefined,
    })),
  },
});
export const statuses = async (id: string) =>
  (
    await system().rows<{ status: string; revision: number }>(sql`
      select status, revision
      from bid
      where org_id = ${agency.orgId} and solicitation_id = ${id} and status <> 'draft'
      order by created_at
    `)
  ).map((row) => row.status);
export const moveDue = (id: string, text: string) =>
  t.database.transaction(sealScope(agency.orgId), (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = ${text}::timestamptz
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
export const told = (actor: Actor, at: string): Actor => ({ ...actor, businessNow: at });

/** What every test of these files begins with; called once at the head of a file. */
export const bidSetUp = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    store = await useTestKeyStore();
  });
  afterAll(async () => {
    await store.close();
    await t.drop();
  });
  beforeEach(async () => {
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      buyer: { duties: ["buyer"] },
      manager: { role: "manager" },
      auditor: { duties: ["auditor"] },
    });
    officers = await makeOfficers(t.database, agency, ["Ann", "Ben", "Cyd"]);
    [ada, bo] = [
      await makeBidder(t.database, agency, "Ada Salt"),
      await makeBidder(t.database, agency, "Bo Minerals"),
    ];
  });
};
