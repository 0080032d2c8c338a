// What reports cost those who buy: whole ten-line purchases a second by eight clients while four people ask
// for vendor × month over 1,000,000 bills of another agency, again and again, beside the same without them.
// Windows in turn.
import { benchDatabase } from "./parts/database.ts";
import { writeBills } from "./parts/bills.ts";
import { machine, must, quantile, round, sayer, spread } from "./parts/figures.ts";
import { buyingAgency, tokensOf, type BuyingAgency } from "./parts/people.ts";
import { caller, startProgram, type Program } from "./parts/program.ts";
import { purchasesASecond } from "./parts/rate.ts";

const say = sayer("p2p-reports");
const READERS = 4;
const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 1_000_000);
const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 30);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 5);
const GOAL_RATIO = 0.75;
const address = "/api/v1/report-figures?measures=invoices.total&by=vendor,month";

type Answer = { totals: { rows: number }[] };

/** Four readers who ask anew as soon as they are answered, until they are stopped. */
const readers = (program: Program, agency: BuyingAgency) => {
  const times: number[] = [];
  let going = true;
  const reading = Array.from({ length: READERS }, async () => {
    const call = caller(program.port);
    const { manager } = await tokensOf(agency);
    while (going) {
      const began = performance.now();
      const { totals } = await call<Answer>("GET", address, { token: manager });
      must(totals[0]!.rows === ROWS, "every bill is counted");
      times.push(performance.now() - began);
    }
    call.close();
  });
  return {
    times,
    stop: async () => {
      going = false;
      await Promise.all(reading);
    },
  };
};

say(machine());
const bench = await benchDatabase("p2preports");
const buying = await buyingAgency(bench.database);
const asking = await buyingAgency(bench.database);
await writeBills(bench.owner, asking, ROWS);
const product = await startProgram("./product.ts", {
  DATABASE_URL: bench.url,
  LEVEE_DATA_DIR: bench.dataDir,
});
try {
  await purchasesASecond(product, buying, SECONDS / 2);
  await bench.owner.query("analyze");
  const rates: { without: number; beside: number }[] = [];
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const without = await purchasesASecond(product, buying, SECONDS);
    const heavy = readers(product, asking);
    const beside = await purchasesASecond(product, buying, SECONDS);
    await heavy.stop();
    times.push(...heavy.times);
    rates.push({ without, beside });
  }
  must(times.length > 0, "reports were answered beside it");
  say({
    figure: "procure to pay beside four heavy reports, purchases a second",
    bills: ROWS,
    reports: times.length,
    report_p50_s: round(quantile(times, 0.5) / 1000),
    without: spread(rates.map((r) => r.without)),
    beside: spread(rates.map((r) => r.beside)),
    ratio: spread(rates.map((r) => r.beside / r.without)),
    goal_ratio: GOAL_RATIO,
  });
} finally {
  await product.stop();
  await bench.close();
}
