import { formatDate } from "#kernel/dates.ts";
import type { Picture } from "#kernel/picture.ts";
import type { Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { FailureDetail } from "../failure/failure.model.ts";
import type { StandingRow } from "../standing/standing.model.ts";

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

const standings = { fail: "lacks", unknown: "open", pass: "met", not_applicable: "met" } as const;
const groups = { lacks: "Broken", open: "Cannot be told", met: "Kept" } as const;

/** The one record by every rule of its day: broken, undecidable for want of a paper, kept. */
const pictureOf = (failure: FailureDetail, rules: readonly StandingRow[]): Picture | undefined =>
  rules.length === 0
    ? undefined
    : {
        kind: "checks",
        title: `Rules of the day of ${failure.subject}`,
        items: rules.map(({ control, answer, said, day, citations }) => ({
          ...{ label: control, standing: standings[answer], group: groups[standings[answer]] },
          says: [said, citations.join("; "), `Judged on ${formatDate(day)}`]
            .filter(Boolean)
            .join(" · "),
        })),
      };

/** What is said of one failure: by which rule of its day, with what was looked at, and who is asked. */
export const foundOf = (failure: FailureDetail, rules: readonly StandingRow[] = []): Found => {
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
    picture: pictureOf(failure, rules),
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
