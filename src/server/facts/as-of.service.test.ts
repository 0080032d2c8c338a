import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseRun } from "#areas/finance/finance.server.ts";
import { areaServers } from "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { runList } from "../http/list-page.ts";
import { listQuery, type ListDefinition } from "../http/list.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { approvedInvoice, approvedRun, payingAgency } from "../testing/payments.ts";
import { defineDimension, defineFacts, type Fact } from "./facts.ts";
import { askFigures, type Question } from "./figures.ts";

// Entries that nobody changes, with the day of their posting and the moment of their recording, and the
// balances of accounts, which change in place.
const entryList: ListDefinition = {
  name: "trial-entries",
  from: "trial_entry e",
  alias: "e",
  columns: { id: { sql: "e.id", sort: true }, account: { sql: "e.account" } },
  filters: {
    account: { kind: "set", sql: "e.account", type: "text" },
    postedOn: { kind: "range", sql: "e.posted_on", type: "date" },
    recordedAt: { kind: "range", sql: "e.created_at", type: "instant" },
  },
  search: ["e.account"],
  defaultSort: "id",
  totals: { cents: "e.cents" },
};
const accountList: ListDefinition = {
  name: "trial-accounts",
  from: "trial_account a",
  alias: "a",
  columns: { id: { sql: "a.account", sort: true }, account: { sql: "a.account" } },
  filters: { account: { kind: "set", sql: "a.account", type: "text" } },
  search: ["a.account"],
  defaultSort: "id",
  totals: { cents: "a.cents" },
};
const account = defineDimension("trialAccount", "Account");
const base = {
  grain: "a row",
  permission: "ledger.read",
  dimensions: [{ of: account, filter: "account", name: "account" }],
  measures: { sum: { label: "Sum", kind: "sum", total: "cents" } },
} as const;
const entries: Fact = {
  ...base,
  id: "entries",
  label: "Entries",
  page: "/entries",
  list: entryList,
  day: { label: "Posted", filter: "postedOn" },
  asOf: { posted: "postedOn", recorded: "recordedAt" },
};
const balances: Fact = {
  ...base,
  id: "balances",
  label: "Balances",
  page: "/balances",
  list: accountList,
  asOf: {
    from: `(
      select org_id, account, sum(cents)::bigint as cents
      from trial_entry
      where posted_on <= $posted and created_at <= $recorded
      group by org_id, account
    ) a`,
  },
};
const changing: Fact = { ...base, id: "now", label: "Now", page: "/now", list: accountList };
const facts = defineFacts(entries, balances, changing);

let t: TestDatabase;
let owner: pg.Client;
const orgId = newId();
const everything = new Set(Object.keys(permissions)) as ReadonlySet<Permission>;
const me: Actor = memberActor(orgId, "admin", [], {
  permissions: everything,
  timeZone: "America/Chicago",
});

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`
    create table trial_entry (
      org_id uuid, id uuid, account text, cents bigint, posted_on date, created_at timestamptz,
      primary key (org_id, id)
    );
    create table trial_account (
      org_id uuid, account text, cents bigint, primary key (org_id, account)
    );
    select levee_secure('trial_entry'), levee_secure('trial_account');
  `);
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

type Entry = { account: string; cents: number; posted: string; recorded: string };
const store = async (rows: readonly Entry[]) => {
  await owner.query("truncate trial_entry; truncate trial_account");
  for (const { account: of, cents, posted, recorded } of rows) {
    await owner.query("insert into trial_entry values ($1, $2, $3, $4, $5, $6)", [
      orgId,
      newId(),
      of,
      cents,
      posted,
      recorded,
    ]);
    await owner.query(
      `
        insert into trial_account as a
        values ($1, $2, $3)
        on conflict (org_id, account)
        do update set cents = a.cents + excluded.cents
      `,
      [orgId, of, cents],
    );
  }
};
const ask = (question: Partial<Question>, of: readonly Fact[] = facts) =>
  askFigures(t.database.read(me), me, of, {
    measures: ["entries.sum", "balances.sum"],
    by: ["trialAccount"],
    where: {},
    ...question,
  });
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    (error: { code?: string; message: string }) => error,
  );

