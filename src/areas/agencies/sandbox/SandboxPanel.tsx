import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useEnterAgency } from "#web/auth/useEnterAgency.ts";
import { useJobs } from "#web/kit/JobsTray.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { sandboxDays, sandboxStatuses } from "./sandbox.labels.ts";
import type { SandboxRow } from "./sandbox.model.ts";

const SandboxDialog = dialogOnDemand(
  async () => (await import("./SandboxDialogs.tsx")).SandboxDialog,
);
const EndSandboxDialog = dialogOnDemand(
  async () => (await import("./SandboxDialogs.tsx")).EndSandboxDialog,
);

const standing: readonly SandboxRow["status"][] = ["asked", "copying", "open", "ending"];

function Copying({ copy }: { copy: SandboxRow }) {
  const job = useJobs(true).data?.items.find(({ id }) => id === copy.jobId);
  const cancel = useMutationAction("job", "jobs", "agency-sandboxes");
  return (
    <div className="mt-2 grid gap-2">
      {job?.total ? <Progress label="Records copied" value={job.done} max={job.total} /> : null}
      <p className="flex flex-wrap items-center gap-3 text-13 text-t2">
        <span>
          {job?.total
            ? `${job.done.toLocaleString("en-US")} of ${counted(job.total, "record")}`
            : "Waiting for its turn."}
        </span>
        {copy.jobId && (
          <button
            type="button"
            className="btn btn-small"
            disabled={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { path: `/api/v1/jobs/${copy.jobId}/actions/cancel` },
                { onError: (error) => notify.failed("Not cancelled", error) },
              )
            }
          >
            Cancel
          </button>
        )}
      </p>
    </div>
  );
}

function Open({ copy, onEnd }: { copy: SandboxRow; onEnd: () => void }) {
  const { timeZone } = useAgency();
  const enter = useEnterAgency();
  return (
    <div className="mt-2 grid gap-2">
      {copy.endsAt && <p>{`Until ${formatInstant(copy.endsAt, timeZone)}; then it is deleted.`}</p>}
      <p className="flex flex-wrap gap-3">
        {copy.copyId && (
          <button
            type="button"
            className="btn btn-primary btn-small"
            onClick={() => void enter(copy.copyId!)}
          >
            Work in it
          </button>
        )}
        <button type="button" className="btn btn-small" onClick={onEnd}>
          End it
        </button>
      </p>
    </div>
  );
}

function Standing({ copy }: { copy: SandboxRow }) {
  const [ending, setEnding] = useState(false);
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-1 border-b border-hair py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-3">
        <b className="font-medium">{copy.reason}</b>
        <Badge {...sandboxStatuses[copy.status]} />
      </p>
      <p className="text-13 text-t2">
        {`Asked by ${copy.askedName} on ${formatInstant(copy.createdAt, timeZone)}, for ${copy.members.join(", ")}.`}
        {copy.rowCount !== null &&
          ` ${counted(copy.rowCount, "record")} of ${counted(copy.tableCount ?? 0, "table")}.`}
      </p>
      {copy.failure && <p>{copy.failure}</p>}
      {copy.endedName && (
        <p className="text-13 text-t2">{`${copy.endedName}: ${copy.endedReason}`}</p>
      )}
      {(copy.status === "asked" || copy.status === "copying") && <Copying copy={copy} />}
      {copy.status === "open" && <Open copy={copy} onEnd={() => setEnding(true)} />}
      {ending && <EndSandboxDialog copy={copy} onClose={() => setEnding(false)} />}
    </li>
  );
}

/** A copy of the agency to practise in: asked for, worked in, ended. */
export function SandboxPanel() {
  const [asking, setAsking] = useState(false);
  const list = useGet<{ items: SandboxRow[] }>("agency-sandboxes", "/api/v1/agency-sandboxes");
  const copies = list.data?.items ?? [];
  const now = copies.some(({ status }) => standing.includes(status));
  return (
    <Panel
      title="Practise in a copy"
      aside={
        <button
          type="button"
          className="btn btn-small"
          disabled={!list.data || now}
          onClick={() => setAsking(true)}
        >
          Make a practice copy
        </button>
      }
    >
      <p className="text-t2">
        {`A copy of everything, for the people you choose. Its numbers and addresses are made up, and nothing leaves it. After ${sandboxDays} days it is deleted.`}
      </p>
      {list.isPending && <TableSkeleton columns={1} rows={2} label="Loading practice copies" />}
      {list.isError && <ErrorPanel error={list.error} what="Practice copies" />}
      {list.data && copies.length === 0 && (
        <p className="mt-2">Nobody has practised in a copy yet.</p>
      )}
      <ul>
        {copies.slice(0, 3).map((copy) => (
          <Standing key={copy.id} copy={copy} />
        ))}
      </ul>
      {asking && <SandboxDialog onClose={() => setAsking(false)} />}
    </Panel>
  );
}
