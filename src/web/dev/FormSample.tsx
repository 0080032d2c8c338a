import { lineTotalCents } from "#kernel/money.ts";
import { api } from "../kit/api.ts";
import { Combobox } from "../kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  PercentField,
  QuantityField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "../kit/form/fields.tsx";
import { FileDrop } from "../kit/form/FileDrop.tsx";
import { Form } from "../kit/form/Form.tsx";
import { LineItems } from "../kit/form/LineItems.tsx";
import { isDecimal } from "../kit/form/inputs.tsx";
import type { SampleOrder } from "./sampleServer.ts";

type Values = Record<string, unknown>;
const blank = () => ({ description: "", quantity: "1", unitPrice: "" });
const defaults: Values = {
  orderId: "",
  vendorNumber: "0033-B",
  amountCents: 2_138_460,
  quantity: "1260",
  percent: "75",
  date: "2026-11-14",
  method: "",
  priority: "normal",
  rush: false,
  note: "",
  files: [],
  lines: [
    { description: "Trailer pump 6 in, rental day", quantity: "12", unitPrice: "940" },
    { description: "Diesel, gallon", quantity: "1260", unitPrice: "4.315" },
    blank(),
  ],
};
const total = (line: Record<string, unknown>) =>
  isDecimal(String(line.quantity), 4) && isDecimal(String(line.unitPrice), 4)
    ? lineTotalCents(String(line.quantity), String(line.unitPrice))
    : null;

export function FormSample() {
  return (
    <>
      <h1>New invoice</h1>
      <Form<Values>
        formKey="workbench"
        defaultValues={defaults}
        submitLabel="Save invoice"
        onSubmit={() => api("/api/v1/sample-invoices", { method: "POST", body: {} })}
        onCancel={() => undefined}
      >
        <Combobox<SampleOrder>
          name="orderId"
          label="Purchase order"
          required
          hint="Search by number, vendor or purpose"
          path="/api/v1/sample-orders"
          itemLabel={(order) => `${order.number} ${order.vendorName}`}
          itemHint={(order) => order.department}
        />
        <FormRow>
          <TextField name="vendorNumber" label="Vendor's number" required />
          <DateField name="date" label="Invoice date" required />
        </FormRow>
        <FormRow>
          <MoneyField name="amountCents" label="Amount" required />
          <QuantityField name="quantity" label="Quantity" unit="gal" />
          <PercentField name="percent" label="Federal share" />
        </FormRow>
        <SelectField
          name="method"
          label="Method"
          required
          options={[
            { value: "micro", label: "Micro-purchase" },
            { value: "bid", label: "Sealed bid" },
          ]}
        />
        <RadioGroup
          name="priority"
          label="Priority"
          required
          options={[
            { value: "normal", label: "Normal", hint: "Due in 30 days" },
            { value: "urgent", label: "Urgent", hint: "Needs a written reason" },
          ]}
        />
        <CheckboxField name="rush" label="Hold payment until the deposit slip is here" />
        <FormSection title="Lines">
          <LineItems
            name="lines"
            label="Lines"
            blank={blank}
            lineTotal={total}
            columns={[
              {
                name: "description",
                label: "Description",
                kind: "text",
                required: true,
                width: "w-1/2",
              },
              { name: "quantity", label: "Quantity", kind: "decimal", required: true },
              { name: "unitPrice", label: "Unit price, $", kind: "decimal", required: true },
            ]}
          />
        </FormSection>
        <TextArea name="note" label="Note" />
        <FileDrop name="files" label="Attachments" hint="PDF, XML or pictures, up to 25 MB each" />
      </Form>
    </>
  );
}