// Chicago is six hours behind in January: its 10th ends at 06:00 of the 11th in UTC.
const moments = [
  "2026-01-05T12:00:00.000Z",
  "2026-01-11T05:59:59.999Z",
  "2026-01-11T06:00:00.000Z",
  "2026-01-20T12:00:00.000Z",
];
const days = ["2025-12-31", "2026-01-05", "2026-01-10", "2026-01-11", "2026-02-01"];
const entry: fc.Arbitrary<Entry> = fc.record({
  account: fc.constantFrom("a", "b", "c"),
  cents: fc.integer({ min: -9_000_000_00, max: 9_000_000_00 }),
  posted: fc.constantFrom(...days),
  recorded: fc.constantFrom(...moments),
});

test("what stood at any two moments equals the entries read one by one, in entries and balances", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 15 }),
      fc.option(fc.constantFrom(...days), { nil: undefined }),
      fc.option(fc.constantFrom("2026-01-10", ...moments), { nil: undefined }),
      async (rows, posted, known) => {
        await store(rows);
        const answer = await ask({ ...(posted && { posted }), ...(known && { known }) });
        const until = known === "2026-01-10" ? "2026-01-11T05:59:59.999Z" : known;
        const counts = rows.filter(
          (r) => (!posted || r.posted <= posted) && (!until || r.recorded <= until),
        );
        const naive = new Map<string, number>();
        for (const r of counts) naive.set(r.account, (naive.get(r.account) ?? 0) + r.cents);
        const sum = counts.reduce((n, r) => n + r.cents, 0);
        expect(answer.totals.map(({ value }) => value)).toEqual([sum, sum]);
        expect(
          Object.fromEntries(answer.rows.map((r) => [r.keys[0], r.cells.map((c) => c.value)])),
        ).toEqual(Object.fromEntries([...naive].map(([key, cents]) => [key, [cents, cents]])));
      },
    ),
    { numRuns: 40 },
  );
});

test("a back-dated entry changes what was posted until a day, not what was known on it", async () => {
  const before: Entry[] = [
    { account: "a", cents: 100_00, posted: "2026-01-05", recorded: "2026-01-05T12:00:00.000Z" },
  ];
  const late = {
    account: "a",
    cents: 7_00,
    posted: "2026-01-05",
    recorded: "2026-01-20T12:00:00.000Z",
  };
  const totals = async (question: Partial<Question>) =>
    (await ask(question)).totals.map(({ value }) => value);
  await store(before);
  const [posted, known] = [{ posted: "2026-01-10" }, { known: "2026-01-10" }];
  expect([await totals(posted), await totals(known)]).toEqual([
    [100_00, 100_00],
    [100_00, 100_00],
  ]);
  await store([...before, late]);
  expect(await totals(posted)).toEqual([107_00, 107_00]);
  expect(await totals(known)).toEqual([100_00, 100_00]);
  expect(await totals({ ...posted, ...known })).toEqual([100_00, 100_00]);
});

test("a cell of entries opens those of the moment; of balances of the past nothing opens", async () => {
  await store(fc.sample(entry, { numRuns: 30, seed: 49 }));
  const answer = await ask({ posted: "2026-01-10", known: "2026-01-10" });
  const [first] = answer.rows;
  expect(first!.cells[1]!.opens).toBeNull();
  const asked = Object.fromEntries(new URL(first!.cells[0]!.opens!, "http://x").searchParams);
  expect(asked).toMatchObject({ "postedOn.max": "2026-01-10", "recordedAt.max": "2026-01-10" });
  const page = await runList(t.database.read(me), me, entryList, listQuery(entryList).parse(asked));
  expect([page.total, page.totals!.cents]).toEqual([first!.cells[0]!.rows, first!.cells[0]!.value]);
  expect(answer.knownAt).toMatch(/^2026-01-11T05:59:59\.999999/);
});

