import { useState } from "react";
import { changeStatuses } from "#areas/contracts/contracts.public.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { AskedSlip } from "./AskedSlip.tsx";
import type { ContractorExtensions } from "./extension.model.ts";

const AskExtension = dialogOnDemand(async () => (await import("./AskExtension.tsx")).AskExtension);
type State = ContractorExtensions["states"][number];

function Choice({
  label,
  value,
  states,
  choose,
}: {
  label: string;
  value: string;
  states: readonly State[];
  choose: (name: string) => void;
}) {
  return (
    <label className="field">
      {label}
      <select
        className="field-control"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {states.map((state) => (
          <option key={state.name} value={state.name}>
            {state.label}: until {formatDate(state.dataDate)}, finish {formatDate(state.finish)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Asking({ path, states }: { path: string; states: readonly State[] }) {
  const [a, setA] = useState(states[1]!.name);
  const [b, setB] = useState(states[0]!.name);
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice label="Earlier state" value={a} states={states} choose={setA} />
      <Choice label="Later state" value={b} states={states} choose={setB} />
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        Ask for more time
      </button>
      {asking && (
        <AskExtension
          slipPath={`${path}/slips/${a}/${b}`}
          path={`${path}/extensions`}
          nouns={["vendor-projects", "schedules"]}
          opens={false}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** What a contractor asked of its project's time, and the way to ask for more. */
export function PortalExtensions({
  project: { orgId, id },
}: {
  project: { orgId: string; id: string };
}) {
  const path = `/api/v1/vendor-projects/${orgId}/${id}`;
  const { data, error, refetch } = useGet<ContractorExtensions>(
    "vendor-projects",
    `${path}/extensions`,
  );
  if (error) return <ErrorPanel error={error} what="Extensions" onRetry={() => void refetch()} />;
  if (!data || (data.states.length < 2 && data.asked.length === 0)) return null;
  return (
    <section className="grid gap-3">
      <h2>Extensions of time</h2>
      {data.closed && <p className="text-t2">{data.closed}</p>}
      {!data.closed && data.states.length > 1 && <Asking path={path} states={data.states} />}
      {data.asked.map(({ id: changeId, number, title, status, appliedDays, slip }) => (
        <Panel
          key={changeId}
          level="h3"
          title={`${number} ${title}`}
          aside={<StatusBadge statuses={changeStatuses} status={status} />}
        >
          <div className="grid gap-3">
            {appliedDays !== null && <p>{counted(appliedDays, "day")} given.</p>}
            <AskedSlip slip={slip} />
          </div>
        </Panel>
      ))}
    </section>
  );
}
