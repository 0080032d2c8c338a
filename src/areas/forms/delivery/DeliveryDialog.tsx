import { Download } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { deliveryStatuses } from "#kernel/delivery-states.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeliveryDetail } from "./delivery.model.ts";
import { destinationWords } from "./destination.labels.ts";

const path = "/api/v1/form-deliveries";

const fetchPdf = (id: string) =>
  void download(`${path}/${id}/file`).catch((error: unknown) =>
    notify.failed("The PDF could not be fetched", error),
  );

function TryLine({ tried }: { tried: DeliveryDetail["tries"][number] }) {
  const { timeZone } = useAgency();
  return (
    <li>
      <strong>{tried.number}.</strong> {tried.outcome ?? "On its way"}
      <span className="text-13 text-t3">
        {" · "}
        {formatInstant(tried.beganAt, timeZone)}
        {tried.personName && ` · ${tried.personName}`}
        {tried.sendings !== null && ` · mail server asked ${counted(tried.sendings, "time")}`}
      </span>
    </li>
  );
}

/** One delivery: where it goes, how it stands, and every try. */
export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const delivery = useRecord<DeliveryDetail>(path, id);
  const d = delivery.data;
  return (
    <Dialog
      onClose={onClose}
      title={d ? `${d.number}, ${d.form}` : "Delivery"}
      description="Every try is kept."
    >
      {delivery.isError && <ErrorPanel error={delivery.error} what="The delivery" />}
      {delivery.isPending && <TableSkeleton columns={2} label="Loading the delivery" />}
      {d && (
        <div className="grid gap-4">
          <p>
            <StatusBadge statuses={deliveryStatuses} status={d.status} />{" "}
            <span className="break-all">{destinationWords(d.kind, d.sentTo)}</span>
          </p>
          {d.reason && <p className="notice">{d.reason}</p>}
          <button type="button" className="btn justify-self-start" onClick={() => fetchPdf(id)}>
            <Download aria-hidden="true" />
            Download the PDF
          </button>
          {d.tries.length === 0 ? (
            <p className="text-t3">Nobody has tried yet.</p>
          ) : (
            <ol className="grid gap-2">
              {d.tries.map((tried) => (
                <TryLine key={tried.number} tried={tried} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Dialog>
  );
}
