import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { protestStatuses, remedies } from "./protest.labels.ts";
import type { ProtestDetail } from "./protest.model.ts";

const look = { statuses: protestStatuses, course: ["filed", "under_review", "denied"] as const };
const remedyField = (
  <fieldset className="field">
    <legend>What follows</legend>
    {Object.entries(remedies).map(([value, label], at) => (
      <label key={value} className="check">
        <input type="radio" name="remedy" value={value} defaultChecked={at === 0} />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
);

/** The texts of a protest: grounds, decision, appeal. */
export function ProtestTexts({
  p,
}: {
  p: Pick<
    ProtestDetail,
    | "grounds"
    | "relief"
    | "filedAt"
    | "filedByName"
    | "decision"
    | "decidedAt"
    | "remedy"
    | "appealGrounds"
    | "appealedAt"
    | "appealDecision"
    | "appealDecidedAt"
  >;
}) {
  const { timeZone } = useAgency();
  const at = (instant: Instant | null) => (instant ? formatInstant(instant, timeZone) : "");
  return (
    <>
      <Panel title="Grounds" aside={`${p.filedByName}, ${at(p.filedAt)}`}>
        <p className="whitespace-pre-wrap">{p.grounds}</p>
        {p.relief && <p className="mt-3 whitespace-pre-wrap text-t2">Asked for: {p.relief}</p>}
      </Panel>
      {p.decision && (
        <Panel title="Decision" aside={at(p.decidedAt)}>
          <p className="whitespace-pre-wrap">{p.decision}</p>
          {p.remedy && (
            <p className="mt-2">
              <Badge tone="info" label={remedies[p.remedy]} />
            </p>
          )}
        </Panel>
      )}
      {p.appealGrounds && (
        <Panel title="Appeal" aside={at(p.appealedAt)}>
          <p className="whitespace-pre-wrap">{p.appealGrounds}</p>
        </Panel>
      )}
      {p.appealDecision && (
        <Panel title="Decision on the appeal" aside={at(p.appealDecidedAt)}>
          <p className="whitespace-pre-wrap">{p.appealDecision}</p>
        </Panel>
      )}
    </>
  );
}

function ProtestFacts({ p }: { p: ProtestDetail }) {
  const { timeZone } = useAgency();
  const rows = [
    [
      "Solicitation",
      <Link
        key="s"
        className="mono text-link"
        to={pathTo("solicitation", { id: p.solicitationId })}
      >
        {p.solicitation}
      </Link>,
    ],
    ["In time", p.timely ? "yes" : "no, filed late"],
    [
      "Stays the award",
      p.stay ? "yes" : p.stayOverrideReason ? `overridden: ${p.stayOverrideReason}` : "no",
    ],
    ["Decide by", formatDate(p.decideBy)],
    ["Decided by", p.decidedBy ?? "—"],
    ["Appeal until", p.appealUntil ? formatInstant(p.appealUntil, timeZone) : "—"],
  ] as const;
  return (
    <Panel title="Facts">
      <Facts rows={rows} />
      {p.evaluationId && (
        <p className="mt-3">
          <Link
            className="btn btn-small"
            to={`${pathTo("evaluation", { id: p.evaluationId })}?tab=protest`}
          >
            The award
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** /bid-evaluation/protests/:id: a protest, decided by somebody who had no part in the award. */
export default function ProtestPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ProtestDetail>
      path="/api/v1/protests"
      id={id}
      lifecycle={look}
      title={(p) => `${p.vendor} protests`}
      subtitle={(p) => p.title}
      owner={(p) => p.vendor}
      deadline={(p) => ({ at: p.decideBy, label: "Decide by", done: p.decidedAt !== null })}
      tabs={[{ id: "protest", label: "Protest", content: (p) => <ProtestTexts p={p} /> }]}
      rail={(p) => <ProtestFacts p={p} />}
      actionFields={{ sustain: remedyField, reverse: remedyField }}
    />
  );
}
