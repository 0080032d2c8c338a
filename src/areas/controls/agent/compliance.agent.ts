import { z } from "zod";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { failureList } from "../failure/failure.list.ts";
import { failureDetail, failureRow, type FailureDetail } from "../failure/failure.model.ts";
import { byNewest, failureCases, saidOf } from "./failure-finding.evaluation.ts";
import { standingRow, type StandingRow } from "../standing/standing.model.ts";
import { foundOf } from "./failure-finding.ts";

const reads = {
  failures: reading("/api/v1/control-failures", listPage(failureRow)),
  failure: reading("/api/v1/control-failures/{id}", failureDetail),
  standings: reading("/api/v1/control-standings", z.object({ items: z.array(standingRow) })),
};

const most = 300;

const living = async (at: Reader<typeof reads>) => {
  const { items } = await at.read("failures", {
    query: { status: "open,assigned,reopened", sort: "dueOn", limit: most, count: "none" },
  });
  return items;
};

/** Every rule that was judged of a record, where this person reads the record itself. */
const rulesOf = async (
  at: Reader<typeof reads>,
  { subjectType, askWaiver: { subjectId } }: FailureDetail,
): Promise<StandingRow[]> =>
  (await at.maybe("standings", { query: { subjectType, subjectId } }))?.items ?? [];

/** Says of each record that breaks a control which rule of its day, and what would mend it. */
export const complianceAgent = defineAgent({
  id: "compliance",
  version: 1,
  name: "Compliance agent",
  task: "Says of each record that breaks a control by which rule of its day it does, which paper is missing, and who answers for it.",
  how: [
    "It reads the failures of controls that you see, the soonest due first, at most 300.",
    "A rule is the one of the record's own day; a citation that nobody has verified is marked so.",
    "It judges nothing anew: a control judges a record each time that the record, the rule or the control changes.",
    "It proposes a task for whoever answers for the failure. A waiver is asked for by a person.",
  ],
  subject: { list: failureList, permission: "controlFailure.read", label: "failures of controls" },
  reads,
  proposes: [errandEndpoint],
  evaluation: {
    cases: failureCases,
    answer: saidOf,
    baseline: byNewest,
    beside: "the rule that the control names today, and whoever opens it",
  },
  find: async (at) => {
    const ids = at.subjectId ? [at.subjectId] : (await living(at)).map(({ id }) => id);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "failures");
      const failure = await at.maybe("failure", { params: { id } });
      if (failure) found.push(foundOf(failure, await rulesOf(at, failure)));
    }
    return found;
  },
});
