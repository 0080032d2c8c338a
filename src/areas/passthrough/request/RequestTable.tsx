import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { SubawardDetail } from "../subaward/subaward.model.ts";
import { requestStatuses } from "./request.labels.ts";
import type { SubawardRequest } from "./request.model.ts";

const EnterDialog = dialogOnDemand(
  async () => (await import("./EnterRequestDialog.tsx")).EnterRequestDialog,
);
const columns: readonly Column<SubawardRequest>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "periodFrom", label: "From", kind: "day", value: (r) => r.periodFrom },
  { id: "periodTo", label: "To", kind: "day", value: (r) => r.periodTo },
  {
    id: "amount",
    label: "Amount",
    kind: "money",
    main: () => true,
    value: (r) => r.amount,
    total: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: requestStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(requestStatuses),
  },
];

/** What a subrecipient asked to be paid. */
export function RequestTable({ subaward: s }: { subaward: SubawardDetail }) {
  const { can } = useAuth();
  const [entering, setEntering] = useState(false);
  return (
    <>
      {(s.status === "active" || s.status === "ended") && can("subaward.edit") && (
        <p className="mb-3">
          <button type="button" className="btn" onClick={() => setEntering(true)}>
            Enter one that came on paper
          </button>
        </p>
      )}
      <DataTable<SubawardRequest>
        name="subaward-requests"
        title="Payment requests"
        path="/api/v1/subaward-requests"
        embedded
        fixed={`subawardId=${s.id}`}
        columns={columns}
        filters={filters}
        defaultSort="-number"
        rowHref={(r) => pathTo("subawardRequest", { id: r.id })}
        empty={{
          title: "No payment requests yet",
          text: "The subrecipient sends them from its portal, with its costs one by one.",
        }}
      />
      {entering && <EnterDialog subaward={s} onClose={() => setEntering(false)} />}
    </>
  );
}
