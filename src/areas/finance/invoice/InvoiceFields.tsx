import { useFormContext, useWatch } from "react-hook-form";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { isTypedLumpSum } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  RadioGroup,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { api } from "#web/kit/api.ts";
import { formOf, type FormValues } from "#web/kit/form/values.ts";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import type { Order, OrderDetail } from "#areas/procurement/procurement.public.ts";
import { OrderLines } from "./OrderLines.tsx";
import type { z } from "zod";
import type { InvoiceDetail, invoiceLineInput, InvoiceInput } from "./invoice.model.ts";
import { linesBilled, linesLeft } from "./prefill.model.ts";
import { lineAmount } from "./totals.model.ts";

export type InvoiceFormLine = FormValues<z.output<typeof invoiceLineInput>> & {
  /** Which line of the document it was read from. */
  from: number | null;
};
export type InvoiceForm = FormValues<Omit<InvoiceInput, "lines">> & {
  lines: InvoiceFormLine[];
  document: StoredFile[];
};

/** An empty line. */
export const blankLine = (): InvoiceFormLine => ({
  purchaseOrderLineId: null,
  accountStringId: null,
  description: "",
  quantity: "1",
  unit: "",
  unitPrice: "",
  adjustment: 0,
  statedAmount: null,
  from: null,
});

/** An empty form. */
export const blankInvoice = (currency: string): InvoiceForm => ({
  vendorId: "",
  purchaseOrderId: null,
  kind: "invoice",
  vendorNumber: "",
  invoiceDate: "",
  receivedOn: null,
  serviceFrom: null,
  serviceTo: null,
  termsDays: null,
  terms: null,
  allowances: 0,
  charges: 0,
  tax: 0,
  rounding: 0,
  statedTotal: null,
  retainage: null,
  currency,
  note: "",
  fileId: null,
  lines: [blankLine()],
  document: [],
});

/** A stored invoice as the form's values. */
export const toForm = (i: InvoiceDetail): InvoiceForm => ({
  ...formOf(blankInvoice(i.currency), i),
  lines: i.lines.map((line) => formOf(blankLine(), line)),
});

/**
 * What the API takes: empty texts of optional fields are left out; a document that was uploaded
 * takes the place of the one before.
 */
export const toInput = ({ document, ...form }: InvoiceForm) => ({
  ...form,
  lines: form.lines.map(({ from: _from, ...line }) =>
    form.purchaseOrderId && line.purchaseOrderLineId
      ? { ...line, accountStringId: null }
      : { ...line, purchaseOrderLineId: null, accountStringId: line.accountStringId || null },
  ),
  fileId: document?.[0]?.id ?? form.fileId,
  purchaseOrderId: form.purchaseOrderId || null,
  receivedOn: form.receivedOn || null,
  serviceFrom: form.serviceFrom || null,
  serviceTo: form.serviceTo || null,
  termsDays:
    form.termsDays === null || Number.isNaN(Number(form.termsDays)) ? null : Number(form.termsDays),
  terms: form.terms?.trim() || null,
  statedTotal: form.statedTotal ?? null,
  retainage: form.retainage ?? null,
});

/** The form of an invoice. */
export const invoiceForm = {
  path: "/api/v1/invoices",
  blank: (known: object = {}): InvoiceForm => ({ ...blankInvoice("USD"), ...known }),
  toForm,
  toInput,
};

const totalOf = (line: Record<string, unknown>): number | null => {
  const { quantity, unitPrice, adjustment } = line as InvoiceFormLine;
  if (!/^-?\d+(\.\d{1,4})?$/.test(quantity) || !/^-?\d+(\.\d{1,4})?$/.test(unitPrice)) return null;
  return lineAmount({ quantity, unitPrice, adjustment: adjustment || 0, statedAmount: null });
};

/** What has no line of an order says itself where it is charged. */
const chargesItself = (line: Record<string, unknown>): boolean => !line.purchaseOrderLineId;
const free = (account: AccountString) =>
  account.available === null ? "no budget line" : `${formatCents(account.available)} free`;

