import { useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { runBegun, runStatuses } from "../run/run.labels.ts";
import type { AgentRunDetail } from "../run/run.model.ts";

type Read = AgentRunDetail["log"][number];

const askedIn = (asked: Read["asked"]): string =>
  Object.entries(asked)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(", ");
const recordsIn = ({ records }: Read): string =>
  records.length === 0
    ? "Nothing"
    : records
        .slice(0, 6)
        .map(({ number, id, version }) => `${number || id}${version ? ` v${version}` : ""}`)
        .join(", ") + (records.length > 6 ? ` and ${records.length - 6} more` : "");

const parts: readonly LinePart<Read>[] = [
  { label: "Place", cell: ({ place }) => place },
  { label: "What was read", as: "title", cell: ({ address }) => address },
  { label: "Asked", cell: ({ asked }) => askedIn(asked) },
  { label: "Records, with their versions", cell: recordsIn },
];

/** One reading of an agent in somebody's name, with everything that it read. */
export default function RunPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const { data: run, error, refetch } = useRecord<AgentRunDetail>("/api/v1/agent-runs", id);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!run) return <RecordSkeleton />;
  const said = `It read ${counted(run.records, "record")} and found ${counted(run.found, "thing")}, ${run.fresh} of them new`;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Run {run.number}</h1>
        <StatusBadge statuses={runStatuses} status={run.status} />
      </div>
      <Finding parts={[{ text: run.said || said, to: `/${run.agent}-agent` }]} none="" />
      <Facts
        rows={[
          ["In the name of", run.personName],
          ["What was asked", run.question || null],
          ["Begun", `${runBegun[run.begun]}, ${formatInstant(run.createdAt, timeZone)}`],
          [
            "Tokens of a language model",
            run.tokens === 0 ? null : run.tokens.toLocaleString("en-US"),
          ],
          ["Ended", run.endedAt && formatInstant(run.endedAt, timeZone)],
          ["Agent", `${run.agent}, version ${run.agentVersion}`],
        ]}
      />
      <section className="grid gap-3">
        <h2>What it read</h2>
        <LineTable
          label="What it read"
          parts={parts}
          lines={run.log}
          keyOf={({ place }) => String(place)}
        />
      </section>
    </div>
  );
}
