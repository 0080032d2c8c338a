import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { inquiryCycle } from "../inquiry/inquiry.labels.ts";
import type { InquiryKind, InquiryRecord, InquiryRow } from "../inquiry/inquiry.model.ts";
import { topics } from "../inquiry/topics.labels.ts";
import { RecordPeek } from "./RecordPeek.tsx";

const path = "/api/v1/inquiries";
const common: readonly Column<InquiryRow>[] = [
  { id: "name", label: "Name", kind: "text", value: (row) => row.name },
  { id: "email", label: "Email", kind: "text", value: (row) => row.email },
  { id: "organization", label: "Agency", kind: "text", value: (row) => row.organization },
];
const received: Column<InquiryRow> = {
  id: "createdAt",
  label: "Received",
  kind: "instant",
  value: (row) => row.createdAt,
};
const status: Column<InquiryRow> = {
  id: "status",
  label: "Status",
  kind: "status",
  value: (row) => row.status,
  statuses: inquiryCycle.statuses,
};
const columns: Record<InquiryKind, readonly Column<InquiryRow>[]> = {
  waitlist: [
    ...common,
    { id: "job", label: "Role", kind: "text", value: (row) => row.job },
    received,
    status,
  ],
  demo: [
    ...common,
    { id: "slotAt", label: "Appointment", kind: "instant", value: (row) => row.slotAt },
    { id: "phone", label: "Phone", kind: "text", value: (row) => row.phone },
    received,
    status,
  ],
  contact: [
    ...common,
    {
      id: "topic",
      label: "Topic",
      kind: "text",
      value: (row) => topics[row.topic as keyof typeof topics] ?? row.topic,
    },
    received,
    status,
  ],
};
const statusFilter: Filter = {
  id: "status",
  label: "Status",
  kind: "set",
  pinned: true,
  options: options(inquiryCycle.statuses),
};
const receivedFilter: Filter = { id: "createdAt", label: "Received", kind: "day" };
const filters: Record<InquiryKind, readonly Filter[]> = {
  waitlist: [statusFilter, receivedFilter],
  demo: [
    statusFilter,
    receivedFilter,
    { id: "scheduled", label: "With an appointment", kind: "flag" },
  ],
  contact: [statusFilter, receivedFilter],
};

function Peek({ id }: { id: string }) {
  const { timeZone } = useAgency();
  return (
    <RecordPeek<InquiryRecord>
      id={id}
      path={path}
      noun="inquiries"
      statuses={inquiryCycle.statuses}
      title={(record) => record.name}
    >
      {(record) => (
        <>
          <Facts>
            <Fact label="Email">
              <a href={`mailto:${record.email}`}>{record.email}</a>
            </Fact>
            <Fact label="Agency">{record.organization}</Fact>
            <Fact label="Role">{record.job}</Fact>
            <Fact label="Phone">{record.phone}</Fact>
            {record.topic && (
              <Fact label="Topic">
                {topics[record.topic as keyof typeof topics] ?? record.topic}
              </Fact>
            )}
            {record.slotAt && (
              <Fact label="Appointment">{formatInstant(record.slotAt, timeZone)}</Fact>
            )}
            <Fact label="Received">{formatInstant(record.createdAt, timeZone)}</Fact>
          </Facts>
          {record.message && (
            <p className="whitespace-pre-wrap border-t border-hair pt-4 [overflow-wrap:anywhere]">
              {record.message}
            </p>
          )}
        </>
      )}
    </RecordPeek>
  );
}

/** What the public site collected, of one kind. */
export function InquiryTable({
  kind,
  title,
  empty,
  embedded = false,
}: {
  kind: InquiryKind;
  title: string;
  empty: string;
  embedded?: boolean;
}) {
  return (
    <DataTable<InquiryRow>
      name={`inquiries-${kind}`}
      title={title}
      path={path}
      fixed={`kind=${kind}`}
      columns={columns[kind]}
      filters={filters[kind]}
      defaultSort="-createdAt"
      embedded={embedded}
      peek={(row) => <Peek id={row.id} />}
      empty={{ title: "None yet", text: empty }}
    />
  );
}
