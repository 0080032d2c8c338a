// What controls cost those who buy: whole ten-line purchases a second by eight clients in an agency whose
// purchases are judged every minute by all shipped controls, beside one that retired them. Windows in turn,
// each longer than a minute; what was not judged yet is judged in between.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, sayer, spread } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import { startProgram } from "./parts/program.ts";
import { purchasesASecond } from "./parts/rate.ts";
import "#areas.server.ts";
import { ensureControls } from "#areas/controls/control/control.service.ts";
import { judgeOn } from "#areas/controls/judge/pass.service.ts";
import type { App } from "#server/app.ts";

const say = sayer("p2p-controls");
const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 70);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 3);

say(machine());
const bench = await benchDatabase("p2pcontrols");
const { database, owner } = bench;
const without = await buyingAgency(database);
const judged = await buyingAgency(database);
for (const { orgId } of [without, judged])
  await database.transaction({ orgId, personId: null }, ensureControls);
await owner.query("update control_version set status = 'retired' where org_id = $1", [
  without.orgId,
]);
const judgeAll = () => judgeOn({ database } as App, { orgId: judged.orgId, personId: null });

const product = await startProgram("./product.ts", {
  DATABASE_URL: bench.url,
  LEVEE_DATA_DIR: bench.dataDir,
});
try {
  await purchasesASecond(product, without, SECONDS / 4);
  await purchasesASecond(product, judged, SECONDS / 4);
  await judgeAll();
  await owner.query("analyze");
  const rates: { without: number; judged: number }[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const plain = await purchasesASecond(product, without, SECONDS);
    rates.push({ without: plain, judged: await purchasesASecond(product, judged, SECONDS) });
    await judgeAll();
  }
  const { rows } = await owner.query<{ org_id: string; n: string }>(
    "select org_id, count(*) as n from control_result group by 1",
  );
  must(
    rows.length === 1 && rows[0]!.org_id === judged.orgId,
    "only the agency with controls was judged",
  );
  say({
    figure: "procure to pay beside controls, purchases a second",
    clients: 8,
    answers: Number(rows[0]!.n),
    without: spread(rates.map((r) => r.without)),
    judged: spread(rates.map((r) => r.judged)),
    ratio: spread(rates.map((r) => r.judged / r.without)),
    goal_ratio: 0.95,
  });
} finally {
  await product.stop();
  await bench.close();
}