// The quantity of a lump sum is dollars, and it has no price.
const lumpSays =
  (words: string) =>
  (line: Record<string, unknown>): string | null =>
    isTypedLumpSum(line as InvoiceFormLine) ? words : null;

const useLineColumns = (ordered: boolean, departmentId: string | undefined): LineColumn[] => {
  const lines = useWatch({ name: "lines" }) as InvoiceFormLine[];
  const used = [...new Set(lines.flatMap((l) => l.accountStringId ?? []))].toSorted().join(",");
  const accounts = useGet<{ items: AccountString[] }>(
    "account-strings",
    `/api/v1/account-strings?ids=${used}`,
    { enabled: used !== "" },
  );
  const label = (a: AccountString) => `${a.code} · ${a.label}`;
  const named = accounts.data?.items ?? [];
  const current = (id: string) => {
    const found = named.find((a) => a.id === id);
    return found ? label(found) : null;
  };
  const charged: LineColumn = {
    name: "accountStringId",
    label: "Charged to",
    kind: "lookup",
    required: !ordered,
    width: "w-[210px]",
    path: "/api/v1/account-strings",
    ...(departmentId ? { query: `departmentId=${departmentId}` } : {}),
    itemLabel: label,
    itemHint: free,
    current,
    ...(ordered ? { fixed: (line) => (chargesItself(line) ? null : "As ordered") } : {}),
  };
  return [
    { name: "description", label: "Description", kind: "text", required: true },
    ...(ordered &&
    !lines.some((l) => chargesItself(l) && (lines.length > 1 || l.description !== ""))
      ? []
      : [charged]),
    { name: "quantity", label: "Quantity", kind: "decimal", required: true, width: "w-[110px]" },
    {
      name: "unit",
      label: "Unit",
      kind: "text",
      width: "w-[90px]",
      instead: lumpSays("dollars"),
    },
    {
      name: "unitPrice",
      label: "Unit price",
      kind: "decimal",
      least: 2,
      required: true,
      width: "w-[130px]",
      instead: lumpSays("Lump sum"),
    },
  ];
};

/**
 * Makes an order's vendor and lines those of the form: what is left to invoice, of a credit note
 * what was invoiced.
 */
export const useTakeOrder = () => {
  const { getValues, setValue } = useFormContext<InvoiceForm>();
  return async (orderId: string) => {
    const order = await api<OrderDetail>(`/api/v1/purchase-orders/${orderId}`);
    setValue("vendorId", order.vendorId, { shouldDirty: true });
    const credit = getValues("kind") === "credit_note";
    const found = credit ? linesBilled(order) : linesLeft(order);
    const lines = found.map((line) => ({ ...blankLine(), ...line }));
    setValue("lines", lines.length ? lines : [blankLine()], { shouldDirty: true });
    if (!lines.length)
      notify.info(
        credit
          ? `Nothing on ${order.number} is invoiced`
          : `Everything on ${order.number} is invoiced`,
        "No line was taken over.",
      );
  };
};

const retainageHint = (percent = "0") =>
  Number(percent) > 0
    ? `Left empty: ${Number(percent)}% of the total, as its contract says`
    : "Withheld until released";

/** When it is to be paid, and in what. */
function TermsRow({ currency }: { currency: string }) {
  return (
    <FormRow>
      <QuantityField
        name="termsDays"
        label="Terms"
        unit="days"
        decimals={0}
        hint="The order's terms decide when there is an order"
      />
      <TextField
        name="terms"
        label="Discount terms"
        maxLength={60}
        hint="As the bill states them, such as 2/10 net 30; empty: as the vendor's bills do"
      />
      <TextField
        name="currency"
        label="Currency"
        hint={`The agency pays in ${currency}`}
        maxLength={3}
      />
    </FormRow>
  );
}

