import type { Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { failureList } from "../failure/failure.list.ts";
import { failureDetail, failureRow, type FailureDetail } from "../failure/failure.model.ts";

const reads = {
  failures: reading("/api/v1/control-failures", listPage(failureRow)),
  failure: reading("/api/v1/control-failures/{id}", failureDetail),
};

const most = 300;

const sourcesOf = (failure: FailureDetail): Source[] => {
  const last = failure.judgements[0];
  return [
    { kind: "record", label: failure.subject, href: failure.href, says: failure.said },
    ...(last?.citations ?? []).map(({ text, verified }): Source => ({
      kind: "rule",
      label: failure.control,
      citation: verified ? text : `${text} (not verified)`,
      says: failure.demands,
    })),
    ...(last?.shown ?? []).map(({ label, href }): Source => ({
      kind: "record",
      label,
      href,
      says: "Looked at",
    })),
  ];
};

const foundOf = (failure: FailureDetail): Found => {
  const last = failure.judgements[0];
  const owner =
    failure.ownerId && failure.owner ? { id: failure.ownerId, name: failure.owner } : null;
  return {
    key: `failure:${failure.id}`,
    subject: {
      id: failure.id,
      number: failure.subject,
      href: `/compliance/failures/${failure.id}`,
    },
    what: `${failure.title}: ${failure.said}`,
    why: `${failure.control} demands: ${failure.demands}${last ? ` It was judged on ${last.day} by the rules of that day.` : ""}`,
    since: (last?.day ?? null) as Day | null,
    dueOn: failure.dueOn,
    cents: failure.amount,
    sources: sourcesOf(failure),
    proposal: failure.remedy
      ? errand({
          title: `${failure.subject}: ${failure.remedy}`,
          detail: `${failure.number}. ${failure.said} ${failure.citation}`.trim(),
          link: `/compliance/failures/${failure.id}`,
          owner,
        })
      : null,
  };
};

const living = async (at: Reader<typeof reads>) => {
  const { items } = await at.read("failures", {
    query: { status: "open,assigned,reopened", sort: "dueOn", limit: most, count: "none" },
  });
  return items;
};

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
  find: async (at) => {
    const ids = at.subjectId ? [at.subjectId] : (await living(at)).map(({ id }) => id);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "failures");
      const failure = await at.maybe("failure", { params: { id } });
      if (failure) found.push(foundOf(failure));
    }
    return found;
  },
});
