// How right agents are on their labelled cases, beside the obvious way of doing the same. An agent
// without cases is named with none: nothing is said of what was not measured.
import { areaServers } from "#areas.server.ts";
import { askCopilot } from "#areas/assistant/copilot/conversation.service.ts";
import type { App } from "#server/app.ts";
import { writeBills } from "./parts/bills.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, quantile, round, sayer } from "./parts/figures.ts";
import { buyingAgency } from "./parts/people.ts";
import { scoreOf } from "#server/agents/evaluation.ts";

for (const agent of areaServers.flatMap(({ agents = [] }) => agents)) {
  const score = scoreOf(agent);
  console.log(
    JSON.stringify({
      bench: "agents",
      agent: agent.id,
      version: agent.version,
      cases: score?.cases ?? 0,
      ...(score && { right: score.right, baseline: score.baseline, beside: score.beside }),
    }),
  );
  if (score && score.right <= score.baseline)
    throw new Error(`the ${agent.name} is no better than ${score.beside}`);
}

// Answers of the copilot without a language model: an agency with many bills and orders, questions of each
// sort, one after the other.
const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 10_000);
const say = sayer("agents");
const bench = await benchDatabase("agents");
const { owner, database } = bench;
const agency = await buyingAgency(database);
await writeBills(owner, agency, ROWS, ROWS);
await owner.query("vacuum analyze");
const numbers = async (table: string): Promise<string[]> =>
  (
    await owner.query<{ number: string }>(
      `select number from ${table} where org_id = $1 order by random() limit 10`,
      [agency.orgId],
    )
  ).rows.map(({ number }) => number);
const questions = [
  ...(await numbers("invoice")).flatMap((each) => [
    `Why is ${each} stuck?`,
    `What changed on ${each} since last week?`,
  ]),
  ...(await numbers("purchase_order")).map((each) => `Why is ${each} not closed?`),
  ...["Which invoices are late?", "How many invoices are open?", "How do I send a bill back?"],
  ...["What is still to pay?", "Who approves an invoice?", "How much did we buy this year?"],
];
const config = { llm: null, secrets: [] };
const app = { database, config } as unknown as App;
const took: number[] = [];
for (const question of questions) {
  const began = performance.now();
  const { messages } = await askCopilot(app, agency.people.ap, null, question);
  took.push(performance.now() - began);
  must((messages.at(-1)?.text ?? "").length > 0, `no answer to ${question}`);
}
say(machine());
const p95 = quantile(took, 0.95);
say({
  ...{ figure: "answers of the copilot without a model", rows: ROWS, questions: took.length },
  ...{ ms: { median: round(quantile(took, 0.5)), p95: round(p95), max: round(Math.max(...took)) } },
  goal_p95_ms: 1000,
});
await bench.close();
