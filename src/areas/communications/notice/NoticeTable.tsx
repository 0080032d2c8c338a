import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { audienceKinds, noticeStatuses } from "./notice.labels.ts";
import type { NoticeRow } from "./notice.model.ts";

const columns: readonly Column<NoticeRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (n) => n.number },
  { id: "subject", label: "Subject", kind: "text", value: (n) => n.subject },
  {
    id: "audienceKind",
    label: "For",
    kind: "text",
    value: (n) => audienceKinds[n.audienceKind],
    sortable: false,
  },
  {
    id: "recipients",
    label: "Recipients",
    kind: "number",
    value: (n) => n.recipients,
    sortable: false,
  },
  {
    id: "acknowledged",
    label: "Acknowledged",
    kind: "number",
    value: (n) => (n.acknowledgeBy === null ? null : n.acknowledged),
    sortable: false,
  },
  { id: "acknowledgeBy", label: "Acknowledge by", kind: "day", value: (n) => n.acknowledgeBy },
  { id: "sentAt", label: "Sent", kind: "instant", value: (n) => n.sentAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (n) => n.status,
    statuses: noticeStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(noticeStatuses) },
  { id: "audienceKind", label: "For", kind: "set", options: options(audienceKinds) },
  { id: "sentAt", label: "Sent", kind: "day" },
  { id: "unacknowledged", label: "Acknowledgements missing", kind: "flag" },
];

/** All notices of the agency. */
export function NoticeTable() {
  return (
    <DataTable<NoticeRow>
      name="notices"
      title="Notices"
      path="/api/v1/mass-notices"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      rowHref={(n) => pathTo("notice", { id: n.id })}
      empty={{
        title: "No notices yet",
        text: "Write to vendors, staff or the public; another person approves it before it goes out.",
      }}
    />
  );
}
