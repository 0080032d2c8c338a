import { options } from "#kernel/labels.ts";
import { letterStates } from "#kernel/letter-states.ts";
import type { Instant } from "#kernel/time.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";

type Row = {
  id: string;
  createdAt: Instant;
  toAddress: string;
  subject: string;
  state: keyof typeof letterStates;
  note: string | null;
};

const columns: readonly Column<Row>[] = [
  { id: "subject", label: "Subject", kind: "text", value: (row) => row.subject },
  { id: "toAddress", label: "To", kind: "text", value: (row) => row.toAddress },
  {
    id: "state",
    label: "State",
    kind: "status",
    value: (row) => row.state,
    statuses: letterStates,
  },
  { id: "note", label: "What the mail server said", kind: "text", value: (row) => row.note },
  { id: "createdAt", label: "Written", kind: "instant", value: (row) => row.createdAt },
];
const filters: readonly Filter[] = [
  {
    id: "state",
    label: "State",
    kind: "set",
    pinned: true,
    options: options(letterStates),
  },
];

/** /admin/letters: what became of the agency's letters, without what they say. */
export default function Letters() {
  return (
    <DataTable<Row>
      name="letters"
      title="Letters"
      path="/api/v1/letters"
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      views={[{ id: "trouble", name: "Refused or given up", query: "state=refused,links,failed" }]}
      empty={{
        title: "No letters yet",
        text: "Letters of your agency appear here as they are written, with what the mail server said.",
      }}
    />
  );
}
