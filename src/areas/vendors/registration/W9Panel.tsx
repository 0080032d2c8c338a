import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useDays } from "#web/kit/days.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { RegistrationDetail } from "./registration.model.ts";

const CheckDialog = dialogOnDemand(async () => (await import("./W9CheckDialog.tsx")).CheckDialog);

/** Whether somebody has compared Form W-9 with what was submitted, and with what result. */
export function W9Panel({ record }: { record: RegistrationDetail }) {
  const { dayIn } = useDays();
  const { can } = useAuth();
  const [open, setOpen] = useState(false);
  const waits = record.status === "submitted" || record.status === "screening";
  if (!record.documents.some((d) => d.kind === "w9")) return null;
  return (
    <Panel
      title="Form W-9"
      aside={
        record.w9 ? (
          <Badge
            tone={record.w9.result === "agrees" ? "success" : "danger"}
            label={record.w9.result === "agrees" ? "Agrees" : "Does not agree"}
          />
        ) : (
          <Badge tone="warning" label="Not compared yet" />
        )
      }
    >
      {record.w9 ? (
        <p className="text-t2">
          {record.w9.checker ?? "A former member"}, {formatDate(dayIn(record.w9.at))}
          {record.w9.note && `: ${record.w9.note}`}
        </p>
      ) : (
        <p className="text-t2">Compare name, number and signature with what was submitted.</p>
      )}
      {waits && can("vendor.register") && (
        <button type="button" className="btn btn-small mt-3" onClick={() => setOpen(true)}>
          {record.w9 ? "Compare again" : "Record the comparison"}
        </button>
      )}
      {open && <CheckDialog record={record} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
