import { useController } from "react-hook-form";
import { countOf, isLumpSum, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, FormRow, MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { agencyDay, shipmentDays } from "./order-days.labels.ts";
import type { PortalOrderDetail } from "./portal.model.ts";

type Props = { order: PortalOrderDetail; onClose: () => void };
type LineOf = PortalOrderDetail["lines"][number];
const trim = (text: string) => (Number(text) > 0 ? plainDecimal(text) : "");
const left = (line: LineOf): string => {
  const open = subtractQuantity(
    subtractQuantity(line.quantity, line.receivedQuantity),
    line.onTheWay,
  );
  return Number(open) > 0 ? open : "0";
};

const lineRow = [
  "grid gap-2 border-b border-hair py-2 last:border-0",
  "sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center",
].join(" ");

function TextCell({ name, label }: { name: string; label: string }) {
  const { field } = useController({ name });
  return (
    <input
      aria-label={label}
      className="field-control"
      maxLength={60}
      ref={field.ref}
      onBlur={field.onBlur}
      value={(field.value as string | null) ?? ""}
      onChange={field.onChange}
    />
  );
}

function NumberCell({ name, label, least }: { name: string; label: string; least: number }) {
  const { field } = useController({ name });
  return (
    <DecimalInput
      aria-label={label}
      least={least}
      ref={field.ref}
      onBlur={field.onBlur}
      value={(field.value as string | null) ?? ""}
      onChange={field.onChange}
    />
  );
}

type Column = { name: string; label: string; words?: true };
// A lump sum is an amount: it has no price of one.
const columnsOf = (line: LineOf, columns: readonly Column[]): readonly Column[] =>
  isLumpSum(line)
    ? columns
        .filter((c) => c.name !== "unitPrice")
        .map((c) => (c.name === "quantity" ? { ...c, label: "Amount, $" } : c))
    : columns;

/**
 * Lines of an order with a field or two each; they stand under each other, so that a phone shows
 * them whole.
 */
function LineFields({
  lines,
  columns,
  hint,
}: {
  lines: readonly LineOf[];
  columns: readonly Column[];
  hint: (line: LineOf) => string;
}) {
  return (
    <fieldset className="field">
      <legend>Lines</legend>
      <ul>
        {lines.map((line, at) => (
          <li key={line.id} className={lineRow}>
            <span className="min-w-0 text-t1">
              <span className="mono text-13 text-t3">{line.lineNo}</span> {line.description}
              <small className="block text-12 text-t3">{hint(line)}</small>
            </span>
            <span className="flex gap-2">
              {columnsOf(line, columns).map((c) => (
                <label key={c.name} className="grid w-28 gap-1 text-12 text-t3">
                  <span>{c.label}</span>
                  {c.words ? (
                    <TextCell
                      name={`lines.${at}.${c.name}`}
                      label={`${c.label}, line ${line.lineNo}`}
                    />
                  ) : (
                    <NumberCell
                      name={`lines.${at}.${c.name}`}
                      label={`${c.label}, line ${line.lineNo}`}
                      least={c.name === "unitPrice" || isLumpSum(line) ? 2 : 0}
                    />
                  )}
                </label>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const open = (order: PortalOrderDetail) => order.lines.filter((l) => !l.cancelled);

/** Asks the buyer for another date, quantity or price. */
export function ChangeDialog({ order, onClose }: Props) {
  const send = useMutationAction("vendor-orders");
  const lines = open(order);
  type Values = {
    reason: string;
    promisedOn: string;
    lines: { lineId: string; quantity: string; unitPrice: string }[];
  };
  const submit = async (v: Values) => {
    await send.mutateAsync({
      path: `/api/v1/vendor-orders/${order.orgId}/${order.id}/actions/request-change`,
      body: {
        reason: v.reason,
        promisedOn: v.promisedOn || null,
        lines: v.lines
          .filter((l) => l.quantity || l.unitPrice)
          .map((l) => ({
            lineId: l.lineId,
            quantity: l.quantity || null,
            unitPrice: l.unitPrice || null,
          })),
      },
    });
    notify.done("The buyer was asked");
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Ask to change ${order.number}`}
      description="The order stays as it is until the buyer accepts and sends the changed order. Leave empty what stays."
      defaultValues={{
        reason: "",
        promisedOn: "",
        lines: lines.map((l) => ({ lineId: l.id, quantity: "", unitPrice: "" })),
      }}
      submitLabel="Ask the buyer"
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField />
      <DateField name="promisedOn" label="Another delivery date" />
      <LineFields
        lines={lines}
        columns={[
          { name: "quantity", label: "Quantity" },
          { name: "unitPrice", label: "Unit price" },
        ]}
        hint={lineWords}
      />
    </FormDialog>
  );
}

/** Announces what has left: carrier, tracking, dates, quantities. */
export function ShipDialog({ order, onClose }: Props) {
  const send = useMutationAction("vendor-orders");
  const lines = open(order).filter((l) => Number(left(l)) > 0);
  type Values = {
    carrier: string;
    tracking: string;
    shippedOn: string;
    expectedOn: string;
    note: string;
    lines: { lineId: string; quantity: string; lot: string }[];
  };
  const submit = async ({ lines: shipped, ...head }: Values) => {
    await send.mutateAsync({
      path: `/api/v1/vendor-orders/${order.orgId}/${order.id}/actions/ship`,
      body: { ...head, lines: shipped.filter((l) => Number(l.quantity) > 0) },
    });
    notify.done("Shipment announced");
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Goods of ${order.number} have left`}
      description="The buyer is told, and whoever receives sees it on the order."
      defaultValues={{
        carrier: "",
        tracking: "",
        ...shipmentDays(order),
        note: "",
        lines: lines.map((l) => ({ lineId: l.id, quantity: trim(left(l)), lot: "" })),
      }}
      submitLabel="Announce"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <TextField
          name="carrier"
          label="Carrier"
          hint="Your own truck counts; write “Agency pick-up” where the agency fetches the goods"
          required
          maxLength={120}
        />
        <TextField name="tracking" label="Tracking number" maxLength={120} />
      </FormRow>
      <FormRow>
        <DateField name="shippedOn" label="Left on" required max={agencyDay(order)} />
        <DateField name="expectedOn" label="Expected on" required />
      </FormRow>
      <LineFields
        lines={lines}
        columns={[
          { name: "quantity", label: "Quantity" },
          { name: "lot", label: "Lot or batch", words: true },
        ]}
        hint={(l) => `${muchOf(l, left(l))} still to come`}
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </FormDialog>
  );
}

/** Sends an invoice for lines of the order; begins with what was accepted and not invoiced. */
export function InvoiceDialog({ order, onClose }: Props) {
  const send = useMutationAction("vendor-orders", "vendor-invoices");
  const lines = open(order);
  const today = agencyDay(order);
  type Values = {
    vendorNumber: string;
    invoiceDate: string;
    charges: number | null;
    tax: number | null;
    note: string;
    lines: { lineId: string; quantity: string; unitPrice: string }[];
  };
  const billable = (l: LineOf) => {
    const open = subtractQuantity(l.receivedQuantity, l.invoicedQuantity);
    return Number(open) > 0 ? open : "0";
  };
  const submit = async ({ lines: billed, charges, tax, ...head }: Values) => {
    const made = (await send.mutateAsync({
      path: `/api/v1/vendor-orders/${order.orgId}/${order.id}/invoices`,
      body: {
        ...head,
        charges: charges ?? 0,
        tax: tax ?? 0,
        lines: billed.filter((l) => Number(l.quantity) > 0),
      },
    })) as { number: string; status: string };
    notify.done(
      made.status === "matched" ? `${made.number} received and matched` : `${made.number} received`,
      made.status === "matched"
        ? undefined
        : "Something does not agree with the order; see Invoices.",
    );
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Invoice for ${order.number}`}
      description="Quantities begin with what the agency accepted and you have not invoiced. It is matched with order and receipts at once."
      defaultValues={{
        vendorNumber: "",
        invoiceDate: today,
        charges: null,
        tax: null,
        note: "",
        lines: lines.map((l) => ({
          lineId: l.id,
          quantity: trim(billable(l)),
          unitPrice: plainDecimal(l.unitPrice, 2),
        })),
      }}
      submitLabel="Send the invoice"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="vendorNumber" label="Your invoice number" required maxLength={60} />
        <DateField name="invoiceDate" label="Invoice date" required max={today} />
      </FormRow>
      <LineFields
        lines={lines}
        columns={[
          { name: "quantity", label: "Quantity" },
          { name: "unitPrice", label: "Unit price" },
        ]}
        hint={(l) =>
          `${countOf(l, l.receivedQuantity)} accepted, ${countOf(l, l.invoicedQuantity)} invoiced`
        }
      />
      <FormRow>
        <MoneyField name="charges" label="Freight and charges" />
        <MoneyField name="tax" label="Tax" />
      </FormRow>
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </FormDialog>
  );
}
