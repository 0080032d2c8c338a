import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import type { Area } from "#kernel/geo/area.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { closureCycle, closureStatuses } from "../road/closure.labels.ts";
import type { ClosureDetail } from "../road/road.model.ts";

const look = {
  statuses: closureStatuses,
  course: closureCycle.course,
  actions: closureCycle.actions,
};

const said = ({ status, fromOn, untilOn }: ClosureDetail): string =>
  status === "lifted"
    ? "It was lifted: plans drive through again"
    : `Closed from ${formatDate(fromOn)} ${untilOn ? `through ${formatDate(untilOn)}` : "until it is lifted"}`;

const tabs: readonly RecordTab<ClosureDetail>[] = [
  {
    id: "closure",
    label: "Closure",
    content: (closure) => (
      <>
        <Finding parts={[{ text: said(closure) }]} none="" />
        {closure.area !== null && (
          <AgencyMap
            label={closure.name}
            areas={[
              { id: closure.id, label: closure.name, tone: "alert", area: closure.area as Area },
            ]}
            alone
          />
        )}
        <Panel title="The closure">
          <Facts
            rows={[
              ["Road", closure.road],
              ["Why", closure.reason],
              ["From", formatDate(closure.fromOn)],
              ["Through", closure.untilOn && formatDate(closure.untilOn)],
            ]}
          />
        </Panel>
      </>
    ),
  },
];

/** A road or a surface that is closed. */
export default function ClosurePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ClosureDetail>
      path="/api/v1/road-closures"
      id={id}
      lifecycle={look}
      title={({ name }) => name}
      tabs={tabs}
    />
  );
}
