import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { evaluationDetail, evaluationRow } from "../evaluation/evaluation.model.ts";
import { alike, apart, lacking, wrongSums } from "./bid-findings.ts";
import { requirementsOf } from "./bid-picture.ts";
import { bidsCases } from "./bids.cases.ts";
import { bidsAnswer, bidsBaseline } from "./bids.evaluation.ts";
import { fewestPrices } from "./bids.model.ts";
import { insideList } from "./inside.list.ts";

const reads = {
  evaluations: reading("/api/v1/evaluations", listPage(evaluationRow)),
  evaluation: reading("/api/v1/evaluations/{id}", evaluationDetail),
};
type At = Reader<typeof reads>;

const running = "individual_scoring,locked,consensus,price_opened,ranked,recommended,approved";
const mostEvaluations = 100;

const findIn = async (at: At, id: string): Promise<Found[]> => {
  const evaluation = await at.maybe("evaluation", { params: { id } });
  // Behind the gate there is no content, and nothing is said.
  if (!evaluation?.content || !running.split(",").includes(evaluation.status)) return [];
  const { bids, criteria } = evaluation.content;
  const asked = [
    evaluation.title,
    ...criteria.flatMap(({ name, guidance }) => [name, guidance]),
    ...(bids[0]?.checks ?? []).map(({ label }) => label),
  ];
  const picture = requirementsOf(evaluation, bids);
  return [
    ...lacking(evaluation, bids),
    ...wrongSums(evaluation, bids),
    ...apart(evaluation, bids),
    ...alike(evaluation, bids, asked),
  ].map((found) => ({ ...found, picture }));
};

/** Says what bids lack, and once prices are open what of them does not come out or stands apart. */
export const bidEvaluationAgent = defineAgent({
  id: "bid-evaluation",
  version: 1,
  name: "Bid evaluation agent",
  task: "For who takes part in an evaluation: which requirements each bid does not answer; once prices are open, sums that do not come out, prices that stand apart, and like errors of bidders. It gives no score and no ranking.",
  how: [
    "It reads evaluations as the page of an evaluation shows them to you: whoever has not declared interests, is recused or stands outside reads nothing of it, and finds nothing.",
    "Until the technical scores are locked and prices are open it has no price before it: it says only what a bid does not answer, and misspellings that bidders share.",
    "Sums are added again from the unit prices, and held against a total that the bidder states in words.",
    `A price stands apart by the median and the median absolute deviation, from ${fewestPrices} bids on. Fewer say nothing.`,
    "Like errors are the same misspelling, the same error in a total, or prices that are all the same multiple of another's. They prove nothing, and it says so.",
    "It proposes tasks that name neither bidder nor price. Nothing that the panel decides is proposed.",
  ],
  subject: { list: insideList, permission: "evaluation.read", label: "evaluations that you read" },
  reads,
  proposes: [errandEndpoint],
  find: async (at) => {
    const ids = at.subjectId
      ? [at.subjectId]
      : (
          await at.read("evaluations", {
            query: { status: running, takePart: true, limit: mostEvaluations, count: "none" },
          })
        ).items.map(({ id }) => id);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "evaluations");
      found.push(...(await findIn(at, id)));
    }
    return found;
  },
  evaluation: {
    cases: bidsCases,
    answer: bidsAnswer,
    baseline: bidsBaseline,
    beside: "two standard deviations, any amount in a note, and any long word that two share",
  },
});
