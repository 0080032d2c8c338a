import { formatDate } from "#kernel/dates.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { AgencyStanding } from "../operator/operator.model.ts";
import { shownBytes } from "../operator/size.ts";

const number = (n: number) => n.toLocaleString("en-US");

function Line({
  label,
  used,
  limit,
  shown,
}: {
  label: string;
  used: number;
  limit: number | null;
  shown: (n: number) => string;
}) {
  return (
    <li className="grid gap-1 py-2">
      <span className="flex justify-between gap-4">
        <span className="text-t2">{label}</span>
        <span className="tabular-nums">
          {limit === null ? `${shown(used)}, no limit` : `${shown(used)} of ${shown(limit)}`}
        </span>
      </span>
      {limit !== null && <Progress label={label} value={Math.min(used, limit)} max={limit} />}
    </li>
  );
}

/** What the agency uses, beside what its plan includes, and its calls by day. */
export function UsePanel({ standing }: { standing: AgencyStanding }) {
  const last = standing.counts.at(-1);
  if (!last)
    return (
      <Panel title="What it uses">
        <p className="text-t2">Not counted yet: it is counted every quarter of an hour.</p>
      </Panel>
    );
  const most = standing.counts.reduce((a, b) => (b.calls > a.calls ? b : a));
  return (
    <div className="grid content-start gap-4">
      <Panel title="What it uses">
        <ul className="divide-y divide-hair">
          <Line label="People" used={last.people} limit={standing.limits.people} shown={number} />
          <Line
            label="Storage"
            used={last.storageBytes}
            limit={standing.limits.storageBytes}
            shown={shownBytes}
          />
          <Line
            label="Calls today"
            used={last.calls}
            limit={standing.limits.callsADay}
            shown={number}
          />
        </ul>
        <p className="text-13 text-t3">
          Limits warn at 80 and 100 percent and stop no purchase, payment or bid.
        </p>
      </Panel>
      {standing.counts.length > 1 && (
        <Chart
          finding={`Most calls on ${formatDate(most.countedOn)}: ${number(most.calls)}`}
          kind="bar"
          axis="Calls a day"
          format={number}
          series={[{ id: "calls", label: "Calls" }]}
          points={standing.counts.map(({ countedOn, calls }) => ({
            label: formatDate(countedOn),
            values: { calls },
          }))}
        />
      )}
    </div>
  );
}
