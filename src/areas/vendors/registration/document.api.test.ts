import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveRegistration } from "./decision.service.ts";
import { recordW9 } from "./w9.service.ts";
import { screenRegistration } from "./registration-screening.service.ts";
import { documentEndpoints } from "./document.api.ts";
import { submitTo } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "ap" | "clerk" | "receiver" | "manager", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    ap: { duties: ["ap"] },
    clerk: {},
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
  });
  await t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    const file = newId();
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (${agency.orgId}, ${file}, 'sam.csv', 'text/plain', 1, ${"0".repeat(64)})
    `);
    await tx.rows(sql`
      insert into exclusion_list (org_id, id, file_id, file_name, sha256, list_date, state)
      values (
        ${agency.orgId}, ${newId()}, ${file}, 'sam.csv', ${"0".repeat(64)}, current_date, 'current'
      )
    `);
  });
});
afterAll(() => t.drop());

const get = async (actor: Actor, url: string) => {
  const server = await buildApp({
    ...t.app,
    endpoints: documentEndpoints,
    principal: async () => actor,
  });
  const answer = await server.inject({ url });
  await server.close();
  return answer;
};

test("Form W-9, with the tax number in full, goes to those who compare it or may read tax numbers, and each time is recorded; nobody is given a way to it as a plain file", async () => {
  const company = await makeCompany(t, "Northline Aggregates LLC");
  const { id } = await submitTo(t.app, company, { orgId: agency.orgId, agencyCodes: [] });
  await t.database.transaction(people.buyer, (tx) =>
    screenRegistration(tx, people.buyer, { id, version: null }, { confirmedDuplicates: [] }),
  );
  await t.database.transaction(people.buyer, async (tx) => {
    await recordW9(tx, people.buyer, id, null, { result: "agrees", note: "" });
    await approveRegistration(tx, people.buyer, { id, version: null });
  });
  const r = await t.database.read(people.buyer).one<{
    vendorId: string;
    documents: { id: string; kind: string }[];
  }>(sql`
    select vendor_id, documents
    from vendor_registration
    where org_id = ${agency.orgId} and id = ${id}
  `);
  const list = `/api/v1/vendors/${r.vendorId}/documents`;
  const kept = (await get(people.clerk, list)).json().items as {
    id: string;
    kind: string;
    canRead: boolean;
  }[];
  expect(kept).toMatchObject([{ kind: "w9", canRead: false }]);
  expect(kept[0]).not.toHaveProperty("fileId");
  const ways = [
    `${list}/${kept[0]!.id}`,
    `/api/v1/vendor-registrations/${id}/documents/${r.documents.find((d) => d.kind === "w9")!.id}`,
  ];
  for (const url of ways) {
    for (const who of [people.clerk, people.receiver])
      expect((await get(who, url)).statusCode, who.name).toBe(403);
    for (const who of [people.buyer, people.manager, people.ap])
      expect((await get(who, url)).body, who.name).toContain("%PDF-1.7 W-9");
  }
  const taken = await t.database.read(people.buyer).rows<{ action: string; n: number }>(sql`
    select action, count(*) as n
    from audit_entry
    where org_id = ${agency.orgId} and action like '%.downloadW9'
    group by 1
    order by 1
  `);
  expect(taken).toEqual([
    { action: "vendor.downloadW9", n: 3 },
    { action: "vendorRegistration.downloadW9", n: 3 },
  ]);
});

test("another document of a vendor is for every member; an unknown one is not there", async () => {
  const file = await t.database
    .read(people.buyer)
    .one<{ vendorId: string; fileId: string }>(
      sql`select vendor_id, file_id from vendor_document where org_id = ${agency.orgId} limit 1`,
    );
  const id = newId();
  await t.database.transaction(people.buyer, (tx) =>
    tx.rows(sql`
      insert into vendor_document (org_id, id, vendor_id, kind, file_id)
      values (${agency.orgId}, ${id}, ${file.vendorId}, 'license', ${file.fileId})
    `),
  );
  expect(
    (await get(people.clerk, `/api/v1/vendors/${file.vendorId}/documents/${id}`)).statusCode,
  ).toBe(200);
  expect(
    (await get(people.clerk, `/api/v1/vendors/${file.vendorId}/documents/${newId()}`)).statusCode,
  ).toBe(404);
});
