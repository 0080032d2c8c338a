import { useState } from "react";
import { Link } from "react-router";
import { dateIn, formatDate, formatInstant, formatTime } from "#kernel/dates.ts";
import { groupBy } from "#kernel/group.ts";
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

// What happened on each of the agency's days, as they come.
const daysOf = (items: readonly TimelineEntry[], timeZone: string) =>
  [...groupBy(items, ({ at }) => dateIn(at, timeZone))].map(([day, entries]) => ({ day, entries }));

// A dot on the line of its day: when, what kind, whose incident, and what was said.
function Entry({ entry, onCorrect }: { entry: TimelineEntry; onCorrect: (() => void) | null }) {
  const { timeZone } = useAgency();
  const kind = timelineKinds[entry.kind as keyof typeof timelineKinds] ?? entry.kind;
  const late = entry.enteredAt && entry.enteredAt.slice(0, 16) !== entry.at.slice(0, 16);
  return (
    <li className="relative grid gap-1">
      <span
        aria-hidden="true"
        className="absolute top-[6px] -left-[22px] size-[10px] rounded-full bg-link"
      />
      <span className="flex flex-wrap items-center gap-2 text-13 text-t2">
        <time dateTime={entry.at}>{formatTime(entry.at, timeZone)}</time>
        <span className="badge tone-neutral">{kind}</span>
        <span>
          {entry.incident}
          {entry.person && ` · ${entry.person}`}
          {late && ` · entered ${formatInstant(entry.enteredAt!, timeZone)}`}
        </span>
      </span>
      <span className="whitespace-pre-wrap">
        {entry.href ? <Link to={entry.href}>{entry.title}</Link> : entry.title}
      </span>
      {onCorrect && (
        <button
          type="button"
          className="btn btn-small justify-self-start no-print"
          onClick={onCorrect}
        >
          Correct<span className="visually-hidden">: {entry.title}</span>
        </button>
      )}
    </li>
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
      {daysOf(items, timeZone).map(({ day, entries: ofDay }) => (
        <section key={day} className="grid gap-3 pb-4" aria-label={formatDate(day)}>
          <h3 className="text-13 font-semibold text-t2">{formatDate(day)}</h3>
          <ol className="ml-1 grid gap-4 border-l-2 border-hair pl-4">
            {ofDay.map((entry) => (
              <Entry
                key={`${entry.kind}${entry.id}`}
                entry={entry}
                onCorrect={
                  mayWrite && entry.kind === "log" ? () => setWriting({ corrects: entry }) : null
                }
              />
            ))}
          </ol>
        </section>
      ))}
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
