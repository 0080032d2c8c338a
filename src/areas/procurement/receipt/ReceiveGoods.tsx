import { useNavigate, useParams, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { isLumpSum, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { compareQuantity, subtractQuantity } from "#kernel/quantity.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { isToCome } from "../fulfilment/fulfilment.labels.ts";
import type { Fulfilment } from "../fulfilment/fulfilment.model.ts";
import type { OrderDetail } from "../order/order.answer.model.ts";

type Values = {
  shipNoticeId: string;
  receivedOn: string | null;
  packingSlip: string;
  note: string;
  photos: StoredFile[];
  lines: {
    purchaseOrderLineId: string;
    quantity: string;
    rejectedQuantity: string;
    rejectReason: string;
  }[];
};

const left = (l: OrderDetail["lines"][number]) =>
  compareQuantity(l.quantity, l.receivedQuantity) > 0
    ? subtractQuantity(l.quantity, l.receivedQuantity)
    : "0";
const toBody = (v: Values) => ({
  shipNoticeId: v.shipNoticeId || null,
  receivedOn: v.receivedOn || null,
  packingSlip: v.packingSlip,
  note: v.note,
  photoFileIds: v.photos.map((p) => p.id),
  lines: v.lines.map((l) => ({
    ...l,
    quantity: l.quantity || "0",
    rejectedQuantity: l.rejectedQuantity || "0",
  })),
});

const openLines = (order: OrderDetail) => order.lines.filter((l) => !l.cancelled);
const toForm = (order: OrderDetail, shipNoticeId = ""): Values => ({
  shipNoticeId,
  receivedOn: null,
  packingSlip: "",
  note: "",
  photos: [],
  lines: openLines(order).map((l) => ({
    purchaseOrderLineId: l.id,
    quantity: left(l),
    rejectedQuantity: "0",
    rejectReason: "",
  })),
});

const toReceive = (read: Fulfilment | undefined) =>
  (read?.notices ?? []).filter(({ status }) => isToCome(status) || status === "delivered");

type Line = OrderDetail["lines"][number];
const announcedWords = (notices: Fulfilment["notices"], of: Line): string | undefined =>
  notices
    .flatMap(({ number, lines }) =>
      lines
        .filter((line) => line.lineId === of.id)
        .map(
          ({ quantity, lot }) =>
            `${number} announces ${muchOf(of, quantity)}${lot && `, lot ${lot}`}`,
        ),
    )
    .join("; ") || undefined;

/** How the field of a line counts: in its unit, or in dollars and cents. */
const countedIn = (l: Line) => (isLumpSum(l) ? { decimals: 2, least: 2 } : { unit: l.unit });

/** The shipment that is received, where its vendor announced one. */
function ShipmentField({ open }: { open: Fulfilment["notices"] }) {
  if (open.length === 0) return null;
  return (
    <SelectField
      name="shipNoticeId"
      label="Shipment"
      hint="Without a choice the one that has waited longest."
      options={open.map((n) => ({
        value: n.id,
        label: `${n.number}, ${n.carrier}, expected ${formatDate(n.expectedOn)}`,
      }))}
    />
  );
}

/**
 * Posts a receipt: what came of each line, what of it is rejected. Starts with everything that is
 * still missing.
 */
export default function ReceiveGoods() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const record = useOpened<OrderDetail>("/api/v1/purchase-orders", id);
  const fulfilment = useGet<Fulfilment>(
    "purchase-orders",
    `/api/v1/purchase-orders/${id}/fulfilment`,
  );
  const post = useMutationAction("purchase-orders", "receipts", "ship-notices");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel error={record.error} what="This order" onRetry={() => void record.refetch()} />
    );
  const order = record.record;
  const open = openLines(order);
  const notices = toReceive(fulfilment.data);
  const back = () => void navigate(`${pathTo("order", { id })}?tab=receipts`);
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Receive goods</h1>
        <p className="text-t2">
          <span className="mono">{order.number}</span> · {order.vendor} · {order.title}
        </p>
      </div>
      <Form<Values>
        formKey={`receive-${id}`}
        defaultValues={toForm(order, query.get("shipment") ?? "")}
        version={order.version}
        conflict={record.conflictOf((now) => toForm(now))}
        submitLabel="Post receipt"
        wide
        onCancel={back}
        onSubmit={async (values) => {
          await post.mutateAsync({
            path: `/api/v1/purchase-orders/${id}/actions/receive`,
            body: toBody(values),
            version: order.version,
          });
          back();
        }}
      >
        <ShipmentField open={notices} />
        {open.map((l, i) => (
          <Panel
            key={l.id}
            title={l.description}
            aside={
              <span className="text-t2">
                {isLumpSum(l) ? lineWords(l) : `${muchOf(l, l.quantity)} ordered`},{" "}
                {muchOf(l, l.receivedQuantity)} received
              </span>
            }
          >
            <FormRow>
              <QuantityField
                name={`lines.${i}.quantity`}
                label={isLumpSum(l) ? "Done now, $" : "Came now"}
                {...countedIn(l)}
                hint={announcedWords(notices, l)}
                required
              />
              <QuantityField
                name={`lines.${i}.rejectedQuantity`}
                label={isLumpSum(l) ? "Of it rejected, $" : "Of it rejected"}
                {...countedIn(l)}
              />
              <TextField name={`lines.${i}.rejectReason`} label="Why rejected" />
            </FormRow>
          </Panel>
        ))}
        <FormRow>
          <DateField name="receivedOn" label="Received on" hint="Today when left empty" />
          <TextField name="packingSlip" label="Packing slip" maxLength={80} />
        </FormRow>
        <FileDrop
          name="photos"
          label="Photos or delivery papers"
          accept="image/*,application/pdf"
        />
        <TextArea name="note" label="Note" rows={2} maxLength={2000} />
      </Form>
    </div>
  );
}
