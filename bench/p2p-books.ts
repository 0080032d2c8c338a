// What keeping the general ledger costs those who buy: whole ten-line purchases a second by eight clients in
// an agency that keeps its books, while the server follows them every minute, beside an agency that does
// not. Windows in turn, each longer than a minute; what was not followed yet is followed in between.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, sayer, spread } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import { startProgram } from "./parts/program.ts";
import { purchasesASecond } from "./parts/rate.ts";
import { sql } from "#server/db/sql.ts";
import { beginGeneralLedger } from "#areas/books/begin/begin.service.ts";
import { followOnce } from "#areas/books/posting/follower.service.ts";
import "#areas/books/books.server.ts";

const say = sayer("p2p-books");
const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 70);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 3);

say(machine());
const bench = await benchDatabase("p2pbooks");
const { database } = bench;
const without = await buyingAgency(database);
const keeping = await buyingAgency(database);
const { admin } = keeping.people;
await database.transaction(admin, (tx) => beginGeneralLedger(tx, admin, keeping.fiscalYearId));
const follow = async (): Promise<void> => {
  while ((await database.transaction(admin, (tx) => followOnce(tx))).seen > 0);
};

const product = await startProgram("./product.ts", {
  DATABASE_URL: bench.url,
  LEVEE_DATA_DIR: bench.dataDir,
});
try {
  await purchasesASecond(product, without, SECONDS / 4);
  await purchasesASecond(product, keeping, SECONDS / 4);
  await follow();
  await bench.owner.query("analyze");
  const rates: { without: number; keeping: number }[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const plain = await purchasesASecond(product, without, SECONDS);
    rates.push({ without: plain, keeping: await purchasesASecond(product, keeping, SECONDS) });
    await follow();
  }
  const { spent, posted } = await database.read(admin).one<{ spent: number; posted: number }>(sql`
    select
      (select sum(expended)::bigint from budget_line where org_id = ${keeping.orgId}) as spent,
      (
        select sum(l.cents)::bigint
        from gl_line l
        join gl_account a on a.org_id = l.org_id and a.id = l.account_id
        where l.org_id = ${keeping.orgId} and a.class = 'expenditure'
      ) as posted
  `);
  must(spent > 0 && spent === posted, `the ledger has ${posted} of ${spent} cents spent`);
  say({
    figure: "procure to pay beside the general ledger, purchases a second",
    clients: 8,
    without: spread(rates.map((r) => r.without)),
    keeping: spread(rates.map((r) => r.keeping)),
    ratio: spread(rates.map((r) => r.keeping / r.without)),
    goal_ratio: 0.9,
  });
} finally {
  await product.stop();
  await bench.close();
}
