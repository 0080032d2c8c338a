import { Pencil } from "lucide-react";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { SubjectActions } from "#areas/assets/assets.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import {
  directions,
  measureLabels,
  measures,
  periods,
  shownValue,
} from "../../quality/measures.labels.ts";
import { objectiveCycle, objectiveStatuses } from "../../quality/objective.labels.ts";
import type { ObjectiveDetail } from "../../quality/objective.model.ts";
import { periodName } from "../../quality/period.model.ts";
import { meets } from "../../quality/words.model.ts";
import { ControlChart, RangeChart } from "./ControlChart.tsx";
import { PointPanel } from "./PointPanel.tsx";
import { Signals } from "./Signals.tsx";

const ObjectiveDialog = dialogOnDemand(
  async () => (await import("./ObjectiveDialog.tsx")).ObjectiveDialog,
);

const look = {
  statuses: objectiveStatuses,
  course: objectiveCycle.course,
  actions: objectiveCycle.actions,
};

const targetSaid = ({ measure, direction, target }: ObjectiveDetail): string =>
  `${directions[direction].toLowerCase()} ${shownValue(measure, Number(target))}`;

const saidOf = (of: ObjectiveDetail): string => {
  if (of.status === "draft") return "A draft: it proposes nothing until it is started";
  const waiting = of.told.find(({ status }) => status === "proposed");
  return waiting ? `${waiting.said}: decide about it below` : of.chart.finding;
};

function Charted({ of }: { of: ObjectiveDetail }) {
  return (
    <>
      <Finding parts={[{ text: saidOf(of) }]} none="" />
      <ControlChart of={of} height={320} />
      <RangeChart of={of} />
      <Signals of={of} />
      <SubjectActions type="qualityObjective" id={of.id} />
      <Panel title="The objective">
        <Facts
          rows={[
            ["Measure", measureLabels[of.measure]],
            ["How it is counted", measures[of.measure].rule],
            ["Target", targetSaid(of)],
            ["A value for each", periods[of.period].toLowerCase()],
            ["Base", `${formatDate(of.baseFrom)} to ${formatDate(of.baseTo)}`],
            ["Owner", of.ownerName],
            ["Started", of.startedOn && formatDate(of.startedOn)],
            ["Ended", of.endedOn && formatDate(of.endedOn)],
            ["Note", of.note],
          ]}
        />
      </Panel>
    </>
  );
}

type Point = ObjectiveDetail["chart"]["points"][number];

function Values({ of }: { of: ObjectiveDetail }) {
  const [search, setSearch] = useSearchParams();
  const on = search.get("on") ?? "";
  const open = (day: string) =>
    setSearch((before) => ({ ...Object.fromEntries(before), on: day }), { replace: true });
  const met = { direction: of.direction, target: Number(of.target) };
  const parts: readonly LinePart<Point>[] = [
    {
      ...{ label: periods[of.period], as: "title" },
      cell: (point) => (
        <button type="button" className="text-link" onClick={() => open(point.on)}>
          {periodName(of.period, point.on)}
        </button>
      ),
    },
    { label: "Value", cell: (point) => shownValue(of.measure, point.value) },
    { label: "Records", cell: (point) => String(point.records) },
    { label: "Target", cell: (point) => (meets(met, point.value) ? "met" : "missed"), words: true },
  ];
  if (of.chart.points.length === 0)
    return <p className="text-t2">No record in any finished period yet.</p>;
  return (
    <>
      {isDate(on) && <PointPanel of={of} on={on} />}
      <Panel title="Values, newest first" flush>
        <LineTable
          label="Values of the objective"
          parts={parts}
          lines={of.chart.points.toReversed()}
          keyOf={(point) => point.on}
          across={3}
        />
      </Panel>
    </>
  );
}

const tabs: readonly RecordTab<ObjectiveDetail>[] = [
  { id: "chart", label: "Chart", content: (of) => <Charted of={of} /> },
  {
    ...{ id: "values", label: "Values", content: (of: ObjectiveDetail) => <Values of={of} /> },
    count: (of) => of.chart.points.length,
  },
];

/** A quality objective: its charts, its values with their records, what they signalled. */
export default function ObjectivePage() {
  const { id = "" } = useParams();
  const [changing, setChanging] = useState<ObjectiveDetail | null>(null);
  return (
    <>
      <RecordPage<ObjectiveDetail>
        path="/api/v1/quality-objectives"
        id={id}
        lifecycle={look}
        title={({ name }) => name}
        subtitle={(of) => `${measureLabels[of.measure]}, ${targetSaid(of)}`}
        owner={({ ownerName }) => ownerName}
        tabs={tabs}
        extraActions={(of) =>
          of.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  onSelect: () => setChanging(of),
                },
              ]
            : []
        }
      />
      {changing && <ObjectiveDialog of={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
