import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { runStatuses, runViews } from "./payment.labels.ts";
import type { Run } from "./run.model.ts";

const columns: readonly Column<Run>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "payOn", label: "Pay on", kind: "day", value: (r) => r.payOn, title: true },
  { id: "paymentCount", label: "Payments", kind: "number", value: (r) => r.paymentCount },
  { id: "achAmount", label: "ACH", kind: "money", value: (r) => r.achAmount, sortable: false },
  {
    id: "checkAmount",
    label: "Checks",
    kind: "money",
    value: (r) => r.checkAmount,
    sortable: false,
  },
  {
    id: "amount",
    label: "Amount",
    kind: "money",
    value: (r) => r.amount,
    total: true,
    main: () => true,
  },
  { id: "status", label: "Status", kind: "status", value: (r) => r.status, statuses: runStatuses },
  {
    id: "proposedBy",
    label: "Proposed by",
    kind: "text",
    value: (r) => r.proposedBy,
    sortable: false,
  },
  {
    id: "releasedBy",
    label: "Released by",
    kind: "text",
    value: (r) => r.releasedBy,
    sortable: false,
  },
];

const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(runStatuses),
  },
  { id: "payOn", label: "Pay on", kind: "day" },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "mine", label: "Proposed by me", kind: "flag" },
];

/** Payment runs, newest first. */
export function RunList() {
  const { can } = useAuth();
  return (
    <DataTable<Run>
      name="payment-runs"
      title="Payment runs"
      path="/api/v1/payment-runs"
      columns={columns}
      filters={filters}
      views={runViews}
      defaultSort="-payOn"
      rowHref={(r) => pathTo("paymentRun", { id: r.id })}
      {...(can("payment.propose")
        ? { create: { label: "New run", to: pathTo("paymentRunNew") } }
        : {})}
      empty={{
        title: "No payment run yet",
        text: "Accounts payable proposes a run, a manager approves it, the treasurer releases it.",
      }}
    />
  );
}
