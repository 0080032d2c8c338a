import { CopyPlus, Scale, Siren } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import { costCodeFilter } from "#areas/budget/budget.ui.tsx";
import { commodityFilter, vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import { incidentFilter } from "#areas/disaster/disaster.ui.tsx";
import { placeFilter, unitFilter } from "#areas/organization/organization.ui.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { useLeftDrafts } from "../takeover/useLeftDrafts.tsx";
import { methods } from "../method/method.labels.ts";
import { requisitionStatuses, requisitionViews } from "./requisition.labels.ts";
import type { Requisition } from "./requisition.model.ts";
import { RequisitionPeek } from "./RequisitionPeek.tsx";

const ended = new Set(["ordered", "rejected", "withdrawn", "cancelled"]);

function Status({ row }: { row: Requisition }) {
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge statuses={requisitionStatuses} status={row.status} />
      {row.emergency && (
        <span className="text-emergency" title="Emergency">
          <Siren aria-hidden="true" />
          <span className="visually-hidden">Emergency</span>
        </span>
      )}
      {row.overrideStatus === "asked" && (
        <span className="text-warning" title="A budget override is asked for">
          <Scale aria-hidden="true" />
          <span className="visually-hidden">Budget override asked for</span>
        </span>
      )}
      {row.splitWarning && !ended.has(row.status) && (
        <span className="text-warning" title="Like purchases nearby cross a threshold">
          <CopyPlus aria-hidden="true" />
          <span className="visually-hidden">Like purchases nearby</span>
        </span>
      )}
    </span>
  );
}

const columns: readonly Column<Requisition>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "What", kind: "text", value: (r) => r.title },
  { id: "department", label: "Department", kind: "text", value: (r) => r.department },
  { id: "requester", label: "Requester", kind: "text", value: (r) => r.requester, sortable: false },
  {
    id: "vendor",
    label: "Vendor",
    kind: "text",
    value: (r) => r.vendor,
    sortable: false,
    hidden: true,
  },
  {
    id: "method",
    label: "Method",
    kind: "text",
    value: (r) => r.method && methods[r.method],
    sortable: false,
    hidden: true,
  },
  {
    id: "requestedOn",
    label: "Requested",
    kind: "day",
    value: (r) => r.requestedOn,
    hidden: true,
  },
  {
    id: "neededOn",
    label: "Needed",
    kind: "day",
    value: (r) => r.neededOn,
    cell: (r) => <DeadlineClock deadline={r.neededOn} short done={ended.has(r.status)} />,
  },
  { id: "amount", label: "Amount", kind: "money", value: (r) => r.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: requisitionStatuses,
    cell: (r) => <Status row={r} />,
  },
];

/** What the agency asked to buy, by what has to happen to it. */
export default function RequisitionList() {
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
        options: options(requisitionStatuses),
      },
      {
        id: "departmentId",
        label: "Department",
        kind: "set",
        pinned: true,
        options: (departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name })),
      },
      vendorFilter,
      placeFilter,
      incidentFilter,
      unitFilter,
      commodityFilter,
      costCodeFilter,
      { id: "amount", label: "Amount", kind: "money" },
      { id: "method", label: "Method", kind: "set", options: options(methods) },
      { id: "requestedOn", label: "Requested", kind: "day" },
      { id: "neededOn", label: "Needed", kind: "day" },
      { id: "orderedOn", label: "Ordered in full", kind: "day" },
      { id: "mine", label: "Asked by me", kind: "flag" },
      { id: "unsolicited", label: "No vendors asked yet", kind: "flag" },
      { id: "emergency", label: "Emergency", kind: "flag" },
      { id: "splitWarning", label: "Like purchases nearby", kind: "flag" },
      { id: "authorLeft", label: "Author left", kind: "flag" },
      { id: "overrideGranted", label: "Allowed beyond the budget", kind: "flag" },
      { id: "overrideAsked", label: "Budget override asked for", kind: "flag" },
    ],
    [departments.data],
  );
  const { can } = useAuth();
  const navigate = useNavigate();
  const left = useLeftDrafts("requisitions", can("requisition.cancel"));
  const batch: readonly BatchAction[] =
    left.batch.length > 0
      ? left.batch
      : can("purchaseOrder.create")
        ? [
            {
              label: "Order together",
              tone: "primary",
              idsOnly: true,
              run: (chosen) => {
                if (chosen.ids.length > 20)
                  notify.failed("Too many for one order", "Choose up to 20 requisitions.");
                else void navigate(`${pathTo("orderNew")}?requisitionId=${chosen.ids.join(",")}`);
              },
            },
          ]
        : [];
  return (
    <>
      <DataTable<Requisition>
        name="requisitions"
        title="Requisitions"
        path="/api/v1/requisitions"
        columns={columns}
        filters={filters}
        views={requisitionViews}
        defaultSort="-requestedOn"
        rowHref={(r) => pathTo("requisition", { id: r.id })}
        create={{ label: "New requisition", to: pathTo("requisitionNew") }}
        peek={(r) => <RequisitionPeek id={r.id} />}
        batch={batch}
        empty={{
          title: "No requisitions yet",
          text: "A requisition says what is needed, for whom, by when and from which budget. Approvers see it as soon as it is submitted.",
        }}
      />
      {left.dialog}
    </>
  );
}