/** The fields of an invoice: for entering and for correcting one. */
export function InvoiceFields({
  vendorLabel,
  orderLabel,
  documentName,
}: {
  vendorLabel?: string;
  orderLabel?: string | null;
  documentName?: string | null;
}) {
  const { currency } = useAgency();
  const [vendorId, purchaseOrderId, kind] = useWatch({
    name: ["vendorId", "purchaseOrderId", "kind"],
  }) as [string, string | null, InvoiceForm["kind"]];
  const order = useGet<OrderDetail>(
    "purchase-orders",
    `/api/v1/purchase-orders/${purchaseOrderId}`,
    { enabled: Boolean(purchaseOrderId) },
  );
  const columns = useLineColumns(Boolean(purchaseOrderId), order.data?.departmentId);
  const vendor = useGet<{ name: string }>("vendors", `/api/v1/vendors/${vendorId}`, {
    enabled: Boolean(vendorId),
  });
  const takeOrder = useTakeOrder();
  const take = (id: string) =>
    void takeOrder(id).catch((error: unknown) =>
      notify.failed("The order's lines were not taken over", error),
    );
  const { setValue } = useFormContext<InvoiceForm>();
  return (
    <>
      <FormSection title="Where it comes from">
        <Combobox<Order>
          name="purchaseOrderId"
          label="Purchase order"
          path="/api/v1/purchase-orders"
          query={vendorId ? `open=true&vendorId=${vendorId}` : "open=true"}
          itemLabel={(o) => o.number}
          itemHint={(o) => `${o.vendor} · ${o.title}`}
          currentLabel={orderLabel ?? order.data?.number ?? null}
          onPick={(o) => take(o.id)}
          hint="Its lines are taken over; the match compares them with what was received."
        />
        <Combobox<{ id: string; name: string; number: string; termsDays: number }>
          name="vendorId"
          label="Vendor"
          required
          path="/api/v1/vendors"
          query="status=active"
          itemLabel={(v) => v.name}
          itemHint={(v) => v.number}
          currentLabel={vendorLabel ?? vendor.data?.name ?? null}
          onPick={(v) => setValue("termsDays", v.termsDays, { shouldDirty: true })}
        />
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
          <TextField name="vendorNumber" label="Vendor's number" required maxLength={60} />
          <DateField name="invoiceDate" label="Invoice date" required />
          <DateField name="receivedOn" label="Received on" hint="Today when left empty" />
        </FormRow>
        <FormRow>
          <DateField
            name="serviceFrom"
            label="Work from"
            hint="Where the invoice says which days it bills; a grant pays by these days"
          />
          <DateField name="serviceTo" label="Work to" />
        </FormRow>
      </FormSection>
      <FormSection title="What is billed">
        <LineItems
          name="lines"
          label="Lines"
          blank={blankLine}
          lineTotal={totalOf}
          min={1}
          columns={columns}
        />
        {purchaseOrderId && (
          <p className="text-12 text-t3">
            A line that the order does not have names the account that is charged; without one it
            can be saved, not sent for approval.
          </p>
        )}
        {purchaseOrderId && kind === "credit_note" && (
          <button type="button" className="btn btn-small" onClick={() => take(purchaseOrderId)}>
            Take over what was invoiced
          </button>
        )}
        <OrderLines orderId={purchaseOrderId} />
      </FormSection>
      <FormSection title="Totals">
        <FormRow>
          <MoneyField name="allowances" label="Allowances" />
          <MoneyField name="charges" label="Charges" hint="Freight, fees" />
          <MoneyField name="tax" label="Tax" />
        </FormRow>
        <FormRow>
          <MoneyField name="rounding" label="Rounding" />
          <MoneyField
            name="statedTotal"
            label="Total on the invoice"
            hint="Differences are explained"
          />
          <MoneyField
            name="retainage"
            label="Retainage"
            hint={retainageHint(order.data?.retainagePercent)}
          />
        </FormRow>
        <TermsRow currency={currency} />
        <TextArea name="note" label="Note" rows={2} maxLength={2000} />
        <FileDrop
          name="document"
          label="Document"
          multiple={false}
          hint={
            documentName
              ? `${documentName} is kept with the invoice; another file takes its place.`
              : "The invoice as it came: PDF, picture or XML. It is kept with the invoice."
          }
        />
      </FormSection>
    </>
  );
}
