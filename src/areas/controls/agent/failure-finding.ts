import type { Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { FailureDetail } from "../failure/failure.model.ts";

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

/** What is said of one failure: by which rule of its day, with what was looked at, and who is asked. */
export const foundOf = (failure: FailureDetail): Found => {
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
