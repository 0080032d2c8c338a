import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { awardStatuses, awardViews, standings } from "./award.labels.ts";
import type { Award } from "./award.model.ts";

const columns: readonly Column<Award>[] = [
  { id: "number", label: "Number", kind: "plate", value: (w) => w.number },
  { id: "title", label: "Award", kind: "text", value: (w) => w.title },
  { id: "grantor", label: "Grantor", kind: "text", value: (w) => w.grantor },
  { id: "program", label: "Program", kind: "text", hidden: true, value: (w) => w.program },
  {
    id: "amount",
    label: "Amount",
    kind: "money",
    main: () => true,
    value: (w) => w.amount,
    total: true,
  },
  {
    id: "spent",
    label: "Spent, grantor's share",
    kind: "money",
    value: (w) => w.spent,
    total: true,
  },
  { id: "drawn", label: "Drawn", kind: "money", value: (w) => w.drawn, total: true },
  { id: "left", label: "Left", kind: "money", value: (w) => w.left, total: true },
  { id: "periodTo", label: "Ends", kind: "day", value: (w) => w.periodTo },
  { id: "nextReport", label: "Next report", kind: "day", value: (w) => w.nextReport },
  {
    id: "standing",
    label: "Status",
    kind: "status",
    value: (w) => w.standing,
    statuses: standings,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Step",
    kind: "set",
    pinned: true,
    options: options(awardStatuses),
  },
  {
    id: "id",
    label: "Award",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/grant-awards",
      values: "id",
      option: (w: Award) => ({ value: w.id, label: `${w.number} ${w.title}` }),
    },
  },
  { id: "attention", label: "Needs attention", kind: "flag" },
  { id: "lateReport", label: "A report is late", kind: "flag" },
  { id: "disaster", label: "Disaster assistance", kind: "flag" },
  { id: "federal", label: "Federal money", kind: "flag" },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "periodTo", label: "Ends", kind: "day" },
];

/** Awards, all of them or those of a fixed choice. */
export function AwardTable({ title, fixed }: { title: string; fixed?: string }) {
  return (
    <DataTable<Award>
      name="grant-awards"
      title={title}
      path="/api/v1/grant-awards"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      views={awardViews}
      {...(fixed ? { fixed } : {})}
      rowHref={(w) => pathTo("award", { id: w.id })}
      create={{ label: "New award", to: pathTo("awardNew"), permission: "grant.edit" }}
      empty={{
        title: "No awards yet",
        text: "A won application becomes one, or enter the grantor's offer.",
      }}
    />
  );
}
