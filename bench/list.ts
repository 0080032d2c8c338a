// 50 of 100,000 and of 1,000,000 purchase orders and invoices over HTTP through row-level security,
// filtered and sorted, first page and deep by cursor;
// beside a bare Fastify program with one prepared query without row security on the same database.
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
import { buyingAgency, tokensOf, type BuyingAgency } from "./parts/people.ts";
import { caller, startProgram, type Caller, type Program } from "./parts/program.ts";
import { writeMany } from "#server/testing/many.ts";

const say = sayer("list");
const CLIENTS = 8;
const AGENCIES = 4;
const LIMIT = 50;
const SIZES = (process.env.LEVEE_BENCH_ROWS || "100000,1000000").split(",").map(Number);

type Page = {
  items: { id: string; status: string; orderedOn?: string; receivedOn?: string }[];
  nextCursor: string | null;
  total: number | null;
  totalCapped: boolean;
  totals?: object;
};
type Case = {
  name: string;
  path: string;
  floor?: string;
  day: "orderedOn" | "receivedOn";
  status: string;
};
const orders = "/api/v1/purchase-orders?status=issued&sort=-orderedOn&limit=50";
const invoices = "/api/v1/invoices?status=approved&sort=-receivedOn&limit=50";
const cases: readonly Case[] = [
  {
    name: "purchase orders, first page, no count",
    path: `${orders}&count=none`,
    floor: "/orders",
    day: "orderedOn",
    status: "issued",
  },
  {
    name: "purchase orders, deep page by cursor",
    path: `${orders}&count=none&deep`,
    floor: "/orders?deep=1",
    day: "orderedOn",
    status: "issued",
  },
  {
    name: "purchase orders, first page, counted up to 10,000",
    path: orders,
    day: "orderedOn",
    status: "issued",
  },
  {
    name: "invoices, first page, no count",
    path: `${invoices}&count=none`,
    day: "receivedOn",
    status: "approved",
  },
];

const right = (page: Page, c: Case, what: string) => {
  const days = page.items.map((i) => i[c.day]!);
  must(
    page.items.length === LIMIT &&
      page.items.every((i) => i.status === c.status) &&
      days.every((d, n) => n === 0 || d <= days[n - 1]!),
    `${what}: fifty, of the status, in order`,
  );
};

type Round = { rate: number; p50: number; p95: number; cpu: number };
const measure = async (
  program: Program,
  work: (call: Caller) => Promise<Page>,
  check: (page: Page) => void,
  expected = LIMIT,
): Promise<Round> => {
  const callers = Array.from({ length: CLIENTS }, () => caller(program.port));
  const times: number[] = [];
  for (const call of callers) check(await work(call));
  const cpu = await program.cpu();
  const started = performance.now();
  const end = started + (SECONDS / 2) * 1000;
  await Promise.all(
    callers.map(async (call) => {
      while (performance.now() < end) {
        const from = performance.now();
        const page = await work(call);
        times.push(performance.now() - from);
        must(page.items.length === expected, `${expected} rows`);
      }
    }),
  );
  const s = (performance.now() - started) / 1000;
  const used = (await program.cpu()) - cpu;
  for (const call of callers) call.close();
  return {
    rate: times.length / s,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    cpu: used / times.length,
  };
};
const figures = (rounds: readonly Round[]) => ({
  per_s: spread(rounds.map((r) => r.rate)),
  p50_ms: spread(rounds.map((r) => r.p50)),
  p95_ms: spread(rounds.map((r) => r.p95)),
  cpu_ms: spread(rounds.map((r) => r.cpu)),
});

const fill = async (db: BenchDatabase, agencies: readonly BuyingAgency[], rows: number) => {
  await db.owner.query(
    "truncate purchase_order, invoice, purchase_order_line, invoice_line, record_words cascade",
  );
  for (const a of agencies) {
    const of = {
      orgId: a.orgId,
      departmentId: a.departmentId,
      fiscalYearId: a.fiscalYearId,
      personId: a.people.buyer.personId!,
      vendorIds: a.vendors,
      policyId: a.orgId,
      budgetLineId: a.orgId,
    };
    for (const table of ["purchase_order", "invoice"] as const)
      await writeMany(db.owner, table, of, rows / AGENCIES);
  }
  await db.owner.query("vacuum analyze purchase_order, invoice, record_words");
};

/** The cursor of a page far behind the first: the middle of what the filter leaves. */
const deepCursor = async (db: BenchDatabase, agency: BuyingAgency) => {
  const { rows } = await db.owner.query(
    `
      select id, ordered_on::text as day
      from purchase_order
      where org_id = $1 and status = 'issued'
      order by ordered_on desc, id desc
      offset (select count(*) / 2 from purchase_order where org_id = $1 and status = 'issued')
      limit 1
    `,
    [agency.orgId],
  );
  return {
    day: rows[0].day as string,
    id: rows[0].id as string,
    text: Buffer.from(JSON.stringify({ s: "-orderedOn", v: rows[0].day, id: rows[0].id })).toString(
      "base64url",
    ),
  };
};

/** The same page of the product and of the floor; null where the case has no floor. */
const pathsOf = (c: Case, agency: BuyingAgency, deep: Awaited<ReturnType<typeof deepCursor>>) => {
  const isDeep = c.path.includes("&deep");
  const day = isDeep ? deep.day : "infinity";
  const id = isDeep ? deep.id : "ffffffff-ffff-ffff-ffff-ffffffffffff";
  return {
    path: c.path.replace("&deep", `&cursor=${deep.text}`),
    floorPath: c.floor ? `${c.floor.split("?")[0]}?org=${agency.orgId}&day=${day}&id=${id}` : null,
  };
};

