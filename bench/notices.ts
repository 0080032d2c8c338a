// 25 of 10,000 published solicitations as the public reads them over HTTP (search, filter, closed
// ones, RSS, the whole page), beside a bare Fastify program
// with the same queries as the database's owner; and the same with a tenth of the rows.
import { benchDatabase, type BenchDatabase } from "./parts/database.ts";
import {
  machine,
  must,
  quantile,
  REPEATS,
  round,
  sayer,
  SECONDS,
  spread,
} from "./parts/figures.ts";
import { buyingAgency, type BuyingAgency } from "./parts/people.ts";
import { caller, startProgram, type Caller, type Program } from "./parts/program.ts";

const say = sayer("notices");
const CLIENTS = 8;
const SIZES = [1_000, 10_000];
const list = "/api/v1/public/solicitations";
type Page = { items: { id: string; title: string }[]; total: number; feed: string };
// Two words that few rows hold, and three that hundreds do: a broad search counts ten times as many
// where there are ten times as many.
const cases: readonly { name: string; path: string; floor: string | null; search?: boolean }[] = [
  { name: "open, nearest deadline first", path: `${list}?show=open`, floor: "/open" },
  { name: "closed, newest first", path: `${list}?show=closed`, floor: "/closed" },
  {
    name: "search of two words",
    path: `${list}?show=all&q=bridge+77`,
    floor: "/search",
    search: true,
  },
  {
    name: "broad search of three words",
    path: `${list}?show=all&q=culvert+bridge+7`,
    floor: "/broad",
    search: true,
  },
  { name: "one commodity", path: `${list}?show=open&code=2379`, floor: "/commodity" },
  { name: "feed of all", path: `${list}.rss`, floor: null },
  { name: "feed of one commodity", path: `${list}.rss?codes=2379`, floor: null },
];

type Round = { rate: number; p95: number };
const measure = async (
  program: Program,
  work: (call: Caller) => Promise<unknown>,
): Promise<Round> => {
  const callers = Array.from({ length: CLIENTS }, () => caller(program.port));
  const times: number[] = [];
  for (const call of callers) await work(call);
  const started = performance.now();
  const end = started + (SECONDS / 2) * 1000;
  await Promise.all(
    callers.map(async (call) => {
      while (performance.now() < end) {
        const from = performance.now();
        await work(call);
        times.push(performance.now() - from);
      }
    }),
  );
  for (const call of callers) call.close();
  return {
    rate: times.length / ((performance.now() - started) / 1000),
    p95: quantile(times, 0.95),
  };
};

const fill = async (db: BenchDatabase, a: BuyingAgency, rows: number) => {
  await db.owner.query("delete from solicitation_item");
  await db.owner.query("delete from solicitation");
  await db.owner.query(
    `update organization set settings = settings || '{"publish": {}}' where id = $1`,
    [a.orgId],
  );
  await db.owner.query(
    `
      insert into solicitation (
        org_id, id, number, kind, status, title, summary, department_id, buyer_id, fiscal_year_id,
        protection, due_at, questions_until, published_at, ocid
      )
      select
        $1, ('01930000-0000-7009-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'RFQ-' || lpad(n::text, 8, '0'), (array['rfq', 'itb', 'rfp', 'rfi'])[1 + n % 4],
        case when n % 5 = 0 then 'published' else 'awarded' end,
        (array['Culvert', 'Stone', 'Pump', 'Salt'])[1 + n % 4] || ' for bridge ' || n,
        'Delivered to the yard of the county in lots of ' || n % 17, $2, $3, $4, 'held',
        case
          when n % 5 = 0 then clock_timestamp() + make_interval(hours => 24 + n % 900)
          else clock_timestamp() - make_interval(hours => n)
        end,
        null, clock_timestamp() - make_interval(hours => 1000 + n), 'levee-' || n
      from generate_series(1, $5::int) n
    `,
    [a.orgId, a.departmentId, a.people.buyer.personId, a.fiscalYearId, rows],
  );
  await db.owner.query(
    `
      insert into solicitation_item (
        org_id, id, solicitation_id, item_no, description, commodity_code, quantity, unit
      )
      select
        org_id, gen_random_uuid(), id, 1, title,
        (array['237990', '212312', '333914', '325998'])[1 + right(number, 4)::int % 4], 10, 't'
      from solicitation
    `,
  );
  // The list's own table takes the codes when the solicitation changes.
  await db.owner.query("update solicitation set updated_at = updated_at");
  await db.owner.query("vacuum analyze solicitation, solicitation_item, solicitation_notice");
};

const ids = (page: Page) => page.items.map((item) => item.id).join();
const bench = async (product: Program, floor: Program, rows: number) => {
  const p95: Record<string, number> = {};
  for (const c of cases) {
    const ours: Round[] = [];
    const bare: Round[] = [];
    const [a, b] = [
      await caller(product.port)<Page>("GET", c.path),
      c.floor && (await caller(floor.port)<Page>("GET", c.floor)),
    ];
    must(
      c.path.includes(".rss")
        ? a.feed.split("<item>").length === 51
        : a.items.length > 0 && a.items.length <= 25,
      `${c.name}: a page`,
    );
    if (b) must(ids(a) === ids(b), `${c.name}: product and floor give the same rows`);
    for (let i = 0; i < REPEATS; i++) {
      ours.push(await measure(product, (call) => call("GET", c.path)));
      const bareAt = c.floor;
      if (bareAt) bare.push(await measure(floor, (call) => call("GET", bareAt)));
    }
    p95[c.name] = spread(ours.map((r) => r.p95)).median;
    say({
      figure: c.name,
      rows,
      clients: CLIENTS,
      per_s: spread(ours.map((r) => r.rate)),
      p95_ms: spread(ours.map((r) => r.p95)),
      ...(bare.length && {
        floor_per_s: spread(bare.map((r) => r.rate)),
        floor_p95_ms: spread(bare.map((r) => r.p95)),
        ratio: spread(ours.map((r, i) => r.rate / bare[i]!.rate)),
        goal_ratio: 0.65,
      }),
      ...(c.search && { goal_p95_ms: 20 }),
    });
  }
  return p95;
};

say(machine());
const db = await benchDatabase("notices");
let product: Program | undefined;
let floor: Program | undefined;
try {
  const agency = await buyingAgency(db.database);
  const p95: Awaited<ReturnType<typeof bench>>[] = [];
  for (const rows of SIZES) {
    await fill(db, agency, rows);
    product = await startProgram("./product.ts", {
      DATABASE_URL: db.url,
      LEVEE_DATA_DIR: db.dataDir,
    });
    floor = await startProgram("./notices-floor.ts", { DATABASE_URL: db.url });
    p95.push(await bench(product, floor, rows));
    const rss = await fetch(`http://127.0.0.1:${product.port}/api/v1/public/solicitations.rss`);
    must(rss.ok && (await rss.text()).split("<item>").length === 51, "fifty items in the feed");
    await product.stop();
    await floor.stop();
    product = floor = undefined;
  }
  for (const c of cases)
    say({
      figure: `growth of p95 from ${SIZES[0]} to ${SIZES[1]} rows: ${c.name}`,
      product: round(p95[1]![c.name]! / p95[0]![c.name]!),
      ...(!c.search && { goal: 1.5 }),
    });
} finally {
  await product?.stop();
  await floor?.stop();
  await db.close();
}
