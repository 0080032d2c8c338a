import { afterAll, beforeAll, expect, test } from "vitest";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { latestNotices, publicSolicitations, type Sought } from "./public.service.ts";

const rows = 1300;
let t: TestDatabase;
let agency: Agency;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  await t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {}}'
      where id = ${agency.orgId}
    `);
    await tx.rows(sql`
      insert into solicitation (
        org_id, id, number, kind, status, title, summary, department_id, buyer_id, fiscal_year_id,
        protection, due_at, published_at, ocid
      )
      select
        ${agency.orgId}, gen_random_uuid(), 'RFQ-' || n, 'rfq',
        case when n % 3 = 0 then 'published' else 'awarded' end,
        (array['Culvert', 'Stone', 'Äther 50%', 'Salt_A'])[1 + n % 4] || ' for bridge ' || n,
        'Of lot ' || n % 17, ${agency.departmentId}, gen_random_uuid(), ${agency.fiscalYearId},
        'held', clock_timestamp() + make_interval(hours => case when n % 3 = 0 then n else -n end),
        clock_timestamp() - interval '100 days' - make_interval(mins => n * 37 % 1301), 'x-' || n
      from generate_series(1, ${rows}::int) n
    `);
  });
});
afterAll(() => t.drop());

const anybody = () => published(t.database);
const seek = (over: Partial<Sought>) =>
  publicSolicitations(anybody(), {
    q: "",
    show: "all",
    kind: "",
    agency: "",
    code: "",
    page: 1,
    ...over,
  });
/** Every match by reading each row, in the list's order. */
const byReading = async (q: string): Promise<string[]> => {
  const all = await t.database.read({ orgId: agency.orgId, personId: null }).rows<{
    id: string;
    words: string;
  }>(sql`
    select id, number || ' ' || title || ' ' || summary as words
    from solicitation
    where org_id = ${agency.orgId}
    order by due_at desc, id desc
  `);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .filter((row) => words.every((word) => row.words.toLowerCase().includes(word)))
    .map((row) => row.id);
};

test.each([
  "culvert bridge 77",
  "77",
  "7",
  "of",
  "OF 9",
  "äT",
  "Ä",
  "0%",
  "t_",
  "%",
  "_",
  "\\",
  "bridge",
  "bridge 12",
  "ridge 130",
  "zzz",
  "zz",
  "salt_a 3",
])(
  "“%s” finds what holds every word, however short or common, and counts up to a thousand",
  async (q) => {
    const expected = await byReading(q);
    const found = await seek({ q });
    expect(found.items.map((i) => i.id)).toEqual(expected.slice(0, 25));
    expect([found.total, found.capped]).toEqual([
      Math.min(expected.length, 1000),
      expected.length > 1000,
    ]);
    expect((await seek({ q, page: 2 })).items.map((i) => i.id)).toEqual(expected.slice(25, 50));
  },
);

test("open ones come with the nearest deadline first, closed ones newest first, and are told apart by the moment", async () => {
  const [open, closed] = await Promise.all([seek({ show: "open" }), seek({ show: "closed" })]);
  expect(open).toMatchObject({ total: Math.floor(rows / 3), capped: false });
  expect(closed).toMatchObject({ total: rows - Math.floor(rows / 3), capped: false });
  expect(open.items.map((i) => i.dueAt)).toEqual(open.items.map((i) => i.dueAt).sort());
  expect(closed.items.map((i) => i.dueAt)).toEqual(
    closed.items
      .map((i) => i.dueAt)
      .sort()
      .reverse(),
  );
  expect(open.items.every((i) => i.status === "published")).toBe(true);
});

test("what is sought by the beginning of a code is what has an item of it, also with words, a kind and an agency, and follows every change", async () => {
  const as = { orgId: agency.orgId, personId: null };
  const codes = ["237990", "2379", "212312", "33"];
  await t.database.transaction(as, async (tx) => {
    await tx.rows(sql`
      insert into solicitation_item (
        org_id, id, solicitation_id, item_no, description, commodity_code, quantity, unit
      )
      select
        org_id, gen_random_uuid(), id, 1, title,
        (${codes}::text[])[1 + split_part(number, '-', 2)::int % 4], 10, 't'
      from solicitation
      where org_id = ${agency.orgId} and split_part(number, '-', 2)::int % 5 <> 0
    `);
    await tx.rows(sql`
      insert into solicitation_item (
        org_id, id, solicitation_id, item_no, description, commodity_code, quantity, unit
      )
      select org_id, gen_random_uuid(), id, 2, title, '212399', 1, 't'
      from solicitation
      where org_id = ${agency.orgId} and split_part(number, '-', 2)::int % 7 = 0
    `);
    await tx.rows(
      sql`update solicitation set updated_at = updated_at where org_id = ${agency.orgId}`,
    );
  });
  type Read = { id: string; dueAt: string; status: string; title: string; codes: string[] };
  const reading = async (code: string, show: Sought["show"], word = "") => {
    const all = await t.database.read(as).rows<Read>(sql`
      select
        s.id, s.due_at, s.status, s.title,
        array(
          select commodity_code
          from solicitation_item i
          where i.org_id = s.org_id and i.solicitation_id = s.id
        ) as codes
      from solicitation s
      where s.org_id = ${agency.orgId}
      order by s.due_at desc, s.id desc
    `);
    const open = (r: Read) => r.status === "published" && Date.parse(r.dueAt) > Date.now();
    const found = all.filter(
      (r) =>
        r.codes.some((c) => c.startsWith(code)) &&
        r.title.toLowerCase().includes(word) &&
        (show === "all" || (show === "open" ? open(r) : Date.parse(r.dueAt) <= Date.now())),
    );
    return (show === "open" ? found.reverse() : found).map((r) => r.id);
  };
  const same = async (over: Partial<Sought> & Pick<Sought, "code" | "show">) => {
    const expected = await reading(over.code, over.show, over.q);
    const found = await seek(over);
    expect([over, found.total, found.items.map((i) => i.id)]).toEqual([
      over,
      expected.length,
      expected.slice(0, 25),
    ]);
    expect((await seek({ ...over, page: 2 })).items.map((i) => i.id)).toEqual(
      expected.slice(25, 50),
    );
  };
  for (const code of ["2379", "237990", "21", "212312", "33", "99"])
    for (const show of ["open", "closed", "all"] as const)
      for (const q of ["", "salt"]) await same({ code, show, q });
  const all = await t.database.read(as).rows<{ id: string; codes: string[] }>(sql`
    select
      s.id,
      array(
        select commodity_code
        from solicitation_item i
        where i.org_id = s.org_id and i.solicitation_id = s.id
      ) as codes
    from solicitation s
    where s.org_id = ${agency.orgId}
    order by s.published_at desc, s.id desc
  `);
  for (const wanted of [["2379"], ["21", "212312", "33"], ["99"], ["237990", "99", "33"]]) {
    const expected = all
      .filter((r) => r.codes.some((code) => wanted.some((begin) => code.startsWith(begin))))
      .map((r) => r.id);
    expect([wanted, (await latestNotices(anybody(), wanted)).map((n) => n.id)]).toEqual([
      wanted,
      expected.slice(0, 50),
    ]);
  }
  expect(await seek({ code: "2379", show: "open", kind: "rfq", agency: "nobody" })).toMatchObject({
    total: 0,
    items: [],
  });
  await t.database.transaction(as, async (tx) => {
    await tx.rows(sql`
      update solicitation_item
      set commodity_code = '237990'
      where org_id = ${agency.orgId} and commodity_code = '33'
    `);
    await tx.rows(sql`
      update solicitation
      set
        status = case when split_part(number, '-', 2)::int % 2 = 0 then 'awarded' else status end,
        due_at = due_at + interval '90 minutes'
      where org_id = ${agency.orgId}
    `);
    await tx.rows(sql`
      update solicitation
      set invited_only = true
      where org_id = ${agency.orgId} and split_part(number, '-', 2)::int % 11 = 0
    `);
  });
  const gone = await t.database.read(as).one<{ n: number }>(sql`
    select count(*)::int as n
    from solicitation_notice_code c
    where c.org_id = ${agency.orgId}
      and not exists (
        select 1
        from solicitation_notice n
        where n.org_id = c.org_id
          and n.id = c.notice_id
          and c.code = any(n.codes)
          and n.due_at = c.due_at
          and c.is_open = (n.status in ('published', 'questions_closed'))
      )
  `);
  expect(gone.n).toBe(0);
  expect(await seek({ code: "33", show: "all" })).toMatchObject({ total: 0 });
});
