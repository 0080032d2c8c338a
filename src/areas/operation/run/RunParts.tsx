import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { pathTo } from "#areas.ts";
import { took } from "./CheckLine.tsx";
import { changeWords, runTriggers } from "./run.labels.ts";
import type { RunRecord, RunRow } from "./run.model.ts";

/** How a run stands, in one badge. */
export function RunBadge({ run }: { run: Pick<RunRow, "status" | "red"> }) {
  if (run.status === "running") return <Badge tone="progress" label="Running" />;
  if (run.status === "stopped") return <Badge tone="warning" label="Stopped" />;
  return run.red === 0 ? (
    <Badge tone="success" label="In order" />
  ) : (
    <Badge
      tone="danger"
      label={counted(run.red, "check found something", "checks found something")}
    />
  );
}

/** When a run was, of which version, how long it took. */
export function RunFacts({ run }: { run: RunRow }) {
  const { timeZone } = useAgency();
  const ms = run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-t2">
      <RunBadge run={run} />
      <span>
        {formatInstant(run.startedAt, timeZone)}, {runTriggers[run.trigger].label.toLowerCase()} (
        {run.startedName})
      </span>
      <span>Levee {run.productVersion}</span>
      {ms !== null && <span>{took(ms)}</span>}
      <span>
        {run.done} of {counted(run.checks, "check")}
      </span>
    </p>
  );
}

/** Saves a run as PDF. */
export function PdfButton({ id }: { id: string }) {
  const save = () =>
    void download(`/api/v1/check-runs/${id}/pdf`).catch((error: unknown) =>
      notify.failed("Not saved", error),
    );
  return (
    <button type="button" className="btn" onClick={save}>
      PDF
    </button>
  );
}

/** Where a run differs from the whole run before it. */
export function Changes({ run }: { run: RunRecord }) {
  const { timeZone } = useAgency();
  if (!run.previous)
    return (
      <Panel title="What differs">
        <p className="text-t2">This is the first run: there is none to compare it with.</p>
      </Panel>
    );
  return (
    <Panel title="What differs from the run before">
      <p className="text-13 text-t3">
        <Link to={pathTo("checkRun", { id: run.previous.id })}>
          {formatInstant(run.previous.startedAt, timeZone)}
        </Link>
      </p>
      {run.changes.length === 0 ? (
        <p className="mt-2 text-t2">Nothing: every check says the same.</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {run.changes.map(({ name, label, change, before, now }) => (
            <li key={name}>
              <strong>{label}</strong> {changeWords[change]}
              {(change === "more" || change === "fewer") && ` (${before} before, ${now} now)`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Whoever may not see the checks reads who does. */
export function NotYours({ title }: { title: string }) {
  return (
    <EmptyState page kind="no-access" title={title}>
      Managers and administrators of your agency see the checks of its books. The machine is looked
      after by administrators of the agency that runs this installation.
    </EmptyState>
  );
}
