import { afterAll, beforeAll, expect, test } from "vitest";
import { published } from "../../../server/db/published.ts";
import { sql } from "../../../server/db/sql.ts";
import { makeAgency, type Agency } from "../../../server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { publicSolicitations, type Sought } from "./public.service.ts";

const rows = 1300;
let t: TestDatabase, agency: Agency;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  await t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    await tx.rows(sql`update organization set settings = settings || '{"publish": {}}' where id = ${agency.orgId}`);
    await tx.rows(sql`insert into solicitation (org_id, id, number, kind, status, title, summary, department_id, buyer_id, fiscal_year_id, protection, due_at, published_at, ocid)
      select ${agency.orgId}, gen_random_uuid(), 'RFQ-' || n, 'rfq', case when n % 3 = 0 then 'published' else 'awarded' end, (array['Culvert', 'Stone', 'Äther 50%', 'Salt_A'])[1 + n % 4] || ' for bridge ' || n, 'Of lot ' || n % 17, ${agency.departmentId}, gen_random_uuid(), ${agency.fiscalYearId}, 'held',
        clock_timestamp() + make_interval(hours => case when n % 3 = 0 then n else -n end), clock_timestamp() - interval '100 days', 'x-' || n from generate_series(1, ${rows}::int) n`);
  });
});
afterAll(() => t.drop());

const seek = (over: Partial<Sought>) => publicSolicitations(published(t.database), { q: "", show: "all", kind: "", agency: "", code: "", page: 1, ...over });
/** Every match by reading each row, in the list's order. */
const byReading = async (q: string): Promise<string[]> => {
  const all = await t.database.read({ orgId: agency.orgId, personId: null }).rows<{ id: string; words: string }>(sql`select id, number || ' ' || title || ' ' || summary as words from solicitation where org_id = ${agency.orgId} order by due_at desc, id desc`);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((row) => words.every((word) => row.words.toLowerCase().includes(word))).map((row) => row.id);
};

test.each(["culvert bridge 77", "77", "7", "of", "OF 9", "äT", "Ä", "0%", "t_", "%", "_", "\\", "bridge", "bridge 12", "ridge 130", "zzz", "zz", "salt_a 3"])("“%s” finds what holds every word, however short or common, and counts up to a thousand", async (q) => {
  const expected = await byReading(q), found = await seek({ q });
  expect(found.items.map((i) => i.id)).toEqual(expected.slice(0, 25));
  expect([found.total, found.capped]).toEqual([Math.min(expected.length, 1000), expected.length > 1000]);
  expect((await seek({ q, page: 2 })).items.map((i) => i.id)).toEqual(expected.slice(25, 50));
});

test("open ones come with the nearest deadline first, closed ones newest first, and are told apart by the moment", async () => {
  const [open, closed] = await Promise.all([seek({ show: "open" }), seek({ show: "closed" })]);
  expect(open).toMatchObject({ total: Math.floor(rows / 3), capped: false });
  expect(closed).toMatchObject({ total: rows - Math.floor(rows / 3), capped: false });
  expect(open.items.map((i) => i.dueAt)).toEqual(open.items.map((i) => i.dueAt).sort());
  expect(closed.items.map((i) => i.dueAt)).toEqual(closed.items.map((i) => i.dueAt).sort().reverse());
  expect(open.items.every((i) => i.status === "published")).toBe(true);
});
