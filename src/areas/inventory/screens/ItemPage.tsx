import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { VendorLink } from "#areas/vendors/vendors.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { itemCourse, itemCycle, itemStatuses, trackings } from "../item/item.labels.ts";
import type { ItemDetail } from "../item/item.model.ts";
import { ItemMovements } from "../movement/ItemMovements.tsx";
import { ReorderAdvice } from "../reorder/ReorderAdvice.tsx";
import { ReorderButton } from "../reorder/ReorderButton.tsx";
import { NewLotButton } from "./NewLotButton.tsx";
import { LotTable } from "./LotTable.tsx";
import { itsLabel } from "./printLabels.ts";

const look = { statuses: itemStatuses, course: itemCourse, actions: itemCycle.actions };

const inUnits = (text: string | null, unit: string): string | null =>
  text && `${shownDecimal(text)} ${unit}`;

/** How an item that runs low is asked for again, where that is not done yet. */
function Low({ item }: { item: ItemDetail }) {
  return item.status === "active" && item.reorderPoint !== null ? (
    <div className="flex flex-wrap gap-3 empty:hidden">
      <ReorderButton itemId={item.id} />
    </div>
  ) : null;
}

function About({ item }: { item: ItemDetail }) {
  const packs = item.packs.map(
    ({ name, quantity }) => `${name} of ${shownDecimal(quantity)} ${item.unit}`,
  );
  return (
    <Panel title="The item">
      <Facts
        rows={[
          ["Description", item.description],
          [
            "Commodity",
            item.commodityCode && [item.commodityCode, item.commodity].filter(Boolean).join(" "),
          ],
          ["Unit", item.unit],
          ["Packs", packs.join(", ")],
          ["Told apart", trackings[item.tracking]],
          ["Shelf life", item.shelfLifeDays && counted(item.shelfLifeDays, "day")],
          ["Cost class", item.costClass],
          ["On order", item.onOrder === "0" ? null : inUnits(item.onOrder, item.unit)],
          ["Reorder at", inUnits(item.reorderPoint, item.unit)],
          ["Order up to", inUnits(item.orderUpTo, item.unit)],
          [
            "Usual vendor",
            item.vendorId && <VendorLink id={item.vendorId} name={item.vendor ?? "Vendor"} />,
          ],
          ["Keeper", item.keeper],
        ]}
      />
    </Panel>
  );
}

const lots: RecordTab<ItemDetail> = {
  id: "lots",
  label: "Lots",
  content: (item) =>
    item.tracking === "none" ? (
      <p className="text-t2">Pieces of this item are not told apart.</p>
    ) : (
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">{trackings[item.tracking]}</h2>
          <NewLotButton item={item} />
        </div>
        <LotTable fixed={`itemId=${item.id}`} />
      </section>
    ),
};

const tabs: readonly RecordTab<ItemDetail>[] = [
  {
    id: "item",
    label: "Item",
    content: (item) => (
      <>
        <Low item={item} />
        <About item={item} />
        {item.status === "active" && <ReorderAdvice itemId={item.id} />}
      </>
    ),
  },
  { id: "movements", label: "Movements", content: (item) => <ItemMovements item={item} /> },
  lots,
  {
    id: "files",
    label: "Files and comments",
    content: (item) => (
      <>
        <Attachments objectType="stockItem" objectId={item.id} />
        <Comments objectType="stockItem" objectId={item.id} />
      </>
    ),
  },
];

/** An item of the stores. */
export default function ItemPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  return (
    <RecordPage<ItemDetail>
      path="/api/v1/stock-items"
      id={id}
      lifecycle={look}
      title={(item) => item.name}
      subtitle={(item) =>
        `${shownDecimal(item.onHand)} ${item.unit} on hand, ${shownDecimal(item.available)} available`
      }
      amountCents={(item) => item.valueCents}
      owner={(item) => item.keeper}
      extraActions={(item) => [
        ...(can("stock.edit") && item.status === "active"
          ? [{ label: "Change", to: pathTo("stockItemEdit", { id }) }]
          : []),
        itsLabel("item", id),
      ]}
      tabs={tabs}
    />
  );
}
