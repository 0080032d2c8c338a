import { options } from "#kernel/labels.ts";
import { SourceAges } from "#areas/connectors/connectors.ui.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { federalViews, noticeKinds } from "./federal.labels.ts";
import type { FederalRow } from "./federal.model.ts";

function Title({ row: { title, url } }: { row: FederalRow }) {
  if (!url) return title;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {title}
      <span className="sr-only"> (opens SAM.gov)</span>
    </a>
  );
}

// Nothing of ours is overdue: what has ended reads as ended.
const isPast = (day: string): boolean => Date.parse(day) < Date.now() - 86_400_000;
// The office alone; all that stands above it comes with the export.
const officeOf = ({ agency }: FederalRow): string => agency.split(" / ").at(-1) ?? agency;

const columns: readonly Column<FederalRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number || row.noticeId },
  {
    id: "title",
    label: "What",
    kind: "text",
    title: true,
    value: (row) => row.title,
    cell: (row) => <Title row={row} />,
  },
  { id: "agency", label: "Federal agency", kind: "text", value: officeOf },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (row) => row.dueOn,
    main: () => true,
    cell: (row) =>
      row.dueOn ? (
        <DeadlineClock
          deadline={row.dueAt ?? row.dueOn}
          short
          done={!row.active || isPast(row.dueOn)}
        />
      ) : null,
  },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    sortable: false,
    value: (row) => noticeKinds[row.kind] ?? row.kind,
  },
  {
    id: "setAside",
    label: "Set aside for",
    kind: "text",
    sortable: false,
    value: (row) => row.setAside || null,
  },
  {
    id: "naics",
    label: "NAICS",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (row) => row.naics || null,
  },
  {
    id: "place",
    label: "Place",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (row) => row.place || null,
  },
  { id: "postedOn", label: "Posted", kind: "day", value: (row) => row.postedOn },
];
const filters: readonly Filter[] = [
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    pinned: true,
    options: options(noticeKinds),
  },
  { id: "open", label: "Still open", kind: "flag" },
  { id: "setAside", label: "Set aside", kind: "flag" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "postedOn", label: "Posted", kind: "day" },
];

/** What federal agencies ask of the market, as the agency's connector read it. */
export function FederalTable() {
  return (
    <div className="mt-4 grid gap-4">
      <DataTable<FederalRow>
        name="federal-opportunities"
        title="Federal opportunities"
        path="/api/v1/federal-opportunities"
        columns={columns}
        filters={filters}
        views={federalViews}
        defaultSort="dueOn"
        empty={{
          title: "No federal opportunities yet",
          text: "An administrator connects SAM.gov under Connectors; it is read every night.",
        }}
      />
      <SourceAges path="/api/v1/federal-opportunity-sources" />
    </div>
  );
}
