import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { VendorLink } from "#areas/vendors/vendors.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { lotConditions, lotCourse, lotCycle } from "../lot/lot.labels.ts";
import type { LotDetail } from "../lot/lot.model.ts";
import type { MovementRow } from "../movement/movement.model.ts";
import { movementColumns, movementFilters } from "../movement/movementColumns.ts";
import { itsLabel } from "./printLabels.ts";

const CorrectLotDialog = dialogOnDemand(
  async () => (await import("./LotDialog.tsx")).CorrectLotDialog,
);
const look = { statuses: lotConditions, course: lotCourse, actions: lotCycle.actions };

function About({ lot }: { lot: LotDetail }) {
  return (
    <Panel title="The lot">
      <Facts
        rows={[
          [
            "Item",
            <Link key="item" to={pathTo("stockItem", { id: lot.itemId })}>
              <span className="mono">{lot.itemNumber}</span> {lot.item}
            </Link>,
          ],
          ["On hand", `${shownDecimal(lot.onHand)} ${lot.unit}`],
          ["Expires on", lot.expiresOn && formatDate(lot.expiresOn)],
          [
            "Came from",
            lot.vendorId && <VendorLink id={lot.vendorId} name={lot.vendor ?? "Vendor"} />,
          ],
          [
            "By order",
            lot.purchaseOrderId && (
              <Link to={`/purchase-orders/${lot.purchaseOrderId}`}>Open the order</Link>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

/** Where all of it went, and what it came by: what a recall asks. */
function Went({ id }: { id: string }) {
  return (
    <section className="grid gap-3">
      <h2>Where it came from and went</h2>
      <DataTable<MovementRow>
        name="stock-movements"
        title="Movements of this lot"
        path="/api/v1/stock-movements"
        fixed={`lotId=${id}`}
        columns={movementColumns}
        filters={movementFilters}
        defaultSort="-number"
        embedded
        exportable
        rowHref={(row) => pathTo("stockMovement", { id: row.id })}
        empty={{ title: "It did not move yet", text: "Who gets some of it stands here then." }}
      />
    </section>
  );
}

const tabs: readonly RecordTab<LotDetail>[] = [
  {
    id: "lot",
    label: "Lot",
    content: (lot) => (
      <>
        <About lot={lot} />
        <Went id={lot.id} />
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (lot) => (
      <>
        <Attachments objectType="stockLot" objectId={lot.id} />
        <Comments objectType="stockLot" objectId={lot.id} />
      </>
    ),
  },
];

/** A lot: what it is, how it stands, what it came by. */
export default function LotPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [correcting, setCorrecting] = useState<LotDetail | null>(null);
  return (
    <>
      <RecordPage<LotDetail>
        path="/api/v1/stock-lots"
        id={id}
        lifecycle={look}
        title={(lot) => lot.item}
        subtitle={(lot) => `Lot or serial number ${lot.code}`}
        deadline={(lot) =>
          lot.expiresOn && {
            at: lot.expiresOn,
            label: "Expires",
            done: lot.status === "rejected",
          }
        }
        extraActions={(lot) => [
          ...(can("stock.edit") && lot.status !== "rejected"
            ? [{ label: "Correct", onSelect: () => setCorrecting(lot) }]
            : []),
          itsLabel("lot", id),
        ]}
        tabs={tabs}
      />
      {correcting && <CorrectLotDialog lot={correcting} onClose={() => setCorrecting(null)} />}
    </>
  );
}
