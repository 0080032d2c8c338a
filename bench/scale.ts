// npm run bench -- scale: one database with 1, 50 and 500 agencies, 5,000,000 documents and 20,000,000 entries of
// the commitment ledger in all, with one and with four instances: what a list, a search, a purchase and a report
// of the largest and of the median agency take, an instance's memory and start, and what is done by the clock over
// all agencies. The same two agencies are asked each time: first each alone, then beside ever more others, so that
// what grows with the number of agencies shows. Goal: 1.3 of alone.
// LEVEE_BENCH_ROWS (5,000,000): documents. LEVEE_BENCH_AGENCIES (1,50,500). LEVEE_BENCH_SECONDS (15): of each figure.
import { areaServers } from "#areas.server.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { benchDatabase, type BenchDatabase } from "./parts/database.ts";
import { machine, quantile, round, sayer } from "./parts/figures.ts";
import type { BuyingAgency } from "./parts/people.ts";
import { startProgram, type Program } from "./parts/program.ts";
import { agencyOf, sizesOf, withoutIndexOfWords } from "./parts/scale-world.ts";
import { byTheClock } from "./parts/scale-clock.ts";
import { asked, type Asked } from "./parts/scale-asking.ts";

const documents = Number(process.env.LEVEE_BENCH_ROWS || 5_000_000);
const counts = (process.env.LEVEE_BENCH_AGENCIES || "1,50,500").split(",").map(Number);
const seconds = Number(process.env.LEVEE_BENCH_SECONDS || 15);
const instances = [1, 4];
const say = sayer("scale");

type Measured = { largest: BuyingAgency; median: BuyingAgency };
type Who = keyof Measured;

/** 95th percentiles of the first world by agency, number of instances and what was asked for. */
const alone = new Map<string, number>();

const sayAsked = (world: object, who: Who, count: number, answers: Asked): void => {
  for (const [what, times] of Object.entries(answers)) {
    const p95 = quantile(times, 0.95);
    const key = `${who} ${count} ${what}`;
    if (!alone.has(key)) alone.set(key, p95);
    say({
      figure: `${what}, ${who} agency`,
      ...world,
      instances: count,
      p50_ms: round(quantile(times, 0.5)),
      p95_ms: round(p95),
      growth: round(p95 / alone.get(key)!),
      asked: times.length,
    });
  }
};

const started = async (bench: BenchDatabase): Promise<[Program, number]> => {
  const began = performance.now();
  const program = await startProgram("./product.ts", {
    DATABASE_URL: bench.url,
    LEVEE_DATA_DIR: bench.dataDir,
  });
  return [program, performance.now() - began];
};

/** What the people of some agencies wait for, with one instance and with several. */
const measure = async (
  bench: BenchDatabase,
  world: object,
  of: Partial<Measured>,
): Promise<void> => {
  const programs: Program[] = [];
  try {
    for (const count of instances) {
      const starts: number[] = [];
      while (programs.length < count) {
        const [program, ms] = await started(bench);
        programs.push(program);
        starts.push(ms);
      }
      for (const [who, agency] of Object.entries(of) as [Who, BuyingAgency][])
        sayAsked(world, who, count, await asked(programs, agency, seconds));
      say({
        figure: "an instance",
        ...world,
        instances: count,
        start_s: starts.map((ms) => round(ms / 1000)),
        memory_mib: programs.map((program) => round(program.memory() ?? Number.NaN)),
      });
    }
  } finally {
    for (const program of programs) await program.stop();
  }
};

const size = async (bench: BenchDatabase): Promise<object> => {
  const { rows } = await bench.owner.query(`
    select
      (select count(*)::int from organization) - 1 as agencies,
      ((select count(*) from requisition) + (select count(*) from purchase_order) + (
        select count(*)
        from invoice
      ))::int as documents,
      (select count(*)::int from commitment_entry) as entries,
      (pg_database_size(current_database()) / 1048576)::int as mib
  `);
  return rows[0];
};

/** Makes agencies of these sizes; gives them with what the world holds then. */
const grow = async (
  bench: BenchDatabase,
  sizes: readonly number[],
): Promise<[BuyingAgency[], { agencies?: number }]> => {
  const made: BuyingAgency[] = [];
  const began = performance.now();
  await withoutIndexOfWords(bench.owner, async () => {
    for (const each of sizes) made.push(await agencyOf(bench, each));
  });
  await bench.owner.query("vacuum analyze");
  const world = await size(bench);
  say({ figure: "world", ...world, made_s: round((performance.now() - began) / 1000) });
  const { agencies } = world as { agencies: number };
  return [made, { agencies }];
};

say(machine());
const bench = await benchDatabase("scale");
try {
  // The installation's own agency, which buys nothing.
  await makeMembers(bench.database, await makeAgency(bench.database), {
    platform: { role: "platform_admin" },
  });
  const most = Math.max(...counts);
  const sizes = sizesOf(most, documents);
  const [first, middle] = [sizes[0]!, sizes[Math.floor(most / 2)]!];
  const rest = sizes.filter((_, k) => k !== 0 && k !== Math.floor(most / 2));

  const [[median], onlyMedian] = await grow(bench, [middle]);
  await measure(bench, onlyMedian, { median: median! });
  await byTheClock(bench, areaServers, { say, world: onlyMedian });
  const [[largest], two] = await grow(bench, [first]);
  await measure(bench, two, { largest: largest! });

  let there = 2;
  for (const count of counts.filter((each) => each > 2)) {
    // Every n-th of what is left, so that small and large ones come alike.
    const wanted = Math.min(count - there, rest.length);
    const step = rest.length / wanted;
    const picked = Array.from({ length: wanted }, (_, n) => Math.floor(n * step));
    const [, world] = await grow(
      bench,
      picked.map((at) => rest[at]!),
    );
    for (const at of picked.toReversed()) rest.splice(at, 1);
    there += wanted;
    await measure(bench, world, { largest: largest!, median: median! });
    await byTheClock(bench, areaServers, { say, world });
  }
} finally {
  await bench.close();
}
// What areas keep open would hold the process.
process.exit(process.exitCode ?? 0);
