// 10,000 purchases, each with its bill, judged by every shipped control for the first time, as the sweep
// does after an update; then the same again where nothing changed.
import { writeBills } from "./parts/bills.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import "#areas.server.ts";
import { judgeOn } from "#areas/controls/judge/pass.service.ts";
import type { App } from "#server/app.ts";
import { allControlChecks } from "#server/controls/control-checks.ts";

const say = sayer("controls");
const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 10_000);

const bench = await benchDatabase("controls");
const { owner } = bench;
const agency = await buyingAgency(bench.database);
await writeBills(owner, agency, ROWS, ROWS);
// Small purchases of the same goods, each with a line; one in fifty does not say how it was bought.
await owner.query(
  `
    update purchase_order
    set
      issued_at = ordered_on, aggregate_amount = amount,
      method = case when right(number, 2) in ('00', '50') then null else 'micro_purchase' end
    where org_id = $1 and status <> 'draft'
  `,
  [agency.orgId],
);
await owner.query(
  `
    insert into purchase_order_line (
      org_id, id, purchase_order_id, line_no, description, quantity, unit_price, amount
    )
    select org_id, gen_random_uuid(), id, 1, 'Gravel', 1, amount / 100.0, amount
    from purchase_order
    where org_id = $1
  `,
  [agency.orgId],
);
await owner.query("vacuum analyze purchase_order, purchase_order_line");

const app = { database: bench.database } as App;
const scope = { orgId: agency.orgId, personId: null };
const countOf = async (of: string): Promise<number> =>
  Number(
    (
      await owner.query<{ n: string }>(`select count(*) as n from ${of} where org_id = $1`, [
        agency.orgId,
      ])
    ).rows[0]!.n,
  );
/** Passes, a minute's each, until one adds no answer; seconds. */
const sweep = async (): Promise<number> => {
  const began = performance.now();
  for (let before = -1; ;) {
    await judgeOn(app, scope);
    const now = await countOf("control_result");
    if (now === before) return (performance.now() - began) / 1000;
    before = now;
  }
};

say(machine());
const first = await sweep();
const answers = await countOf("control_result");
must(answers > ROWS, "every purchase has its answers");
say({
  what: `${ROWS} purchases by ${allControlChecks().length} controls`,
  seconds: round(first),
  answers,
  failures: await countOf("control_failure"),
  a_second: Math.round(answers / first),
});
say({ what: "the same where nothing changed", seconds: round(await sweep()) });
must((await countOf("control_result")) === answers, "nothing is judged twice");
await bench.close();
