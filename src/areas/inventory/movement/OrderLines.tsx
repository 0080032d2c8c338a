import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import { shownDecimal } from "#kernel/quantity.ts";
import { Held } from "#web/kit/Held.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ReorderButton } from "../reorder/ReorderButton.tsx";
import type { Begun } from "./begun.ts";
import type { ItemOrderLine } from "./movement.model.ts";
import { LocationField } from "../label/LocationField.tsx";

const parts: readonly LinePart<ItemOrderLine>[] = [
  {
    label: "Order",
    as: "title",
    cell: ({ orderId, order, description }) => (
      <>
        <Link to={`/purchase-orders/${orderId}`}>{order}</Link> {description}
      </>
    ),
  },
  { label: "Ordered", cell: ({ quantity, unit }) => `${shownDecimal(quantity)} ${unit}` },
  { label: "Received", cell: ({ received, unit }) => `${shownDecimal(received)} ${unit}` },
  {
    label: "Still to come",
    words: true,
    cell: ({ open }) => (open ? "The order is open" : "Nothing more"),
  },
];

type OrderWithLines = {
  lines: { id: string; lineNo: number; description: string; quantity: string; unit: string }[];
};

function LineOfOrder() {
  const orderId = useWatch({ name: "orderId" }) as string | null;
  const order = useGet<OrderWithLines>("purchase-orders", `/api/v1/purchase-orders/${orderId}`, {
    enabled: Boolean(orderId),
  }).data;
  const lines = orderId ? (order?.lines ?? []) : [];
  return (
    <SelectField
      name="orderLineId"
      label="Line of the order"
      required
      options={lines.map((line) => ({
        value: line.id,
        label: `${line.lineNo}. ${line.description}, ${shownDecimal(line.quantity)} ${line.unit}`,
      }))}
    />
  );
}

function NameLineDialog({ item, onClose }: { item: Begun; onClose: () => void }) {
  return (
    <PostDialog<{ orderId: string | null; orderLineId: string; locationId: string }>
      title="An order brings it"
      description="What came of the line by now is put in at once, at the order's price. What comes later is put in with its receipt, and taken out if that is reversed."
      path="/api/v1/stock-order-lines"
      submit="Name the line"
      nouns={["stock-movements", "stock-items", "stock-lots"]}
      values={{ orderId: null, orderLineId: "", locationId: "" }}
      bodyOf={({ orderLineId, locationId }) => ({ orderLineId, locationId, itemId: item.id })}
      onClose={onClose}
    >
      <Combobox<{ id: string; number: string; title: string }>
        name="orderId"
        label="Order"
        required
        path="/api/v1/purchase-orders"
        query="status=issued,acknowledged,partly_received,received"
        itemLabel={(order) => `${order.number} ${order.title}`}
      />
      <LineOfOrder />
      <LocationField name="locationId" label="Put into" />
    </PostDialog>
  );
}

/** Lines of orders that buy an item, and the naming of another one. */
export function OrderLines({ item }: { item: Begun }) {
  const [naming, setNaming] = useState(false);
  const path = `/api/v1/stock-items/${item.id}/order-lines`;
  const lines = useGet<{ items: ItemOrderLine[] }>("stock-movements", path).data?.items ?? [];
  return (
    <Panel title="Ordered for the stores">
      <div className="grid gap-3">
        {lines.length > 0 ? (
          <LineTable
            label="Ordered for the stores"
            parts={parts}
            lines={lines}
            keyOf={(line) => line.id}
          />
        ) : (
          <p className="text-t2">No order's line names this item.</p>
        )}
        <div className="flex flex-wrap gap-3">
          <ReorderButton itemId={item.id} />
        </div>
        <Held permission="stock.edit" what="An order brings it">
          <button type="button" className="btn justify-self-start" onClick={() => setNaming(true)}>
            An order brings it
          </button>
        </Held>
      </div>
      {naming && <NameLineDialog item={item} onClose={() => setNaming(false)} />}
    </Panel>
  );
}
