import { Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { MarkdownText } from "../merge/MarkdownText.tsx";
import {
  noticeCourse,
  noticeStatuses,
  recipientStates,
  type RecipientState,
} from "./notice.labels.ts";
import type { NoticeDetail, RecipientRow } from "./notice.model.ts";

const look = { statuses: noticeStatuses, course: noticeCourse };

const columns: readonly Column<RecipientRow>[] = [
  { id: "name", label: "Name", kind: "text", value: (r) => r.name },
  { id: "email", label: "E-mail", kind: "text", value: (r) => r.email },
  {
    id: "state",
    label: "State",
    kind: "status",
    value: (r) => r.state,
    statuses: recipientStates,
    sortable: false,
  },
  { id: "sentAt", label: "Sent", kind: "instant", value: (r) => r.sentAt, sortable: false },
  {
    id: "note",
    label: "What the mail server said",
    kind: "text",
    value: (r) => r.note,
    sortable: false,
  },
  { id: "acknowledgedAt", label: "Acknowledged", kind: "instant", value: (r) => r.acknowledgedAt },
  {
    id: "acknowledgedBy",
    label: "By",
    kind: "text",
    value: (r) => r.acknowledgedBy,
    sortable: false,
  },
];
const filters: readonly Filter[] = [
  {
    id: "state",
    label: "State",
    kind: "set",
    pinned: true,
    options: options(recipientStates),
  },
];

function Recipients({ notice }: { notice: NoticeDetail }) {
  return (
    <DataTable<RecipientRow>
      name="notice-recipients"
      title="Recipients"
      path="/api/v1/notice-recipients"
      fixed={`notice=${notice.id}`}
      columns={columns}
      filters={filters}
      defaultSort="name"
      embedded
      empty={{
        title: "Nobody yet",
        text: "Who it goes to is written down when it begins to go out.",
      }}
    />
  );
}

const shownCounts: readonly RecipientState[] = [
  "waiting",
  "queued",
  "sent",
  "failed",
  "no_address",
  "acknowledged",
];

function Reach({ notice: n }: { notice: NoticeDetail }) {
  if (n.reach)
    return (
      <p>
        {counted(n.reach.addresses, "address", "addresses")} at this moment
        {n.reach.without > 0 && `; ${counted(n.reach.without, "more")} without one`}. Who it is, is
        written down when it begins to go out.
      </p>
    );
  return (
    <Facts>
      {shownCounts
        .filter((state) => n.counts[state] > 0)
        .map((state) => (
          <Fact key={state} label={recipientStates[state].label}>
            {n.counts[state].toLocaleString("en-US")}
          </Fact>
        ))}
    </Facts>
  );
}

function NoticeFacts({ notice: n }: { notice: NoticeDetail }) {
  const { timeZone } = useAgency();
  const facts: readonly (readonly [string, string | null])[] = [
    ["Written by", n.writerName],
    ["Approved by", n.approverName],
    ["Goes out", n.status === "scheduled" && n.sendAt ? formatInstant(n.sendAt, timeZone) : null],
    ["Sent", n.sentAt && formatInstant(n.sentAt, timeZone)],
    ["Confirm by", n.acknowledgeBy && formatDate(n.acknowledgeBy)],
    [
      "Days to confirm",
      n.acknowledgeBy === null && n.acknowledgeDays ? String(n.acknowledgeDays) : null,
    ],
    ["Happens", n.eventAt && formatInstant(n.eventAt, timeZone)],
    ["Place", n.eventPlace || null],
  ];
  return (
    <>
      <Panel title="Whom it is for">
        <p>{n.audienceWords}</p>
        <Reach notice={n} />
      </Panel>
      <Panel title="Notice">
        <Facts rows={facts} />
      </Panel>
    </>
  );
}

const tabs: RecordTab<NoticeDetail>[] = [
  {
    id: "text",
    label: "Text",
    content: (n) => (
      <>
        {n.statusReason && <p className="notice">{n.statusReason}</p>}
        <Panel title={n.subject}>
          <MarkdownText text={n.text} />
        </Panel>
      </>
    ),
  },
  {
    id: "recipients",
    label: "Recipients",
    count: (n) => n.recipients,
    content: (n) => <Recipients notice={n} />,
  },
];

/** What goes out is said before it goes: it cannot be taken back. */
const asks = (n: NoticeDetail) => ({
  send: (
    <p>
      {n.reach ? counted(n.reach.addresses, "letter") : "Letters"} to {n.audienceWords}. What has
      gone out cannot be taken back.
    </p>
  ),
  schedule: (
    <label className="field">
      <span className="label">Day and time, by the agency's clock</span>
      <input name="sendAt" type="datetime-local" className="field-control" required />
    </label>
  ),
  cancel: (
    <p>
      {n.status === "sending"
        ? "Letters that are in the outbox already still go out; nobody else gets one."
        : "Nobody gets it."}
    </p>
  ),
});

/** /communications/:id: a notice, whom it is for, and what became of each letter. */
export default function NoticePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<NoticeDetail>
      path="/api/v1/mass-notices"
      id={id}
      lifecycle={look}
      title={(n) => n.subject}
      subtitle={(n) => n.audienceWords}
      actionFields={asks}
      extraActions={(n) =>
        n.canEdit
          ? [
              {
                label: "Change",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("noticeEdit", { id }),
              },
            ]
          : []
      }
      tabs={tabs}
      rail={(n) => <NoticeFacts notice={n} />}
    />
  );
}
