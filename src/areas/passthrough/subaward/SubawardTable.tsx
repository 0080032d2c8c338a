import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { riskLevels } from "./risk.model.ts";
import { subawardStatuses, subawardViews } from "./subaward.labels.ts";
import type { Subaward } from "./subaward.model.ts";

const columns: readonly Column<Subaward>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "subrecipient", label: "Subrecipient", kind: "text", value: (s) => s.subrecipient },
  { id: "title", label: "Subaward", kind: "text", value: (s) => s.title },
  { id: "award", label: "Award", kind: "text", value: (s) => s.award },
  {
    id: "amount",
    label: "Amount",
    kind: "money",
    main: () => true,
    value: (s) => s.amount,
    total: true,
  },
  { id: "claimed", label: "Accepted", kind: "money", value: (s) => s.claimed, total: true },
  { id: "left", label: "Left", kind: "money", value: (s) => s.left, total: true },
  {
    id: "riskLevel",
    label: "Risk",
    kind: "text",
    value: (s) => (s.riskLevel ? riskLevels[s.riskLevel].label : null),
  },
  { id: "endsOn", label: "Ends", kind: "day", value: (s) => s.endsOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: subawardStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(subawardStatuses),
  },
  {
    id: "riskLevel",
    label: "Risk",
    kind: "set",
    options: options(riskLevels),
  },
  { id: "waiting", label: "A request waits", kind: "flag" },
  { id: "questioned", label: "A questioned cost waits", kind: "flag" },
  { id: "unknown", label: "Something is not known yet", kind: "flag" },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "endsOn", label: "Ends", kind: "day" },
];

/** Subawards, all of them or those of a fixed choice. */
export function SubawardTable({ fixed }: { fixed?: string }) {
  const { can } = useAuth();
  const create = can("subaward.edit")
    ? { label: "New subaward", to: pathTo("subawardNew") }
    : undefined;
  return (
    <DataTable<Subaward>
      name="subawards"
      title="Subrecipients"
      path="/api/v1/subawards"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      {...(fixed ? { fixed, embedded: true } : { views: subawardViews, create })}
      rowHref={(s) => pathTo("subaward", { id: s.id })}
      empty={{
        title: "No subawards yet",
        text: "A selected application becomes one, or draft one from an award.",
      }}
    />
  );
}
