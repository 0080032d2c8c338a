import { useState } from "react";
import { deliveryStatuses } from "#kernel/delivery-states.ts";
import { options } from "#kernel/labels.ts";
import type { WebhookDeliveryRow } from "#kernel/webhook.model.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";

const TriesDialog = dialogOnDemand(async () => (await import("./TriesDialog.tsx")).TriesDialog);

function Tries({ id, attempts, topic }: Pick<WebhookDeliveryRow, "id" | "attempts" | "topic">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-label={`${attempts} tries of ${topic}`}
        onClick={() => setOpen(true)}
      >
        {attempts}
      </button>
      {open && <TriesDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

const columns: readonly Column<WebhookDeliveryRow>[] = [
  {
    id: "topic",
    label: "Event",
    kind: "text",
    title: true,
    value: (row) => (row.replay ? `${row.topic} (again)` : row.topic),
  },
  { id: "address", label: "Endpoint", kind: "text", value: (row) => row.address },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: deliveryStatuses,
  },
  {
    id: "attempts",
    label: "Tries",
    kind: "number",
    value: (row) => row.attempts,
    cell: (row) => <Tries {...row} />,
  },
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
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(deliveryStatuses),
  },
  { id: "createdAt", label: "Queued", kind: "day" },
];

/** What was sent to receivers, newest first, each with its tries. */
export function WebhookDeliveries() {
  return (
    <DataTable<WebhookDeliveryRow>
      name="webhook-deliveries"
      title="Sent messages"
      path="/api/v1/webhook-deliveries"
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      embedded
      empty={{ title: "Nothing was sent yet", text: "Send a test event to an endpoint." }}
    />
  );
}
