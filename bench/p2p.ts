// Whole ten-line purchases per second, requisition to posted invoice, over HTTP with all rules,
// roles, row security and audit;
// beside a bare Fastify and pg program on the same database in the same minute: as such a program
// is written, and with its statements pipelined, the stricter measure. Ends at checked totals.
import { readFileSync } from "node:fs";
import { benchDatabase, type BenchDatabase } from "./parts/database.ts";
import { machine, must, quantile, round, sayer, spread } from "./parts/figures.ts";
import { buyingAgency, tokensOf, type BuyingAgency } from "./parts/people.ts";
import { caller, startProgram, type Caller, type Program } from "./parts/program.ts";
import { buy, LINES, PURCHASE_CENTS } from "./parts/purchase.ts";

const say = sayer("p2p");
const CLIENTS = [1, 8];
// Short rounds in turn: where a machine's speed changes within minutes, the three programs of a
// round meet the same one.
const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 1.5);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 15);
/** Seconds before anything is measured; the floor, with a tenth of the code, takes half as long. */
const WARM = 20;
// 100 ms beside the floor's 41 ms, on the machine on which the goal was set.
const GOAL_P95_TO_FLOOR = 2.44;

let serial = 0;
/** The same purchase on the floor, in the same six steps. */
const buyBare = async (call: Caller): Promise<void> => {
  const n = serial++;
  const post = (path: string, body: unknown = {}) => call("POST", path, { body });
  const requisition = await post("/requisitions", {
    title: `Repair stone ${n}`,
    lines: Array.from({ length: LINES }, (_, i) => ({
      description: `Crushed stone, grade ${i + 1}`,
      quantity: 3,
      price: 12_50,
      account: (n * 3 + (i % 2)) % 20,
    })),
  });
  await post(`/requisitions/${requisition.id}/approve`);
  const order = await post("/orders", { requisition: requisition.id, vendor: n % 10 });
  await post(`/orders/${order.id}/receive`, {
    lines: order.lines.map((l: { id: string }) => ({ orderLine: l.id, quantity: 3 })),
  });
  const invoice = await post("/invoices", {
    order: order.id,
    vendorNumber: `V-${n}`,
    lines: order.lines.map((l: { id: string; description: string }) => ({
      orderLine: l.id,
      description: l.description,
      quantity: 3,
      price: 12_50,
    })),
  });
  must(invoice.status === "matched", "the floor's match");
  must((await post(`/invoices/${invoice.id}/approve`)).status === "posted", "the floor's posting");
};

type Round = {
  rate: number;
  p50: number;
  p95: number;
  cpu: number;
  dbCpu: number | null;
  done: number;
};

/**
 * One round: as many clients as asked buy for some seconds; CPU is of the program and of the
 * database, per purchase. What all clients begin in
 * the same moment is not what they meet while they work: the clock starts when each has bought
 * once, and they go on without waiting for each other.
 */
const measure = async (
  db: BenchDatabase,
  program: Program,
  clients: number,
  work: (call: Caller, client: number) => Promise<void>,
  seconds = SECONDS,
): Promise<Round> => {
  const callers = Array.from({ length: clients }, () => caller(program.port));
  const times: number[] = [];
  let waiting = clients;
  let done = 0;
  let started = Number.POSITIVE_INFINITY;
  let before: Promise<number> | undefined;
  let dbBefore: number | null = null;
  const startClock = () => {
    before = program.cpu();
    dbBefore = db.databaseCpu();
    started = performance.now();
  };
  await Promise.all(
    callers.map(async (call, client) => {
      await work(call, client);
      done++;
      if (--waiting === 0) startClock();
      while (performance.now() < started + seconds * 1000) {
        const from = performance.now();
        await work(call, client);
        done++;
        if (performance.now() > started) times.push(performance.now() - from);
      }
    }),
  );
  const s = (performance.now() - started) / 1000;
  const dbAfter = db.databaseCpu();
  const used = (await program.cpu()) - (await before!);
  for (const call of callers) call.close();
  return {
    rate: times.length / s,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    cpu: used / times.length,
    dbCpu: dbBefore === null || dbAfter === null ? null : (dbAfter - dbBefore) / times.length,
    done,
  };
};

const figures = (rounds: readonly Round[]) => ({
  per_s: spread(rounds.map((r) => r.rate)),
  p50_ms: spread(rounds.map((r) => r.p50)),
  p95_ms: spread(rounds.map((r) => r.p95)),
  cpu_ms: spread(rounds.map((r) => r.cpu)),
  database_cpu_ms: rounds[0]!.dbCpu === null ? null : spread(rounds.map((r) => r.dbCpu!)),
});

/**
 * The stored totals after so many purchases: every one posted, nothing left encumbered, the ledger
 * equal to the balances.
 */