const mustAgree = async (
  product: Program,
  floor: Program,
  agency: BuyingAgency,
  path: string,
  floorPath: string,
) => {
  const token = (await tokensOf(agency)).buyer;
  const ours = await caller(product.port)<Page>("GET", path, { token });
  const bare = await caller(floor.port)<Page>("GET", floorPath);
  must(
    ours.items.map((i) => i.id).join() === bare.items.map((i) => i.id).join(),
    "product and floor give the same rows",
  );
};

const benchCase = async (
  c: Case,
  product: Program,
  floor: Program,
  agency: BuyingAgency,
  { path, floorPath }: ReturnType<typeof pathsOf>,
): Promise<{ ours: Round[]; bare: Round[] }> => {
  const ofProduct = async () => {
    const token = (await tokensOf(agency)).buyer;
    return measure(
      product,
      (call) => call<Page>("GET", path, { token }),
      (page) => right(page, c, c.name),
    );
  };
  const ofFloor = (at: string) =>
    measure(
      floor,
      (call) => call<Page>("GET", at),
      (page) => right(page, c, "floor"),
    );
  const ours: Round[] = [];
  const bare: Round[] = [];
  await ofProduct(); // warm
  if (floorPath) await ofFloor(floorPath);
  for (let i = 0; i < REPEATS; i++) {
    ours.push(await ofProduct());
    if (floorPath) bare.push(await ofFloor(floorPath));
  }
  if (floorPath) await mustAgree(product, floor, agency, path, floorPath);
  return { ours, bare };
};

const bench = async (
  db: BenchDatabase,
  product: Program,
  floor: Program,
  agency: BuyingAgency,
  rows: number,
) => {
  const deep = await deepCursor(db, agency);
  const p95: Record<string, { ours: number; floor: number | null }> = {};
  for (const c of cases) {
    const paths = pathsOf(c, agency, deep);
    const { ours, bare } = await benchCase(c, product, floor, agency, paths);
    p95[c.name] = {
      ours: spread(ours.map((r) => r.p95)).median,
      floor: bare.length ? spread(bare.map((r) => r.p95)).median : null,
    };
    say({
      figure: c.name,
      rows,
      agencies: AGENCIES,
      clients: CLIENTS,
      product: figures(ours),
      ...(bare.length && {
        floor: figures(bare),
        ratio: spread(ours.map((r, i) => r.rate / bare[i]!.rate)),
        goal_ratio: 0.65,
      }),
    });
  }
  return p95;
};

// Two words that a few rows of many hold, beside one prepared query over the same words without row
// security, roles or a second look.
const benchSearch = async (
  product: Program,
  floor: Program,
  agency: BuyingAgency,
  rows: number,
) => {
  const path = `/api/v1/purchase-orders?q=${encodeURIComponent("stone 1234")}`;
  const floorPath = `/found?org=${agency.orgId}&a=stone&b=1234`;
  const ours: Round[] = [];
  const bare: Round[] = [];
  const token = async () => (await tokensOf(agency)).buyer;
  const [a, b] = [
    await caller(product.port)<Page>("GET", path, { token: await token() }),
    await caller(floor.port)<Page>("GET", floorPath),
  ];
  must(
    a.items.length > 0 && a.items.map((i) => i.id).join() === b.items.map((i) => i.id).join(),
    "product and floor find the same rows",
  );
  for (let i = 0; i < REPEATS; i++) {
    const held = await token();
    ours.push(
      await measure(
        product,
        (call) => call<Page>("GET", path, { token: held }),
        () => {},
        a.items.length,
      ),
    );
    bare.push(
      await measure(
        floor,
        (call) => call<Page>("GET", floorPath),
        () => {},
        b.items.length,
      ),
    );
  }
  say({
    figure: "purchase orders, search of two words, counted",
    rows,
    agencies: AGENCIES,
    clients: CLIENTS,
    found: a.total,
    product: figures(ours),
    floor: figures(bare),
    times: spread(ours.map((r, i) => r.p50 / bare[i]!.p50)),
    goal_times: 10,
    goal_p95_ms: 20,
  });
};

say(machine());
const db = await benchDatabase("list");
let product: Program | undefined;
let floor: Program | undefined;
try {
  const agencies: BuyingAgency[] = [];
  for (let i = 0; i < AGENCIES; i++) agencies.push(await buyingAgency(db.database));
  const p95: Awaited<ReturnType<typeof bench>>[] = [];
  for (const rows of SIZES) {
    await fill(db, agencies, rows);
    product = await startProgram("./product.ts", {
      DATABASE_URL: db.url,
      LEVEE_DATA_DIR: db.dataDir,
    });
    floor = await startProgram("./list-floor.ts", { DATABASE_URL: db.url });
    p95.push(await bench(db, product, floor, agencies[0]!, rows));
    await benchSearch(product, floor, agencies[0]!, rows);
    await product.stop();
    await floor.stop();
    product = floor = undefined;
  }
  if (p95.length > 1)
    for (const c of cases) {
      const [small, large] = [p95[0]![c.name]!, p95.at(-1)![c.name]!];
      say({
        figure: `growth of p95 from ${SIZES[0]} to ${SIZES.at(-1)} rows: ${c.name}`,
        product: round(large.ours / small.ours),
        floor: small.floor && large.floor ? round(large.floor / small.floor) : null,
        goal: 1.5,
      });
    }
} finally {
  await product?.stop();
  await floor?.stop();
  await db.close();
}
