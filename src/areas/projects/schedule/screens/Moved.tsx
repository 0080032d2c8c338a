import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { Comparison, ScheduleDetail } from "../schedule.model.ts";
import { dateOf } from "./words.ts";

type Row = Comparison["items"][number];

const daysOf = ({ days }: Row): string =>
  days === 0 ? "" : `${counted(Math.abs(days), "day")} ${days > 0 ? "later" : "earlier"}`;

const first = 8;

function Rows({ of, a, b }: { of: ScheduleDetail; a: string; b: string }) {
  const { data, error } = useGet<Comparison>(
    "schedules",
    `/api/v1/schedules/${of.id}/updates/${a}/against/${b}`,
  );
  const [shown, setShown] = useState(first);
  if (error) return <ErrorPanel error={error} what="What moved" />;
  if (!data) return null;
  return (
    <>
      <p className="text-t2">{data.says}</p>
      {data.items.length > 0 && (
        <LineTable<Row>
          label="Tasks that moved"
          lines={data.items.slice(0, shown)}
          keyOf={(row) => row.taskId}
          parts={[
            { label: "Task", as: "title", cell: (row) => row.name },
            { label: "Was", cell: (row) => (row.wasFinish ? dateOf(row.wasFinish) : "") },
            { label: "Is", cell: (row) => (row.finish ? dateOf(row.finish) : "") },
            { label: "Moved", words: true, cell: daysOf },
            { label: "Why", words: true, cell: (row) => row.says },
          ]}
        />
      )}
      <MoreRows
        shown={Math.min(shown, data.items.length)}
        total={data.items.length}
        most={data.items.length}
        order="what slipped most first"
        busy={false}
        onMore={() => setShown(shown + 40)}
      />
    </>
  );
}

/** Two updates beside each other: what moved, and by which cause. */
export function Moved({ of }: { of: ScheduleDetail }) {
  const [newest, before] = of.updates;
  const [a, setA] = useState<string | null>(null);
  const [b, setB] = useState<string | null>(null);
  if (!newest || !before) return null;
  const choice = (label: string, value: string, choose: (id: string) => void) => (
    <label className="field">
      {label}
      <select
        className="field-control"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {of.updates.map(({ id, number, dataDate, by }) => (
          <option key={id} value={id}>
            {number}: until {formatDate(dataDate)}, {by}
          </option>
        ))}
      </select>
    </label>
  );
  const [from, to] = [a ?? before.id, b ?? newest.id];
  return (
    <section className="grid min-w-0 gap-3">
      <h2>What moved</h2>
      <div className="flex flex-wrap gap-3 no-print">
        {choice("From update", from, setA)}
        {choice("To update", to, setB)}
      </div>
      {newest.narrative && to === newest.id && (
        <p className="max-w-prose whitespace-pre-line text-t2">{newest.narrative}</p>
      )}
      <Rows of={of} a={from} b={to} />
    </section>
  );
}
