import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormRow, InstantField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { logKinds } from "../incident/incident.labels.ts";
import type { TimelineEntry } from "../incident/incident.model.ts";

export const timelineKinds = {
  log: "Log",
  alert: "Warnings",
  request: "Requests",
  order: "Orders",
  receipt: "Receipts",
  plan: "Plans",
  situation: "Situation reports",
  release: "Releases",
} as const;

function WriteDialog({
  incidentId,
  corrects,
  onClose,
}: {
  incidentId: string;
  corrects: TimelineEntry | null;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={corrects ? "Correct an entry" : "Write into the log"}
      description={
        corrects
          ? `It stays, with this beside it: ${corrects.title}`
          : "An entry stays as it is; what was wrong is corrected by another one."
      }
      path={`/api/v1/incidents/${incidentId}/log`}
      submit="Write"
      nouns={["incidents"]}
      values={{ happenedAt: corrects?.at ?? "", kind: corrects ? "correction" : "note", entry: "" }}
      bodyOf={(values) => ({ ...values, correctsId: corrects?.id ?? null })}
      onClose={onClose}
    >
      <FormRow>
        <InstantField name="happenedAt" label="Happened" required />
        {!corrects && (
          <SelectField
            name="kind"
            label="Kind"
            required
            options={Object.entries(logKinds)
              .filter(([value]) => value !== "correction")
              .map(([value, label]) => ({ value, label }))}
          />
        )}
      </FormRow>
      <TextArea name="entry" label="Entry" rows={3} required maxLength={8000} />
    </PostDialog>
  );
}

/** What happened, newest first, by the time of the event; the log is only added to. */
export function TimelineList({
  incidentId,
  kind,
  mayWrite = false,
}: {
  incidentId?: string | undefined;
  kind?: string | undefined;
  mayWrite?: boolean;
}) {
  const { timeZone } = useAgency();
  const [writing, setWriting] = useState<{ corrects: TimelineEntry | null } | null>(null);
  const query = new URLSearchParams({
    ...(incidentId && { incidentId }),
    ...(kind && { kind }),
  }).toString();
  const entries = useGet<{ items: TimelineEntry[] }>(
    "incidents",
    `/api/v1/incident-timeline?${query}`,
  );
  if (entries.error) return <ErrorPanel error={entries.error} what="The timeline" />;
  const items = entries.data?.items ?? [];
  return (
    <Panel title="Timeline">
      <div className="mb-3 flex flex-wrap gap-2 no-print">
        {mayWrite && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => setWriting({ corrects: null })}
          >
            Write into the log
          </button>
        )}
        <button
          type="button"
          className="btn"
          onClick={() =>
            void download(`/api/v1/incident-timeline.csv?${query}`).catch((error: unknown) =>
              notify.failed("The file could not be saved", error),
            )
          }
        >
          Export CSV
        </button>
      </div>
      <ol className="grid gap-3">
        {items.map((entry) => (
          <li key={`${entry.kind}${entry.id}`} className="grid gap-1">
            <span className="text-13 text-t2">
              {formatInstant(entry.at, timeZone)} ·{" "}
              {timelineKinds[entry.kind as keyof typeof timelineKinds] ?? entry.kind} ·{" "}
              {entry.incident}
              {entry.person && ` · ${entry.person}`}
              {entry.enteredAt &&
                entry.enteredAt.slice(0, 16) !== entry.at.slice(0, 16) &&
                ` · entered ${formatInstant(entry.enteredAt, timeZone)}`}
            </span>
            <span className="whitespace-pre-wrap">
              {entry.href ? <Link to={entry.href}>{entry.title}</Link> : entry.title}
            </span>
            {mayWrite && entry.kind === "log" && (
              <button
                type="button"
                className="btn btn-small justify-self-start no-print"
                onClick={() => setWriting({ corrects: entry })}
              >
                Correct<span className="visually-hidden">: {entry.title}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {entries.data && items.length === 0 && <p className="text-t2">Nothing has happened yet.</p>}
      {writing && incidentId && (
        <WriteDialog
          incidentId={incidentId}
          corrects={writing.corrects}
          onClose={() => setWriting(null)}
        />
      )}
    </Panel>
  );
}
