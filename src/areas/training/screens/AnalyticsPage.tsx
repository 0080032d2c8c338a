import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { LearningAnalytics } from "../analytics/analytics.model.ts";

const percent = (part: number, whole: number): string =>
  whole === 0 ? "nothing" : `${Math.round((part / whole) * 100)} percent`;

const saidOf = ({ departments, on, today }: LearningAnalytics): string => {
  const sum = (of: (d: LearningAnalytics["departments"][number]) => number) =>
    departments.reduce((all, one) => all + of(one), 0);
  const asked = sum((d) => d.asked);
  const now = `${percent(
    sum((d) => d.met),
    asked,
  )} of what is asked is met today`;
  return on === today
    ? `${now}.`
    : `${now}; on ${formatDate(on)} it is ${percent(
        sum((d) => d.metThen),
        asked,
      )} where nothing is renewed.`;
};

function Coverage({ data }: { data: LearningAnalytics }) {
  if (data.departments.length === 0) return <p>No requirement is in force.</p>;
  return (
    <ul className="grid gap-3">
      {data.departments.map((d) => (
        <li key={d.name} className="panel grid gap-2 p-4">
          <div className="flex flex-wrap justify-between gap-3">
            <b>{d.name}</b>
            <span>
              {d.met} of {d.asked} today
              {data.on !== data.today && `, ${d.metThen} on ${formatDate(data.on)}`}
            </span>
          </div>
          <Progress value={d.metThen} max={Math.max(1, d.asked)} label={`Met in ${d.name}`} />
        </li>
      ))}
    </ul>
  );
}

function Passed({ data }: { data: LearningAnalytics }) {
  if (data.courses.length === 0) return <p>No course was completed yet.</p>;
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th scope="col">Course</th>
          <th scope="col" className="num">
            Completed
          </th>
          <th scope="col" className="num">
            Failed attempts
          </th>
          <th scope="col">Passed</th>
        </tr>
      </thead>
      <tbody>
        {data.courses.map(({ name, completed, failed }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="num">{completed}</td>
            <td className="num">{failed}</td>
            <td>{percent(completed, completed + failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Coverage by department today and on a day to come, hours taught, who passed. */
export default function AnalyticsPage() {
  const { can } = useAuth();
  const [on, setOn] = useState("");
  const may = can("training.all");
  const read = useGet<LearningAnalytics>(
    "training-standing",
    `/api/v1/learning-analytics${on ? `?on=${on}` : ""}`,
    { enabled: may },
  );
  if (!may)
    return (
      <EmptyState page kind="no-access" title="Learning analytics">
        Training officers, managers and auditors see how departments stand.
      </EmptyState>
    );
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data)
    return <ErrorPanel error={read.error} what="The figures" onRetry={() => void read.refetch()} />;
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Learning analytics</h1>
        <p className="finding" role="status">
          {saidOf(read.data)}
        </p>
      </header>
      <section className="grid gap-3">
        <h2>Coverage by department</h2>
        <label className="field max-w-72">
          <span className="label">Also on</span>
          <input
            type="date"
            className="field-control"
            min={read.data.today}
            value={on}
            onChange={({ target }) => setOn(target.value)}
          />
        </label>
        <Coverage data={read.data} />
      </section>
      <section className="grid gap-3">
        <h2>Who passed</h2>
        <Passed data={read.data} />
        <p className="text-13 text-t2">
          {counted(Math.round(read.data.minutes / 60), "hour")} attended in sessions within a year.
        </p>
      </section>
    </div>
  );
}