test("a figure whose records change in place refuses both moments by name, beside any other", async () => {
  const measures = ["entries.sum", "now.sum"];
  expect(await refusal(ask({ measures }))).toBe("answered");
  for (const [name, words] of [
    ["posted", "posted until"],
    ["known", "as known on"],
  ] as const)
    expect(await refusal(ask({ measures, [name]: "2026-01-10" }))).toMatchObject({
      code: "figure_now_only",
      message: expect.stringMatching(
        new RegExp(`^Now: Sum\\. This figure is known as of now only.*${words}.*Entries, Balances`),
      ),
      errors: [{ path: name }],
    });
});

test("a moment counts once everything that began before it has ended, and not before it has come", async () => {
  await store([]);
  const running = new pg.Client({ connectionString: t.ownerUrl });
  await running.connect();
  try {
    await ask({ known: "2026-01-10" });
    await running.query("begin");
    await running.query("insert into trial_entry values ($1, $2, 'a', 5, '2026-01-01', now())", [
      orgId,
      newId(),
    ]);
    const { rows } = await owner.query<{ at: string }>(
      "select to_json(clock_timestamp()) #>> '{}' as at",
    );
    const known = rows[0]!.at;
    expect(await refusal(ask({ known }))).toMatchObject({ code: "moment_not_over" });
    // What was over before is so for good, whatever runs now.
    expect(await refusal(ask({ known: "2026-01-10" }))).toBe("answered");
    const asked = ask({ known });
    await running.query("commit");
    expect((await asked).totals[0]!.value).toBe(5);
  } finally {
    await running.end();
  }
  expect(await refusal(ask({ known: "2999-01-01" }))).toMatchObject({ code: "moment_to_come" });
  expect(await refusal(ask({ known: "soon" }))).toMatchObject({ code: "moment_unknown" });
});

test("a fact that names no filters of its list, or entries without the moments, does not load", () => {
  const wrong = (asOf: NonNullable<Fact["asOf"]>) => () => defineFacts({ ...entries, asOf });
  expect(wrong({ posted: "account", recorded: "recordedAt" })).toThrow("account");
  expect(wrong({ posted: "postedOn", recorded: "postedOn" })).toThrow("postedOn");
  expect(wrong({ from: "trial_entry a where a.posted_on <= $posted" })).toThrow("$recorded");
});

// An agency with a budget of which something is committed, and with payments.
let real: Actor;
beforeAll(async () => {
  const agency = await payingAgency(t.database);
  await owner.query(`
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, adjusted, document_type, document_id, document_number,
      posted_on
    )
    select org_id, gen_random_uuid(), id, 'adopt', original, 'budgetLine', id, 'B-1', '2026-10-01'
    from budget_line
  `);
  for (const cents of [120_00, 35_50]) await approvedInvoice(t.database, agency, { cents });
  const { treasurer } = agency.people;
  const run = await approvedRun(t.database, agency);
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  real = { ...agency.people.everything, permissions: everything };
});

const registered = areaServers.flatMap((area) => area.facts ?? []);

test.each(registered.flatMap((each) => (each.asOf ? [[each.id, each] as const] : [])))(
  "%s: as of this moment each figure is what it is now",
  async (_id, each) => {
    const { rows } = await owner.query<{ at: string }>(
      "select to_json(clock_timestamp()) #>> '{}' as at",
    );
    const question = {
      measures: Object.entries(each.measures).flatMap(([name, m]) =>
        m.now ? [] : [`${each.id}.${name}`],
      ),
      by: (each.apart ?? []).length ? [...each.apart!] : [],
      where: {},
    };
    const values = ({ totals, rows: parts }: Awaited<ReturnType<typeof askFigures>>) =>
      [totals, ...parts.map((r) => r.cells)].map((cells) => cells.map((c) => c.value));
    const db = t.database.read(real);
    const now = await askFigures(db, real, registered, question);
    expect(now.totals.some((cell) => (cell.value ?? 0) > 0)).toBe(true);
    const then = await askFigures(db, real, registered, { ...question, known: rows[0]!.at });
    expect(values(then)).toEqual(values(now));
  },
);
