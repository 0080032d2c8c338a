import { deliveryStatuses } from "#kernel/delivery-states.ts";
import type { WebhookDeliveryRow } from "#kernel/webhook.model.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";

const columns: readonly Column<WebhookDeliveryRow>[] = [
  { id: "address", label: "Endpoint", kind: "text", title: true, value: (row) => row.address },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: deliveryStatuses,
  },
  { id: "attempts", label: "Tries", kind: "number", value: (row) => row.attempts },
  { id: "reason", label: "Response", kind: "text", value: (row) => row.reason },
  {
    id: "createdAt",
    label: "Queued",
    kind: "instant",
    sortable: true,
    value: (row) => row.createdAt,
  },
  { id: "nextAttemptAt", label: "Next try", kind: "instant", value: (row) => row.nextAttemptAt },
];

/** What a run told other systems, and how often each was tried. */
export function RunWebhooks({ runId }: { runId: string }) {
  return (
    <DataTable<WebhookDeliveryRow>
      name="run-webhooks"
      title="Webhooks"
      path="/api/v1/webhook-deliveries"
      columns={columns}
      filters={[]}
      defaultSort="-createdAt"
      embedded
      fixed={`objectId=${runId}`}
      empty={{
        title: "No webhook went out",
        text: "A webhook step of this run appears here with its tries.",
      }}
    />
  );
}
