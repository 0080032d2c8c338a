// npm run bench -- agency: what is done with a whole agency, by ratio, each in turn with what it is held
// against: a practice copy beside plain `insert … select` of the same rows (goal 3), an export beside copying
// the same bytes (goal 3, memory flat), and the waiting of another agency's people for a list and a purchase
// while an agency is deleted beside them (goal 1.2 at the 95th percentile).
// LEVEE_BENCH_ROWS (400,000): rows, a tenth of them vendors. LEVEE_BENCH_FILES (5,000), of 16 KiB each.
// LEVEE_BENCH_REPEATS (2): turns. LEVEE_BENCH_SECONDS (20): of people's work without a deletion; one is watched
// for three times as long at most.
import "#areas.server.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { plainCopy, practiceCopy } from "./parts/agency-copy.ts";
import { deleteCopy, worked, type Waited } from "./parts/agency-end.ts";
import { plainBytes, wholeExport } from "./parts/agency-export.ts";
import { agencyWorld, type World } from "./parts/agency-world.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, quantile, round, sayer, spread } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import { startProgram } from "./parts/program.ts";

const rows = Number(process.env.LEVEE_BENCH_ROWS || 400_000);
const files = Number(process.env.LEVEE_BENCH_FILES || Math.min(5000, rows));
const turns = Number(process.env.LEVEE_BENCH_REPEATS || 2);
const seconds = Number(process.env.LEVEE_BENCH_SECONDS || 20);
const fileBytes = 16 * 1024;
const say = sayer("agency");
const inSeconds = (ms: readonly number[]) => spread(ms.map((each) => each / 1000));

const exporting = async (world: World): Promise<void> => {
  const pairs: { plain: number; made: number; quarters: number[]; bytes: number }[] = [];
  for (let n = 0; n < turns; n++) {
    const plain = await plainBytes(world);
    const { ms, quarters, bytes } = await wholeExport(world, { rows, files });
    pairs.push({ plain, made: ms, quarters, bytes });
  }
  say({
    figure: "an export beside copying the same bytes, seconds",
    rows,
    files,
    plain: inSeconds(pairs.map(({ plain }) => plain)),
    export: inSeconds(pairs.map(({ made }) => made)),
    ratio: spread(pairs.map(({ plain, made }) => made / plain)),
    most: 3,
    zip_mib: round((pairs.at(-1)?.bytes ?? 0) / 1048576),
    rss_mib_by_quarter: pairs.at(-1)?.quarters,
  });
};

const copying = async (world: World): Promise<string> => {
  const pairs: { plain: number; made: number }[] = [];
  let last = "";
  for (let n = 0; n < turns; n++) {
    // One copy at a time: the one before is let go, its rows stay.
    await world.bench.owner.query("update agency_sandbox set status = 'ended'");
    await world.bench.owner.query("delete from practice_agency");
    const plain = await plainCopy(world);
    const { ms, copyId } = await practiceCopy(world, rows);
    pairs.push({ plain, made: ms });
    last = copyId;
  }
  say({
    figure: "a practice copy beside plain insert … select, seconds",
    rows,
    made_up: rows / 10,
    plain: inSeconds(pairs.map(({ plain }) => plain)),
    copy: inSeconds(pairs.map(({ made }) => made)),
    ratio: spread(pairs.map(({ plain, made }) => made / plain)),
    most: 3,
  });
  return last;
};

const p95 = (times: readonly number[]): number => round(quantile(times, 0.95));
const besideOf = (before: Waited, during: Waited, what: keyof Waited) => ({
  before_ms: p95(before[what]),
  during_ms: p95(during[what]),
  ratio: round(p95(during[what]) / p95(before[what])),
  waited: [before[what].length, during[what].length],
});

const deleting = async (world: World, copyId: string): Promise<void> => {
  // What goes by the clock rests in the agencies that were copied: it is not what is measured.
  await world.bench.owner.query("update organization set state = 'read_only'");
  const neighbour = await buyingAgency(world.bench.database);
  const product = await startProgram("./product.ts", {
    DATABASE_URL: world.bench.url,
    LEVEE_DATA_DIR: world.bench.dataDir,
  });
  try {
    const forSeconds = () => {
      const until = performance.now() + seconds * 1000;
      return () => performance.now() > until;
    };
    await worked(product, neighbour, forSeconds());
    const first = await worked(product, neighbour, forSeconds());
    let gone = false;
    const enough = performance.now() + 3000 * seconds;
    const ending = deleteCopy(world, copyId, () => performance.now() > enough).finally(
      () => (gone = true),
    );
    const during = await worked(product, neighbour, () => gone);
    const took = await ending;
    const then = await worked(product, neighbour, forSeconds());
    const before = {
      lists: [...first.lists, ...then.lists],
      purchases: [...first.purchases, ...then.purchases],
    };
    say({
      figure: "another agency's people beside a deletion, 95th percentile",
      deleted_rows: took.rows,
      whole: took.whole,
      deletion_seconds: round(took.ms / 1000),
      list: besideOf(before, during, "lists"),
      purchase: besideOf(before, during, "purchases"),
      most: 1.2,
    });
  } finally {
    await product.stop();
  }
};

say(machine());
const bench = await benchDatabase("agency");
try {
  // The installation's own agency, whose operator keeps the reports.
  await makeMembers(bench.database, await makeAgency(bench.database), {
    platform: { role: "platform_admin" },
  });
  const world = await agencyWorld(bench, { rows, files, fileBytes });
  await exporting(world);
  await deleting(world, await copying(world));
} finally {
  await bench.close();
}
// What areas keep open would hold the process.
process.exit(process.exitCode ?? 0);
