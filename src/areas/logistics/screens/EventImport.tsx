import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Events of carriers from a file. */
export default function EventImport() {
  return (
    <ImportPage
      title="Import events of carriers"
      kind="shipment-events"
      things="events"
      permission="shipment.record"
      closed={{
        title: "You cannot import events",
        text: "Receivers, buyers and managers can. An administrator grants the duty under Team.",
      }}
      nouns={["ship-notices", "purchase-orders"]}
      done={pathTo("shipments")}
      help={
        <p>
          CSV or XLSX, one event a row: the number of the shipment or its tracking number, the time
          with its offset, what happened or the carrier&apos;s code, and the place. A row that lies
          ahead of time or names no shipment is handed back; the rest comes in.
        </p>
      }
    />
  );
}
