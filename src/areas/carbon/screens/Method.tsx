import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { potentialSets } from "../factor/potentials.data.ts";
import { categories, points } from "../year/year.labels.ts";
import type { Activity, YearDetail } from "../year/year.model.ts";

const ActivityDialog = dialogOnDemand(
  async () => (await import("./ActivityDialog.tsx")).ActivityDialog,
);

const partsFor = (open: ((activity: Activity) => void) | null): readonly LinePart<Activity>[] => [
  {
    label: "Activity",
    as: "title",
    cell: (activity) =>
      open ? (
        <button type="button" className="text-link text-left" onClick={() => open(activity)}>
          {activity.label}
        </button>
      ) : (
        activity.label
      ),
  },
  {
    label: "Scope",
    words: true,
    cell: ({ scope, category }) => `${scope}, ${categories[category].toLowerCase()}`,
  },
  { label: "Measured", words: true, cell: ({ point }) => points[point] },
  {
    label: "Factor",
    words: true,
    cell: ({ factorKey, marketFactorKey }) =>
      [factorKey, marketFactorKey && `by contract ${marketFactorKey}`].filter(Boolean).join(", "),
  },
  {
    label: "Found by",
    words: true,
    cell: ({ codes, words, takes }) =>
      takes === "quantity"
        ? [codes && `codes ${codes}`, words && `words ${words}`].filter(Boolean).join("; ")
        : takes === "shipments"
          ? "Shipments that were delivered"
          : "Dollars of what no other activity covers",
  },
];

/** How a year is counted: the set of potentials, and each activity with its one measuring point. */
export function Method({ year }: { year: YearDetail }) {
  const [opened, setOpened] = useState<{ activity: Activity | null } | null>(null);
  const { label, source, ch4, n2o } = potentialSets[year.potentials];
  const activities = year.activities as Activity[];
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Activities</h2>
        {year.canEdit && (
          <button type="button" className="btn" onClick={() => setOpened({ activity: null })}>
            Add an activity
          </button>
        )}
      </div>
      <p className="text-13 text-t2">
        {label}: methane {ch4}, nitrous oxide {n2o} times carbon dioxide ({source}). One measuring
        point of each activity counts; what another one also knows is to be settled.{" "}
        <Link to={pathTo("carbonFactors")}>Emission factors</Link> hold what each key stands for.
      </p>
      <LineTable
        label="Activities of the year"
        parts={partsFor(year.canEdit ? (activity) => setOpened({ activity }) : null)}
        lines={activities}
        keyOf={({ key }) => key}
      />
      {opened && (
        <ActivityDialog year={year} activity={opened.activity} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}
