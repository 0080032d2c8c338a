import { useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { overrideCycle, overrideStates, seatLabels } from "../gate/gate.labels.ts";
import type { OverrideDetail } from "../gate/gate.model.ts";

const look = {
  statuses: overrideStates,
  course: ["given", "over"] as const,
  actions: overrideCycle.actions,
};

function Override({ override: o }: { override: OverrideDetail }) {
  const { timeZone } = useAgency();
  const until = formatInstant(o.until, timeZone);
  const said = {
    given: `${o.personName} may do it until ${until}.`,
    over: `It was over ${until}.`,
    withdrawn: `Withdrawn: ${o.statusReason}`,
  };
  return (
    <div className="stack">
      <Finding parts={[]} none={said[o.status]} />
      <Panel title="What was let pass">
        <Facts
          rows={[
            ["Work", seatLabels[o.seat]],
            ["Lacks", o.lacks],
            ["Why", o.reason],
            ["Given by", o.givenName],
            ["Given", formatInstant(o.givenAt, timeZone)],
            ["By", o.citation],
          ]}
        />
      </Panel>
    </div>
  );
}

/** Who was let do work without its certificate, by whom and why. */
export default function OverridePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<OverrideDetail>
      path="/api/v1/seat-overrides"
      id={id}
      lifecycle={look}
      title={({ personName }) => personName}
      subtitle={({ number, seat }) => `${number}, ${seatLabels[seat]}`}
      owner={({ givenName }) => givenName}
      tabs={[{ id: "override", label: "Override", content: (o) => <Override override={o} /> }]}
    />
  );
}
