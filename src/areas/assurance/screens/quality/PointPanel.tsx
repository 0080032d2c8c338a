import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel, ErrorPanel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { measures, shownValue } from "../../quality/measures.labels.ts";
import type { ObjectiveDetail, PointAnswer } from "../../quality/objective.model.ts";
import { periodName } from "../../quality/period.model.ts";

type Item = PointAnswer["items"][number];

const partsOf = ({ measure }: ObjectiveDetail): LinePart<Item>[] => [
  {
    ...{ label: "Record", as: "title" },
    cell: (item) => (
      <Link className="text-link" to={measures[measure].record(item.id)}>
        <span className="mono">{item.number}</span> {item.said}
      </Link>
    ),
  },
  { label: "Day", cell: (item) => formatDate(item.day), words: true },
  {
    label: "Counts",
    cell: (item) =>
      item.whole === 0
        ? "—"
        : shownValue(
            measure,
            (measures[measure].unit === "percent" ? 100 : 1) * (item.part / item.whole),
          ),
  },
];

/** The records behind one value of an objective. */
export function PointPanel({ of, on }: { of: ObjectiveDetail; on: Day }) {
  const { data, isError, error, refetch } = useGet<PointAnswer>(
    "quality-objectives",
    `/api/v1/quality-objectives/${of.id}/points/${on}`,
  );
  if (isError)
    return <ErrorPanel error={error} what="The records" onRetry={() => void refetch()} />;
  if (!data) return null;
  const look = measures[of.measure];
  const list = look.list?.(data);
  return (
    <Panel
      title={`${periodName(of.period, data.from)}: ${data.value === null ? "no value" : shownValue(of.measure, data.value)} of ${counted(data.records, look.one)}`}
      aside={
        list && (
          <Link className="btn btn-small" to={list}>
            Open the list
          </Link>
        )
      }
    >
      {data.records > data.items.length && (
        <p className="mb-3 text-13 text-t2">
          The {data.items.length} that weigh against the value are shown first.
        </p>
      )}
      <LineTable
        label="Records of the period"
        parts={partsOf(of)}
        lines={data.items}
        keyOf={(item) => `${item.id} ${item.said}`}
      />
    </Panel>
  );
}
