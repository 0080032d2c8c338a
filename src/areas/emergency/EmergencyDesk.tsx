import { Settings2, Siren } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { Declaration } from "./declaration/declaration.model.ts";
import { declarationStatuses, purchaseStatuses } from "./emergency.labels.ts";
import { IssuedNotice, OrderForm, type Issued } from "./purchase/OrderForm.tsx";
import type { Preparation } from "./preparation/preparation.model.ts";
import type { Purchase } from "./purchase/purchase.model.ts";

const DeclareDialog = dialogOnDemand(
  async () => (await import("./declaration/DeclareDialog.tsx")).DeclareDialog,
);

const columns: readonly Column<Purchase>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "title", label: "What", kind: "text", value: (p) => p.title, sortable: false },
  { id: "orderNumber", label: "Order", kind: "text", value: (p) => p.orderNumber, sortable: false },
  { id: "approver", label: "Approved by", kind: "text", value: (p) => p.approver, sortable: false },
  {
    id: "ratifyBy",
    label: "Ratify by",
    kind: "instant",
    value: (p) => p.ratifyBy,
    cell: (p) => (
      <DeadlineClock
        deadline={p.ratifyBy}
        short
        done={p.status === "ratified" || p.status === "refused"}
      />
    ),
  },
  { id: "amount", label: "Amount", kind: "money", value: (p) => p.amount, total: true },
  {
    id: "status",
    label: "Ratification",
    kind: "status",
    value: (p) => p.status,
    statuses: purchaseStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Ratification",
    kind: "set",
    pinned: true,
    options: options(purchaseStatuses),
  },
  { id: "mine", label: "Mine", kind: "flag" },
];

function Declarations() {
  const list = useList<Declaration>("/api/v1/local-declarations", "limit=20");
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The declarations" onRetry={() => void list.refetch()} />
    );
  if (!list.data?.items.length) return null;
  return (
    <Panel title="Declarations">
      <ul className="grid gap-3">
        {list.data.items.map((d) => (
          <li key={d.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={pathTo("declaration", { id: d.id })}>
              {d.number} · {d.title}
            </Link>
            <StatusBadge statuses={declarationStatuses} status={d.status} />
            <span className="text-13 text-t2">
              {counted(d.orders, "order")}, {formatCents(d.amount)}
              {d.toRatify > 0 && `, ${d.toRatify} to be ratified`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function NotDeclared({ declare }: { declare: (() => void) | null }) {
  return (
    <EmptyState
      kind="first-use"
      title="No emergency is declared"
      action={
        declare && (
          <button type="button" className="btn btn-primary" onClick={declare}>
            <Siren aria-hidden="true" />
            Declare
          </button>
        )
      }
    >
      {declare
        ? "Emergency orders go out while a local declaration is in force."
        : "Emergency orders go out while a local declaration is in force. An administrator or the duty officer declares one."}
    </EmptyState>
  );
}

function Desk({ prepared }: { prepared: Preparation }) {
  const { can } = useAuth();
  const [declaring, setDeclaring] = useState(false);
  const [issued, setIssued] = useState<Issued | null>(null);
  const declare = can("emergency.declare") ? () => setDeclaring(true) : null;
  return (
    <>
      {issued && <IssuedNotice issued={issued} />}
      {prepared.declarations.length === 0 ? (
        <NotDeclared declare={declare} />
      ) : (
        can("emergency.order") && (
          <OrderForm key={issued?.id ?? "first"} prepared={prepared} onIssued={setIssued} />
        )
      )}
      {declaring && (
        <DeclareDialog
          days={prepared.termDays}
          citation={prepared.termCitation}
          onClose={() => setDeclaring(false)}
        />
      )}
    </>
  );
}

/** Declare, order at once, and see what waits for its ratification. */
export default function EmergencyDesk() {
  const prepared = useGet<Preparation>("emergency-kits", "/api/v1/emergency-preparation", {
    first: true,
  });
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-22 font-semibold">Emergency procurement</h1>
          <p className="text-t2">
            An order that cannot wait goes out at once, and is ratified afterwards.
          </p>
        </div>
        <Link className="btn" to={pathTo("emergencyPreparation")}>
          <Settings2 aria-hidden="true" />
          What is prepared
        </Link>
      </div>
      {prepared.isPending ? (
        <RecordSkeleton />
      ) : prepared.data ? (
        <Desk prepared={prepared.data} />
      ) : (
        <ErrorPanel
          error={prepared.error}
          what="What is prepared"
          onRetry={() => void prepared.refetch()}
        />
      )}
      <Declarations />
      <DataTable<Purchase>
        name="emergency-purchases"
        title="Emergency orders"
        path="/api/v1/emergency-purchases"
        embedded
        columns={columns}
        filters={filters}
        defaultSort="-number"
        rowHref={(row) => pathTo("emergencyOrder", { id: row.id })}
        empty={{ title: "No emergency orders", text: "Orders of a declaration stand here." }}
      />
    </div>
  );
}
