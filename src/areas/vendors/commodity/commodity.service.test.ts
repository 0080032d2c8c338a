import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { addEntry, changeEntry, setInUse } from "#areas/organization/master/entry.service.ts";
import { agencyCodes } from "../registration/submission.service.ts";
import { commoditiesList } from "./commodity-list.service.ts";
import { alsoCalled } from "./commodity-words.model.ts";
import { commodityQuery, searchCommodities, shippedCodes } from "./commodity.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("an agency with many codes of its own: what is chosen is named by its code, whatever stands before it; what is sought by words or the beginning of a code is found", async () => {
  const { buyer } = await makeMembers(t.database, await makeAgency(t.database), {
    buyer: { duties: ["buyer"] },
  });
  await t.database.transaction(buyer, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select
        ${buyer.orgId}, gen_random_uuid(), lpad(n::text, 5, '0') || '-N', 'Own goods ' || n, 'NIGP'
      from generate_series(1, 700) n
    `),
  );
  const read = t.database.read(buyer);
  const sought = async (query: object) =>
    (await searchCommodities(read, commodityQuery.parse(query))).map((c) => c.code);
  expect(await sought({ limit: "500" })).not.toContain("541330");
  expect(
    await searchCommodities(read, commodityQuery.parse({ codes: "541330,00700-N,unknown" })),
  ).toMatchObject([
    { code: "00700-N", name: "Own goods 700", scheme: "NIGP" },
    { code: "541330", name: expect.stringMatching(/engineering/i) as string, scheme: "NAICS" },
  ]);
  expect(await sought({ q: "own 700" })).toEqual(["00700-N"]);
  expect(await sought({ q: "0069" })).toHaveLength(10);
  expect(await sought({ codes: "541330", q: "goods" })).toEqual([]);
  expect(commodityQuery.safeParse({ codes: Array(201).fill("1").join(",") }).success).toBe(false);
  expect(
    (await agencyCodes(read, buyer.orgId!, "", ["00690-N", "541330"])).map((c) => c.code),
  ).toEqual(["00690-N"]);
});

test("a commodity is found by other words for it, in the plural, and misspelt", async () => {
  const { buyer } = await makeMembers(t.database, await makeAgency(t.database), {
    buyer: { duties: ["buyer"] },
  });
  const read = t.database.read(buyer);
  const sought = async (q: string) =>
    (await searchCommodities(read, commodityQuery.parse({ q }))).map((c) => c.code);
  expect(await sought("geotextile")).toEqual(["313230"]);
  expect(await sought("geotextlie")).toContain("313230");
  expect(await sought("road signs")).toEqual(["339950"]);
  expect(await sought("conrete pipes")).toContain("327332");
  expect(await sought("zzzz")).toEqual([]);
  for (const code of Object.keys(alsoCalled)) expect(shippedCodes).toContain(code);
});

test("what an agency offers a company of its own codes does not depend on how many shipped ones it uses", async () => {
  const { buyer } = await makeMembers(t.database, await makeAgency(t.database), {
    buyer: { duties: ["buyer"] },
  });
  await t.database.transaction(buyer, async (tx) => {
    await tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select ${buyer.orgId}, gen_random_uuid(), code, code, 'NAICS'
      from unnest(${[...shippedCodes]}::text[]) code
    `);
    await tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select ${buyer.orgId}, gen_random_uuid(), 'ZZ' || lpad(n::text, 3, '0'), 'Own goods', 'NIGP'
      from generate_series(1, 100) n
    `);
  });
  const codes = await agencyCodes(t.database.read(buyer), buyer.orgId!, "");
  expect([codes.length, codes.every((c) => c.code.startsWith("ZZ"))]).toEqual([100, true]);
});

test("a retired code is offered to nobody and still named where it was chosen; a code never changes", async () => {
  const { manager } = await makeMembers(t.database, await makeAgency(t.database), {
    manager: { role: "manager" },
  });
  const own = { code: "745-67", name: "Paving mix", scheme: "NIGP" };
  const entry = await t.database.transaction(manager, (tx) =>
    addEntry(tx, manager, commoditiesList, own),
  );
  const read = t.database.read(manager);
  const named = async (query: object) =>
    (await searchCommodities(read, commodityQuery.parse(query))).map((one) => one.name);
  expect(await named({ q: "paving mix" })).toContain("Paving mix");
  await expect(
    t.database.transaction(manager, (tx) =>
      changeEntry(tx, manager, commoditiesList, entry.id, { ...own, code: "745-68" }, 1),
    ),
  ).rejects.toMatchObject({ code: "code_stays" });
  await expect(
    t.database.transaction(manager, (tx) =>
      addEntry(tx, manager, commoditiesList, { ...own, code: "541330" }),
    ),
  ).rejects.toMatchObject({ code: "shipped_code" });
  await t.database.transaction(manager, (tx) =>
    setInUse(tx, manager, commoditiesList, entry.id, false, "The class was dropped", 1),
  );
  expect(await named({ q: "paving mix" })).not.toContain("Paving mix");
  expect(await named({ codes: "745-67" })).toEqual(["Paving mix"]);
});
