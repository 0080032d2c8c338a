import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { LinePlaces, type TellPlaces } from "#web/kit/document/LinePlaces.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  RadioGroup,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  addedLine,
  documentForm,
  formCents,
  lineCents,
  type BilledOrder,
  type DocumentForm,
  type SentFile,
} from "./document-values.ts";
import type { VendorReading } from "./vendor-document.model.ts";

const columnsOf = (order: BilledOrder): LineColumn[] => [
  { name: "description", label: "Description", kind: "text", required: true },
  {
    name: "lineId",
    label: "Line of the order",
    kind: "select",
    required: true,
    options: [
      ...order.lines
        .filter(({ cancelled }) => !cancelled)
        .map((line) => ({ value: line.id, label: `${line.lineNo} ${line.description}` })),
      { value: "none", label: "Not on the order" },
    ],
  },
  { name: "quantity", label: "Quantity", kind: "decimal", required: true, width: "w-[100px]" },
  { name: "unit", label: "Unit", kind: "text", width: "w-[80px]" },
  {
    name: "unitPrice",
    label: "Unit price",
    kind: "decimal",
    least: 2,
    required: true,
    width: "w-[110px]",
  },
];

/** Whether what stands in the form comes to what the document states. */
function Comes() {
  const form = useWatch() as DocumentForm;
  const cents = formCents(form);
  if (cents === null) return null;
  const money = (amount: number) => formatCents(amount, { currency: form.currency });
  const same = form.statedTotal === null || form.statedTotal === cents;
  return (
    <p className={`notice ${same ? "tone-success" : "tone-warning"}`} role="status">
      {form.statedTotal === null
        ? `It comes to ${money(cents)}.`
        : same
          ? `It comes to ${money(cents)}, as the document says.`
          : `It comes to ${money(cents)}; the document says ${money(form.statedTotal)}.`}
    </p>
  );
}

/** A discount of a line stands with it: nobody loses it by changing the quantity. */
function LineDiscounts() {
  const { getValues } = useFormContext<DocumentForm>();
  const lines = (useWatch({ name: "lines" }) as DocumentForm["lines"]) ?? getValues("lines");
  const with_ = lines.flatMap(({ adjustment }, at) =>
    adjustment === 0 ? [] : [`line ${at + 1}: ${formatCents(adjustment)}`],
  );
  return with_.length === 0 ? null : (
    <p className="text-13 text-t3">
      Discounts and charges of lines stand with them: {with_.join("; ")}.
    </p>
  );
}

/** What was read of a vendor's document, to be corrected and sent. */
export function VendorDocumentFields({
  order,
  file,
  read,
  onPlaces,
  onAgain,
}: {
  order: BilledOrder;
  file: SentFile;
  read: VendorReading;
  onPlaces: TellPlaces;
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  return (
    <RecordForm
      form={documentForm(order, file, read)}
      draft={null}
      nouns={["vendor-invoices", "vendor-orders", "vendor-overview"]}
      submitLabel="Send the invoice"
      onCancel={onAgain}
      onSaved={(_id, { answer }) => {
        const matched = answer["status"] === "matched";
        notify.done(
          `${answer["number"] as string} received${matched ? " and matched" : ""}`,
          matched ? undefined : "Something waits for the agency; see below why.",
        );
        void navigate("/vendor-portal/invoices");
      }}
    >
      <LinePlaces onPlaces={onPlaces} />
      <FormSection title={`For ${order.number}, ${order.agency}`}>
        <RadioGroup
          name="kind"
          label="Kind"
          required
          options={[
            { value: "invoice", label: "Invoice" },
            { value: "credit_note", label: "Credit note" },
          ]}
        />
        <FormRow>
          <TextField name="vendorNumber" label="Your invoice number" required maxLength={60} />
          <DateField name="invoiceDate" label="Invoice date" required />
          <TextField name="currency" label="Currency" required maxLength={3} />
        </FormRow>
      </FormSection>
      <FormSection title="What you bill">
        <LineItems
          name="lines"
          label="Lines"
          blank={addedLine}
          lineTotal={lineCents}
          columns={columnsOf(order)}
        />
        <LineDiscounts />
      </FormSection>
      <FormSection title="Totals">
        <FormRow>
          <MoneyField name="allowances" label="Discount" />
          <MoneyField name="charges" label="Freight and charges" />
          <MoneyField name="tax" label="Tax" />
        </FormRow>
        <MoneyField name="statedTotal" label="Total on the document" />
        <Comes />
        <TextArea name="note" label="Note" rows={2} maxLength={2000} />
      </FormSection>
    </RecordForm>
  );
}
