import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { crewsOf, logForm } from "./log-form.ts";
import { LogFields } from "./LogFields.tsx";
import type { LogStart } from "./log.model.ts";

function Beginning({ start, onBegin }: { start: LogStart; onBegin: () => void }) {
  const { before, todayId } = start;
  return (
    <div className="grid gap-2">
      {todayId && (
        <p className="text-t2">
          You have a log of today:{" "}
          <Link className="text-link" to={pathTo("dailyLog", { id: todayId })}>
            go on there
          </Link>
          , or choose another day below.
        </p>
      )}
      {before && (
        <div>
          <button type="button" className="btn btn-secondary" onClick={onBegin}>
            Begin from {formatDate(before.day)}
          </button>
          <p className="text-13 text-t2">Its crews and equipment are copied.</p>
        </div>
      )}
    </div>
  );
}

/** The log of today: begun from the newest one before, submitted in one go or kept as a draft. */
export default function LogNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [copied, setCopied] = useState(false);
  const step = useMutationAction("daily-logs", "projects");
  const opened = useGet<LogStart>("daily-logs", `/api/v1/projects/${id}/log-start`);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The project" onRetry={() => void opened.refetch()} />
    );
  const start = opened.data;
  const of = copied ? start.before : null;
  const known = {
    day: start.todayId ? "" : start.today,
    ...(of && { crews: crewsOf(of.crews), equipment: of.equipment }),
  };
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">New daily log</h1>
        <p className="text-t2">
          <span className="mono">{start.project.number}</span> {start.project.name}
        </p>
      </div>
      {!copied && <Beginning start={start} onBegin={() => setCopied(true)} />}
      <RecordForm
        key={copied ? "copied" : "empty"}
        form={logForm}
        draft={`log-new-${id}-${copied ? "copied" : "empty"}`}
        known={known}
        within={{ projectId: id }}
        nouns={["projects"]}
        submitLabel="Save the draft"
        choices={[{ name: "submit", label: "Save and submit" }]}
        onCancel={() => void navigate(`${pathTo("project", { id })}?tab=field`)}
        saved={async ({ id: made, answer, choice }) => {
          if (choice !== "submit") return;
          // What is refused stands on the log's page: its draft is kept.
          await step
            .mutateAsync({
              path: `/api/v1/daily-logs/${made}/actions/submit`,
              version: Number(answer["version"]),
              body: {},
            })
            .catch((error: unknown) => notify.failed("It is kept as a draft", error));
        }}
        onSaved={(made) => void navigate(pathTo("dailyLog", { id: made }))}
      >
        <LogFields lines={start.lines} today={start.today} />
      </RecordForm>
    </div>
  );
}
