// Vendor × month over 1,000,000 bills of one line each through the list of bills, its rights and row-level
// security, beside the bare sum as the database's owner; then what other figures of the same bills take.
import { benchDatabase } from "./parts/database.ts";
import { writeBills } from "./parts/bills.ts";
import { machine, must, quantile, round, sayer } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import { areaServers } from "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { reportsDb } from "#server/db/scopes/reports.ts";
import { askFigures } from "#server/facts/figures.ts";

const say = sayer("report");
const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 1_000_000);
const TIMES = Number(process.env.LEVEE_BENCH_REPEATS || 20);

const bench = await benchDatabase("report");
const { database, owner } = bench;
const agency = await buyingAgency(database);
const reader: Actor = {
  ...agency.people.admin,
  permissions: new Set(Object.keys(permissions)) as ReadonlySet<Permission>,
};
await writeBills(owner, agency, ROWS);

const facts = areaServers.flatMap((area) => area.facts ?? []);
const over = reportsDb(database, reader, new AbortController().signal);
const ask = (measures: readonly string[]) =>
  askFigures(over, reader, facts, {
    measures,
    by: ["vendor", "month"],
    where: {},
  });
const bare = async () =>
  (
    await owner.query<{ sum: string }>({
      name: "bare",
      text: `
        select vendor_id, to_char(received_on, 'YYYY-MM'), sum(total), count(*)
        from invoice
        where org_id = $1
        group by 1, 2
      `,
      values: [agency.orgId],
    })
  ).rows;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const seconds = (times: readonly number[]) => ({
  p50_s: round(quantile(times, 0.5) / 1000),
  p95_s: round(quantile(times, 0.95) / 1000),
});

say(machine());
const answer = await ask(["invoices.total"]);
const sums = await bare();
must(answer.totals[0]!.rows === ROWS, "every bill is counted");
must(
  sums.length === answer.rows.length &&
    sums.reduce((n, { sum }) => n + Number(sum), 0) === answer.totals[0]!.value,
  "the report is the bare sum",
);
const [ours, floor]: number[][] = [[], []];
for (let n = 0; n < TIMES; n++) {
  ours!.push(await timed(() => ask(["invoices.total"])));
  floor!.push(await timed(bare));
}
say({
  what: `vendor × month over ${ROWS} bills, ${answer.rows.length} cells`,
  ...seconds(ours!),
  bare: seconds(floor!),
  times_bare: round(quantile(ours!, 0.5) / quantile(floor!, 0.5)),
});
for (const measure of ["invoices.open", "invoices.daysToPay", "invoices.daysOfException"]) {
  const times: number[] = [];
  for (let n = 0; n < Math.max(1, TIMES / 5); n++) times.push(await timed(() => ask([measure])));
  say({ what: `${measure}, vendor × month`, ...seconds(times) });
}
await bench.close();
