import { Ruler } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { MeasuredAssembly } from "./assembly/MeasuredAssembly.tsx";
import { measureKinds } from "./geometry.model.ts";
import { measurementCycle, measurementStatuses } from "./measurement.labels.ts";
import type { MeasurementDetail } from "./measurement.model.ts";
import { StandingPanel } from "./out/StandingPanel.tsx";

const look = {
  statuses: measurementStatuses,
  course: measurementCycle.course ?? [],
  actions: measurementCycle.actions,
};

const quantity = (m: MeasurementDetail): string =>
  m.quantity === null ? "no quantity yet" : `${shownDecimal(m.quantity)} ${m.unit}`;

const found = (m: MeasurementDetail): string => {
  if (m.stale) return `Sheet ${m.sheet} has a later revision: move it over there.`;
  if (m.quantity === null) return "Its part of the sheet has no scale, so it has no quantity.";
  if (m.ended)
    return "Its requisition is over and bought nothing of it. Open it again to measure or buy it.";
  if (m.status === "sent") return "It is a line of a requisition.";
  if (m.status === "dropped") return `It was dropped: ${m.statusReason}`;
  return m.status === "checked" ? `${m.checkedName} checked it.` : "Nobody checked it yet.";
};

const sheetLink = (m: MeasurementDetail): string =>
  `${pathTo("planSheet", { id: m.sheetId })}?measurement=${m.id}`;

function Measured({ m }: { m: MeasurementDetail }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={[]} none={found(m)} />
      <Panel title="Facts">
        <Facts
          rows={[
            ["Quantity", quantity(m)],
            ["Kind", measureKinds[m.kind].label],
            ["Scale", m.scale],
            [
              "Sheet",
              <Link key="sheet" className="underline" to={sheetLink(m)}>
                {m.sheet} revision {m.sheetRevision}
              </Link>,
            ],
            ["Cost code", m.costCode],
            ["Measured by", m.measuredName],
            ["Checked", m.checkedAt && `${m.checkedName}, ${formatInstant(m.checkedAt, timeZone)}`],
            [
              "Requisition",
              m.requisitionId && (
                <Link className="underline" to={pathTo("requisition", { id: m.requisitionId })}>
                  Open it
                </Link>
              ),
            ],
            ["Note", m.note],
            [
              "Project",
              <Link key="project" className="underline" to={pathTo("project", { id: m.projectId })}>
                {m.projectNumber} {m.project}
              </Link>,
            ],
          ]}
        />
      </Panel>
      <MeasuredAssembly m={m} />
      <StandingPanel path={`/api/v1/measurements/${m.id}`} />
    </div>
  );
}

const tabs: readonly RecordTab<MeasurementDetail>[] = [
  { id: "measurement", label: "Measurement", content: (m) => <Measured m={m} /> },
  {
    id: "files",
    label: "Files and comments",
    content: (m) => (
      <>
        <Attachments objectType="measurement" objectId={m.id} />
        <Comments objectType="measurement" objectId={m.id} />
      </>
    ),
  },
];

/** A measurement: its quantity and scale, who measured and checked it, what it was bought by. */
export default function MeasurementPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<MeasurementDetail>
      path="/api/v1/measurements"
      id={id}
      lifecycle={look}
      title={(m) => m.name}
      subtitle={(m) => `Sheet ${m.sheet}, ${m.project}`}
      owner={(m) => m.measuredName}
      extraActions={(m) => [
        {
          label: "Open on the sheet",
          tone: "primary",
          icon: <Ruler aria-hidden="true" />,
          to: sheetLink(m),
        },
      ]}
      tabs={tabs}
    />
  );
}
