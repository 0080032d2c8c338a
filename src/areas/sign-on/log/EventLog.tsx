import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { EventRow } from "./event.model.ts";
import { eventKinds } from "./event.labels.ts";

const columns: readonly Column<EventRow>[] = [
  { id: "at", label: "When", kind: "instant", value: (row) => row.at },
  {
    id: "kind",
    label: "What",
    kind: "text",
    value: (row) => eventKinds[row.kind as keyof typeof eventKinds] ?? row.kind,
  },
  { id: "good", label: "Outcome", kind: "text", value: (row) => (row.good ? "Done" : "Refused") },
  { id: "told", label: "What happened", kind: "text", value: (row) => row.told },
  { id: "who", label: "Who", kind: "text", value: (row) => row.who },
  { id: "providerName", label: "Provider", kind: "text", value: (row) => row.providerName ?? "" },
  { id: "place", label: "Network address", kind: "text", value: (row) => row.place },
];
const filters: readonly Filter[] = [
  { id: "refused", label: "Refused", kind: "flag" },
  {
    id: "kind",
    label: "What",
    kind: "set",
    options: options(eventKinds),
  },
];

/** What happened at the agency's own sign-in, newest first. */
export function EventLog() {
  return (
    <DataTable<EventRow>
      embedded
      name="sign-in-events"
      title="What happened"
      path="/api/v1/sign-in-events"
      columns={columns}
      filters={filters}
      defaultSort="-at"
      empty={{
        title: "Nothing happened yet",
        text: "Tests, sign-ins and what was refused stand here, with the reason.",
      }}
    />
  );
}
