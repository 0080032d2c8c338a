import { useNavigate, useParams } from "react-router";
import { useWatch } from "react-hook-form";
import { pathTo } from "../../../areas.ts";
import { formatCents, lineTotalCents } from "../../../kernel/money.ts";
import { plainDecimal, shownDecimal } from "../../../kernel/quantity.ts";
import { CheckboxField, DateField, FormRow, QuantityField, TextArea } from "../../../web/kit/form/fields.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { useOpened } from "../../../web/kit/form/opened.ts";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "../../../web/kit/states.tsx";
import type { OrderDetail } from "./order.model.ts";

type Values = { reason: string; promisedOn: string | null; lines: { id: string; quantity: string; unitPrice: string; cancelled: boolean }[] };

const isNumber = (text: string) => /^\d+(\.\d{1,4})?$/.test(text);

function Difference({ order }: { order: OrderDetail }) {
  const lines = useWatch({ name: "lines" }) as Values["lines"];
  const total = lines.reduce((n, l) => n + (l.cancelled || !isNumber(l.quantity) || !isNumber(l.unitPrice) ? 0 : lineTotalCents(l.quantity, l.unitPrice)), 0);
  const difference = total - order.lines.filter((l) => !l.cancelled).reduce((n, l) => n + l.amount, 0);
  return (
    <Panel title="What the change means">
      <dl className="facts"><dt>Before</dt><dd>{formatCents(order.amount)}</dd><dt>After</dt><dd>{formatCents(total)}</dd><dt>Difference</dt><dd className="font-semibold">{formatCents(difference)}</dd></dl>
      <p className="mt-3 text-t2">{difference > 0 ? "The difference waits for approval; until then the order stays as it is. Only the difference is encumbered." : difference < 0 ? "The change applies at once and releases the difference." : "The price stays the same; the change applies at once."}</p>
    </Panel>
  );
}

const openLines = (order: OrderDetail) => order.lines.filter((l) => !l.cancelled);
const toForm = (order: OrderDetail): Values => ({ reason: "", promisedOn: order.promisedOn, lines: openLines(order).map((l) => ({ id: l.id, quantity: plainDecimal(l.quantity), unitPrice: plainDecimal(l.unitPrice, 2), cancelled: false })) });

/** Changes an issued order: quantities, prices, cancelled lines, the promised date. The vendor gets the new version. */
export default function OrderChange() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<OrderDetail>("/api/v1/purchase-orders", id);
  const change = useMutationAction("purchase-orders");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record) return <ErrorPanel error={record.error} what="This order" onRetry={() => void record.refetch()} />;
  const order = record.record, open = openLines(order);
  const toBody = (v: Values) => ({ reason: v.reason, promisedOn: v.promisedOn && v.promisedOn !== order.promisedOn ? v.promisedOn : null, added: [], lines: v.lines.filter((l, i) => l.cancelled || Number(l.quantity) !== Number(open[i]!.quantity) || Number(l.unitPrice) !== Number(open[i]!.unitPrice)) });
  const back = () => void navigate(pathTo("order", { id }));
  return (
    <div className="stack">
      <div><h1 className="text-22 font-semibold">Change order</h1><p className="text-t2"><span className="mono">{order.number}</span> · version {order.revision} · {order.vendor}</p></div>
      <Form<Values> formKey={`order-change-${id}`} defaultValues={toForm(order)} version={order.version} conflict={record.conflictOf(toForm)} submitLabel="Send the change" wide onCancel={back} onSubmit={async (values) => { await change.mutateAsync({ path: `/api/v1/purchase-orders/${id}/actions/change`, body: toBody(values), version: order.version }); back(); }}>
        {open.map((l, i) => (
          <Panel key={l.id} title={l.description} aside={<span className="text-t2">{shownDecimal(l.receivedQuantity)} {l.unit} received, {shownDecimal(l.invoicedQuantity)} invoiced</span>}>
            <FormRow><QuantityField name={`lines.${i}.quantity`} label="Quantity" unit={l.unit} required /><QuantityField name={`lines.${i}.unitPrice`} label="Unit price, $" least={2} required /></FormRow>
            <CheckboxField name={`lines.${i}.cancelled`} label="Cancel this line" />
          </Panel>
        ))}
        <DateField name="promisedOn" label="Promised on" />
        <TextArea name="reason" label="Why it changes" required rows={3} maxLength={1000} />
        <Difference order={order} />
      </Form>
    </div>
  );
}
