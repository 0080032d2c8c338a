import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Held } from "#web/kit/Held.tsx";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { OpenedChanges } from "../../question/OpenedChanges.tsx";
import type { Comparison, ScheduleDetail } from "../schedule.model.ts";
import { dateOf } from "./words.ts";

const AskExtension = dialogOnDemand(
  async () => (await import("../extension/AskExtension.tsx")).AskExtension,
);
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

/** The states that can be held against each other, the newest first. */
const statesOf = ({ updates, baseline }: ScheduleDetail) => [
  ...updates.map(({ id, number, dataDate, by }) => ({
    value: id,
    label: `${number}: until ${formatDate(dataDate)}, ${by}`,
  })),
  ...(baseline ? [{ value: "baseline", label: `Baseline ${baseline.number}` }] : []),
];

function AskTime({ of, a, b }: { of: ScheduleDetail; a: string; b: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Held permission="project.edit" what="Ask for more time">
        <button type="button" className="btn btn-secondary" onClick={() => setAsking(true)}>
          Ask for more time
        </button>
      </Held>
      {asking && (
        <AskExtension
          slipPath={`/api/v1/schedules/${of.id}/slips/${a}/${b}`}
          path={`/api/v1/schedules/${of.id}/actions/askExtension`}
          nouns={["schedules", "change-orders"]}
          opens
          onClose={() => setAsking(false)}
          onDone={({ id }) => void navigate(pathTo("changeOrder", { id }))}
        />
      )}
    </>
  );
}

/** Two states beside each other: what moved, by which cause, and the time that is asked for it. */
export function Moved({ of }: { of: ScheduleDetail }) {
  const states = statesOf(of);
  const [newest, before] = states;
  const [a, setA] = useState<string | null>(null);
  const [b, setB] = useState<string | null>(null);
  if (!of.id || !newest || !before) return null;
  const choice = (label: string, value: string, choose: (id: string) => void) => (
    <label className="field">
      {label}
      <select
        className="field-control"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {states.map((state) => (
          <option key={state.value} value={state.value}>
            {state.label}
          </option>
        ))}
      </select>
    </label>
  );
  const [from, to] = [a ?? before.value, b ?? newest.value];
  const told = of.updates.find(({ id }) => id === to)?.narrative;
  return (
    <section className="grid min-w-0 gap-3">
      <h2>What moved</h2>
      <div className="flex flex-wrap items-end gap-3 no-print">
        {choice("From update", from, setA)}
        {choice("To update", to, setB)}
        <AskTime of={of} a={from} b={to} />
      </div>
      {told && <p className="max-w-prose whitespace-pre-line text-t2">{told}</p>}
      <Rows of={of} a={from} b={to} />
      <OpenedChanges noun="schedules" id={of.id} begins={null} />
    </section>
  );
}
