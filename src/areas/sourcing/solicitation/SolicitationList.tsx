import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Create } from "#web/kit/table/ListHead.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import {
  kindCodes,
  kinds,
  responsiveBids,
  solicitationStatuses,
  solicitationViews,
} from "./solicitation.labels.ts";
import type { SolicitationRow } from "./solicitation.model.ts";

const open = new Set(["published", "questions_closed"]);

const columns: readonly Column<SolicitationRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "title", label: "What", kind: "text", value: (s) => s.title },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    value: (s) => kindCodes[s.kind],
    sortable: false,
    cell: (s) => (
      <abbr title={kinds[s.kind]} className="no-underline">
        {kindCodes[s.kind]}
      </abbr>
    ),
  },
  {
    id: "department",
    label: "Department",
    kind: "text",
    value: (s) => s.department,
    sortable: false,
  },
  { id: "buyer", label: "Buyer", kind: "text", value: (s) => s.buyer, sortable: false },
  {
    id: "publishedAt",
    label: "Published",
    kind: "instant",
    value: (s) => s.publishedAt,
    hidden: true,
  },
  {
    id: "addenda",
    label: "Addenda",
    kind: "number",
    value: (s) => s.addenda,
    sortable: false,
    hidden: true,
  },
  {
    id: "dueAt",
    label: "Due",
    kind: "instant",
    value: (s) => s.dueAt,
    cell: (s) => (
      <DeadlineClock deadline={s.dueAt} short={open.has(s.status)} done={!open.has(s.status)} />
    ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: solicitationStatuses,
  },
];

type ListProps = {
  fixed?: string;
  name: string;
  title: string;
  create: Create;
  empty: { title: string; text: string };
};

/** Solicitations of the agency in a table; `fixed` narrows it for good. */
export function SolicitationTable({ fixed, name, title, create, empty }: ListProps) {
  const { can } = useAuth();
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  );
  const filters = useMemo<Filter[]>(
    () => [
      {
        id: "status",
        label: "Status",
        kind: "set",
        pinned: true,
        options: options(solicitationStatuses),
      },
      ...(fixed
        ? []
        : [
            {
              id: "kind",
              label: "Kind",
              kind: "set" as const,
              pinned: true,
              options: options(kinds),
            },
          ]),
      {
        id: "departmentId",
        label: "Department",
        kind: "set",
        options: (departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name })),
      },
      { id: "dueAt", label: "Due", kind: "day" },
      { id: "openedOn", label: "Opened", kind: "day" },
      {
        id: "responsiveBids",
        label: "Responsive bids",
        kind: "set",
        options: options(responsiveBids),
      },
      { id: "open", label: "Open", kind: "flag" },
      { id: "mine", label: "Mine", kind: "flag" },
      { id: "federal", label: "Federal money", kind: "flag" },
      { id: "awardWaiting", label: "Awarded, orders waiting", kind: "flag" },
    ],
    [departments.data, fixed],
  );
  return (
    <DataTable<SolicitationRow>
      name={name}
      title={title}
      path="/api/v1/solicitations"
      columns={columns}
      filters={filters}
      views={solicitationViews}
      defaultSort="-number"
      rowHref={(s) => pathTo("solicitation", { id: s.id })}
      {...(fixed ? { fixed } : {})}
      {...(can("solicitation.edit") ? { create } : {})}
      empty={empty}
    />
  );
}

/** Everything that the agency asks of the market, from draft to contract. */
export default function SolicitationList() {
  return (
    <SolicitationTable
      name="solicitations"
      title="Solicitations"
      create={{
        label: "New solicitation",
        to: pathTo("solicitationNew"),
        permission: "solicitation.edit",
      }}
      empty={{
        title: "No solicitations yet",
        text: "Ask several vendors for a price, or publish an invitation to bid. A template brings the parts that the rules ask for.",
      }}
    />
  );
}

/** A mark for what only invited vendors see. */
export const InvitedOnly = ({ yes }: { yes: boolean }) =>
  yes ? <Badge tone="neutral" label="Invited only" /> : null;