const check = async (db: BenchDatabase, purchases: number) => {
  const one = async (text: string) => Number((await db.owner.query(text)).rows[0].n);
  must(
    (await one("select count(*) as n from invoice where status = 'approved'")) === purchases,
    "count of posted invoices",
  );
  must(
    (await one("select count(*) as n from requisition where status = 'ordered'")) === purchases &&
      (await one("select count(*) as n from purchase_order where status = 'received'")) ===
        purchases,
    "count of orders",
  );
  must(
    (await one(
      "select count(*) as n from purchase_order_line where invoiced_quantity = 3 and received_quantity = 3",
    )) ===
      purchases * LINES,
    "lines received and invoiced",
  );
  must(
    (await one("select sum(expended) as n from budget_line")) === purchases * PURCHASE_CENTS,
    "expended",
  );
  must(
    (await one("select sum(pre_encumbered) + sum(encumbered) as n from budget_line")) === 0,
    "nothing left committed",
  );
  must(
    (await one(
      `
        select count(*) as n
        from budget_line l
        left join lateral (
            select sum(pre_encumbered) as p, sum(encumbered) as e, sum(expended) as x
            from commitment_entry c
            where c.org_id = l.org_id and c.budget_line_id = l.id
          ) c
          on true
        where (l.pre_encumbered, l.encumbered, l.expended) is distinct from (
          coalesce(c.p, 0), coalesce(c.e, 0), coalesce(c.x, 0)
        )
      `,
    )) === 0,
    "balances equal the ledger",
  );
};

const checkFloor = async (db: BenchDatabase, purchases: number) => {
  const { rows } = await db.owner.query(
    `
      select
        (select count(*)::int from floor_invoice where status = 'posted') as posted,
        (select sum(spent)::bigint from floor_budget) as spent,
        (select sum(committed)::bigint from floor_budget) as committed
    `,
  );
  must(
    rows[0].posted === purchases &&
      Number(rows[0].spent) === purchases * PURCHASE_CENTS &&
      Number(rows[0].committed) === 0,
    `the floor's totals ${JSON.stringify(rows[0])} after ${purchases}`,
  );
};

type Floors = { plain: Program; pipelined: Program };

const compare = async (
  db: BenchDatabase,
  product: Program,
  floors: Floors,
  agencies: BuyingAgency[],
  name: string,
  done: { product: number; floor: number },
) => {
  for (const clients of CLIENTS) {
    const ours: Round[] = [];
    const bare: Round[] = [];
    const pipelined: Round[] = [];
    for (let i = 0; i < REPEATS; i++) {
      const tokens = await Promise.all(agencies.map(tokensOf));
      const purchase = (call: Caller, client: number) =>
        buy(call, agencies[client % agencies.length]!, tokens[client % agencies.length]!);
      ours.push(await measure(db, product, clients, purchase));
      bare.push(await measure(db, floors.plain, clients, buyBare));
      pipelined.push(await measure(db, floors.pipelined, clients, buyBare));
    }
    const to = (floor: Round[], of: "rate" | "p95") =>
      spread(ours.map((r, i) => r[of] / floor[i]![of]));
    done.product += ours.reduce((n, r) => n + r.done, 0);
    done.floor += [...bare, ...pipelined].reduce((n, r) => n + r.done, 0);
    say({
      figure: `procure to pay, ${name}`,
      clients,
      product: figures(ours),
      floor: figures(bare),
      pipelined_floor: figures(pipelined),
      ratio: to(bare, "rate"),
      goal_ratio: 0.5,
      ratio_to_pipelined_floor: to(pipelined, "rate"),
      p95_to_floor: to(bare, "p95"),
      p95_to_pipelined_floor: to(pipelined, "p95"),
      ...(clients === 8 && { goal_p95_ms: 100, goal_p95_to_floor: GOAL_P95_TO_FLOOR }),
    });
  }
};

say(machine());
const db = await benchDatabase("p2p");
let product: Program | undefined;
let plain: Program | undefined;
let pipelined: Program | undefined;
try {
  await db.owner.query(readFileSync(new URL("./parts/floor.sql", import.meta.url), "utf8"));
  const agencies = await Promise.all(Array.from({ length: 8 }, () => buyingAgency(db.database)));
  product = await startProgram("./product.ts", {
    DATABASE_URL: db.url,
    LEVEE_DATA_DIR: db.dataDir,
  });
  const floors: Floors = {
    plain: (plain = await startProgram("./floor.ts", { DATABASE_URL: db.url })),
    pipelined: (pipelined = await startProgram("./floor.ts", {
      DATABASE_URL: db.url,
      FLOOR_PIPELINED: "on",
    })),
  };
  const idle = product.memory();
  const tokens = await Promise.all(agencies.map(tokensOf));
  // As warm as a server in use: its code is compiled for what it does once it has done it some
  // hundred times.
  const warm = await measure(
    db,
    product,
    8,
    (call, client) => buy(call, agencies[client]!, tokens[client]!),
    WARM,
  );
  const warmFloors = [
    await measure(db, plain, 8, buyBare, WARM / 2),
    await measure(db, pipelined, 8, buyBare, WARM / 2),
  ];
  await db.owner.query("analyze");
  const done = { product: warm.done, floor: warmFloors.reduce((n, r) => n + r.done, 0) };
  await compare(db, product, floors, agencies.slice(0, 1), "one agency", done);
  await compare(db, product, floors, agencies, "8 agencies", done);
  await check(db, done.product);
  await checkFloor(db, done.floor);
  // Five looks in a row: a compiler's memory of a moment is not what the server needs.
  const after: number[] = [];
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    after.push(product.memory() ?? Number.NaN);
  }
  say({
    figure: "memory of the server (PSS, MiB)",
    idle: idle && round(idle),
    after_purchases: spread(after),
    purchases: done.product,
    goal: 200,
  });
} finally {
  await product?.stop();
  await plain?.stop();
  await pipelined?.stop();
  await db.close();
}
