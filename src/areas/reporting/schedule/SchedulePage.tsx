import { Pencil, UserPlus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { ScheduleDialog } from "./ScheduleDialog.tsx";
import {
  conditions,
  letterOutcomes,
  reportScheduleCycle,
  scheduleWords,
} from "./schedule.labels.ts";
import type { ScheduleRecord } from "./schedule.model.ts";

const path = "/api/v1/report-schedules";

function Readers({ schedule }: { schedule: ScheduleRecord }) {
  const [adding, setAdding] = useState(false);
  const act = useMutationAction("report-schedules");
  const navigate = useNavigate();
  const takeOff = async (personId: string, mine: boolean) => {
    // Whoever reads it no more does not see its page either: it is gone before they are taken off.
    if (mine && !schedule.canEdit)
      await navigate(`${pathTo("reports")}?tab=schedules`, { flushSync: true });
    await act.mutateAsync({
      path: `${path}/${schedule.id}/actions/take-reader-off`,
      body: { personId },
    });
    notify.done(mine ? "You get this letter no more" : "Taken off");
  };
  return (
    <Panel
      title="Readers"
      aside={
        schedule.canAddReaders && (
          <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden="true" />
            Add a reader
          </button>
        )
      }
      flush
    >
      {schedule.readers.length === 0 && (
        <EmptyState kind="first-use" title="Nobody gets it">
          Add a reader, or end it.
        </EmptyState>
      )}
      <ul className="divide-y divide-hair">
        {schedule.readers.map(({ personId, name, mine }) => (
          <li key={personId} className="flex items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">{name}</span>
            {(mine || schedule.canAddReaders) && (
              <button
                type="button"
                className="btn btn-small"
                onClick={() => void takeOff(personId, mine)}
              >
                {mine ? "Take me off" : `Take off`}
                <span className="sr-only"> {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {adding && (
        <PostDialog
          title="Add a reader"
          description="They get the figures that they may read, whatever you may read."
          path={`${path}/${schedule.id}/actions/add-reader`}
          submit="Add"
          values={{ personId: "" }}
          nouns={["report-schedules"]}
          onClose={() => setAdding(false)}
        >
          <Combobox<{ id: string; name: string; email: string }>
            name="personId"
            label="Person"
            path="/api/v1/members"
            query="may=report.read"
            itemLabel={(m) => m.name}
            itemHint={(m) => m.email}
            required
          />
        </PostDialog>
      )}
    </Panel>
  );
}

function Sendings({ sendings }: Pick<ScheduleRecord, "sendings">) {
  const { timeZone } = useAgency();
  return (
    <Panel title="What went" flush>
      {sendings.length === 0 && (
        <EmptyState kind="first-use" title="Nothing yet">
          What became of each letter stands here once it went.
        </EmptyState>
      )}
      <ul className="divide-y divide-hair">
        {sendings.map((sending) => (
          <li key={sending.id} className="grid gap-2 px-4 py-3">
            <p className="font-semibold">
              {formatInstant(sending.dueAt, timeZone)}
              {sending.endedAt === null && (
                <span className="ml-2 font-normal text-t3">is being written</span>
              )}
            </p>
            <ul className="grid gap-1">
              {sending.letters.map((letter) => (
                <li key={letter.name} className="flex flex-wrap items-center gap-2 text-13">
                  <span className="min-w-32">{letter.name}</span>
                  <Badge {...letterOutcomes[letter.outcome]} />
                  {letter.detail && <span className="text-t2">{letter.detail}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const conditionWords = ({
  conditionMeasure,
  conditionIs,
  conditionValue,
  measures,
}: ScheduleRecord) => {
  const measure = measures.find((each) => each.id === conditionMeasure);
  if (!measure) return "Always";
  const value = Number(conditionValue).toLocaleString("en-US");
  const shown =
    measure.unit === "cents"
      ? `$${value}`
      : measure.unit === "percent"
        ? `${value}%`
        : measure.unit === "days"
          ? `${value} days`
          : value;
  return `Only if ${measure.label} ${conditions[conditionIs]} ${shown}`;
};

function Now({ schedule }: { schedule: ScheduleRecord }) {
  const { timeZone } = useAgency();
  const next = schedule.nextAt
    ? `It goes next ${formatInstant(schedule.nextAt, timeZone)}, to ${counted(schedule.readers.length, "reader")}`
    : "It does not go out";
  return (
    <div className="stack">
      <Finding parts={[{ text: next }]} none="" />
      <Sendings sendings={schedule.sendings} />
    </div>
  );
}

/** A report by mail: when it goes, to whom, and what went. */
export default function SchedulePage() {
  const { id = "" } = useParams();
  const [changing, setChanging] = useState<ScheduleRecord | null>(null);
  return (
    <>
      <RecordPage<ScheduleRecord>
        path={path}
        id={id}
        lifecycle={reportScheduleCycle}
        title={(schedule) => schedule.name}
        subtitle={scheduleWords}
        owner={(schedule) => schedule.owner}
        extraActions={(schedule) =>
          schedule.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  onSelect: () => setChanging(schedule),
                },
              ]
            : []
        }
        tabs={[{ id: "now", label: "Letters", content: (s) => <Now schedule={s} /> }]}
        rail={(schedule) => (
          <div className="stack">
            <Panel title="What it sends">
              <Facts
                rows={[
                  [
                    "Report",
                    <Link key="report" to={schedule.reportHref}>
                      {schedule.report}
                    </Link>,
                  ],
                  ["Goes", scheduleWords(schedule)],
                  ["When", conditionWords(schedule)],
                ]}
              />
            </Panel>
            <Readers schedule={schedule} />
          </div>
        )}
      />
      {changing && (
        <ScheduleDialog
          of={changing}
          report={{
            name: changing.name,
            reportId: changing.reportId,
            ready: changing.ready,
            measures: changing.measures,
          }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
