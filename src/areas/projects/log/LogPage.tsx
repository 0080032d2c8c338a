import { Download, FilePlus, Images, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { OpenedChanges } from "../question/OpenedChanges.tsx";
import { delayCauses, logCourse, logCycle, logStatuses } from "./log.labels.ts";
import type { LogDetail } from "./log.model.ts";
import { delayInWords, weatherInWords } from "./words.ts";

const AmendDialog = dialogOnDemand(async () => (await import("./LogDialogs.tsx")).AmendDialog);
const PublishDialog = dialogOnDemand(async () => (await import("./LogDialogs.tsx")).PublishDialog);

const look = { statuses: logStatuses, course: logCourse, actions: logCycle.actions };
type Of = { log: LogDetail };

function Found({ log }: Of) {
  const parts = log.beyond.map(({ says }) => ({ text: says }));
  const delay = log.delayCause
    ? `Lost: ${delayInWords(log).toLowerCase()}.`
    : "Nothing stood still on this day.";
  return <Finding parts={parts} none={delay} />;
}

function Quantities({ log }: Of) {
  return (
    <section className="grid min-w-0 gap-3">
      <h2>What was built</h2>
      {log.quantities.length === 0 ? (
        <p className="text-t2">No quantity is logged.</p>
      ) : (
        <LineTable
          label="Quantities of the log"
          lines={log.quantities.map((each, at) => ({ ...each, at }))}
          keyOf={({ at }) => String(at)}
          parts={[
            {
              label: "Line",
              as: "title",
              cell: (q) => (
                <Link to={pathTo("order", { id: q.purchaseOrderId })}>
                  <span className="mono">{q.order}</span> {q.lineNo} {q.description}
                </Link>
              ),
            },
            { label: "Station", cell: (q) => q.station },
            { label: "Note", words: true, cell: (q) => q.note },
            {
              label: "Quantity",
              as: "amount",
              cell: (q) => `${shownDecimal(q.quantity)} ${q.unit}`,
            },
          ]}
        />
      )}
    </section>
  );
}

const crewWords = (c: LogDetail["crews"][number]): string =>
  `${c.trade}: ${counted(c.people, "person", "people")}, ${shownDecimal(c.hours)} hours each`;

function Day({ log }: Of) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Panel title="The day">
        <Facts
          rows={[
            ["Weather", weatherInWords(log)],
            ["Delay", delayInWords(log)],
            ["What stood still", log.delayNote],
            ["Notes", log.notes && <span className="whitespace-pre-line">{log.notes}</span>],
            [
              "Project",
              <Link
                key="project"
                className="underline"
                to={`${pathTo("project", { id: log.projectId })}?tab=field`}
              >
                {log.projectNumber} {log.project}
              </Link>,
            ],
            ["Discarded", log.statusReason],
          ]}
        />
      </Panel>
      <Panel title="Crews and equipment">
        {log.crews.length + log.equipment.length === 0 ? (
          <p className="text-t2">Nobody was at work.</p>
        ) : (
          <Facts
            rows={[
              ...log.crews.map((c): [string, string] => [c.employer, crewWords(c)]),
              ...log.equipment.map((m): [string, string] => [
                m.employer,
                `${m.what}, ${shownDecimal(m.hours)} hours`,
              ]),
            ]}
          />
        )}
      </Panel>
    </div>
  );
}

function Amendments({ log }: Of) {
  const { timeZone } = useAgency();
  if (log.amendments.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Amendments</h2>
      <ol className="grid gap-3">
        {log.amendments.map((each) => (
          <li key={each.id} className="panel p-4">
            <p className="text-12 text-t2">
              {each.author}, {formatInstant(each.at, timeZone)}
            </p>
            <p className="whitespace-pre-line">{each.says}</p>
            <p className="text-13 text-t2">Why: {each.reason}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Photos({ log }: Of) {
  if (log.photos.length === 0) return <p className="text-t2">No photo was taken.</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {log.photos.map((photo) => (
        <li key={photo.id} className="grid gap-1">
          <Thumbnail fileId={photo.id} alt={photo.name} />
          <span className="text-12 text-t2">
            {photo.name}, {photo.public ? "for publication" : "private"}
          </span>
        </li>
      ))}
    </ul>
  );
}

const tabs: readonly RecordTab<LogDetail>[] = [
  {
    id: "day",
    label: "Day",
    content: (log) => (
      <div className="stack">
        <Found log={log} />
        <Day log={log} />
        <Quantities log={log} />
        <OpenedChanges
          noun="daily-logs"
          id={log.id}
          begins={
            log.delayCause && log.status !== "draft"
              ? {
                  title: `Delay of ${formatDate(log.day)}`,
                  reason:
                    `${log.number}: ${delayInWords(log).toLowerCase()}. ${log.delayNote}`.trim(),
                  description: `Delay, ${delayCauses[log.delayCause].toLowerCase()}`,
                  days: log.delayHours === null ? "1" : "",
                }
              : null
          }
        />
        <Amendments log={log} />
      </div>
    ),
  },
  {
    id: "photos",
    label: "Photos",
    count: (log) => log.photos.length,
    content: (log) => <Photos log={log} />,
  },
  {
    id: "files",
    label: "Files and comments",
    content: (log) => (
      <>
        <Attachments objectType="dailyLog" objectId={log.id} />
        <Comments objectType="dailyLog" objectId={log.id} />
      </>
    ),
  },
];

type Asked = "amend" | "publish";
type Can = ReturnType<typeof useAuth>["can"];

const paper = (log: LogDetail) =>
  void download(`/api/v1/daily-logs/${log.id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

const extrasOf = (log: LogDetail, can: Can, ask: (what: Asked) => void): ExtraAction[] => [
  ...(log.status === "locked" && can("dailyLog.edit")
    ? [
        {
          label: "Amend",
          tone: "primary" as const,
          icon: <FilePlus aria-hidden="true" />,
          onSelect: () => ask("amend"),
        },
      ]
    : []),
  ...(log.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("logEdit", { id: log.id }),
        },
      ]
    : []),
  ...(log.photos.length > 0 && can("project.edit")
    ? [
        {
          label: "Photos for publication",
          icon: <Images aria-hidden="true" />,
          onSelect: () => ask("publish"),
        },
      ]
    : []),
  { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(log) },
];

/** A daily log: the day, what was built, what was added later. */
export default function LogPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [asked, setAsked] = useState<{ what: Asked; log: LogDetail } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<LogDetail>
        path="/api/v1/daily-logs"
        id={id}
        lifecycle={look}
        title={(log) => `Daily log of ${formatDate(log.day)}`}
        subtitle={(log) =>
          log.status === "submitted" && log.locksAt
            ? `${log.project}; its author corrects it until ${formatInstant(log.locksAt, timeZone)}`
            : log.project
        }
        owner={(log) => log.author}
        extraActions={(log) => extrasOf(log, can, (what) => setAsked({ what, log }))}
        tabs={tabs}
      />
      {asked?.what === "amend" && <AmendDialog log={asked.log} onClose={close} />}
      {asked?.what === "publish" && <PublishDialog log={asked.log} onClose={close} />}
    </>
  );
}
