import { Hand } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { RadioGroup } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { VendorPicker } from "#areas/vendors/vendors.ui.tsx";
import type { Invoice } from "../invoice/invoice.model.ts";
import { holdStatuses } from "./payment.labels.ts";
import type { Hold } from "./hold.model.ts";

const touched = ["payment-holds", "payables", "payment-runs", "invoices"];

/** Asks why a hold ends; who and why are kept. */
function LiftDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const act = useMutationAction(...touched);
  const lift = async (values: { reason: string }) => {
    await act.mutateAsync({ path: `/api/v1/payment-holds/${hold.id}/actions/lift`, body: values });
    notify.done("Hold lifted", hold.on);
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title={`Lift the hold on ${hold.on}?`}
      description={hold.reason}
      defaultValues={{ reason: "" }}
      submitLabel="Lift hold"
      onSubmit={lift}
      onClose={onClose}
    >
      <ReasonField label="Why it is lifted" maxLength={1000} />
    </FormDialog>
  );
}

function LiftButton({ hold }: { hold: Hold }) {
  const [open, setOpen] = useState(false);
  if (!hold.canLift) return null;
  return (
    <>
      <button type="button" className="btn btn-small" onClick={() => setOpen(true)}>
        Lift
      </button>
      {open && <LiftDialog hold={hold} onClose={() => setOpen(false)} />}
    </>
  );
}

type HoldFields = {
  scope: "vendor" | "invoice";
  vendorId: string | null;
  invoiceId: string | null;
  reason: string;
};
const scopes = [
  {
    value: "vendor",
    label: "A vendor",
    hint: "Nothing is paid to it, also from runs that are not released yet.",
  },
  { value: "invoice", label: "One invoice" },
];

const blank: HoldFields = { scope: "vendor", vendorId: null, invoiceId: null, reason: "" };
const holdForm = madeForm(
  "/api/v1/payment-holds",
  blank,
  ({ scope, vendorId, invoiceId, reason }) => ({
    reason,
    ...(scope === "vendor" ? { vendorId } : { invoiceId }),
  }),
);

function PlaceDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={holdForm}
      nouns={touched}
      title="Hold payment"
      submitLabel="Hold payment"
      onClose={onClose}
      onDone={() => notify.done("Payment is on hold")}
    >
      {(form) => (
        <>
          <RadioGroup name="scope" label="Hold" options={scopes} required />
          {form.watch("scope") === "vendor" ? (
            <VendorPicker any name="vendorId" label="Vendor" required />
          ) : (
            <Combobox<Invoice>
              name="invoiceId"
              label="Invoice"
              required
              path="/api/v1/invoices"
              query="unpaid=true"
              itemLabel={(i) => i.number}
              itemHint={(i) => i.vendor}
            />
          )}
          <ReasonField
            label="Reason"
            maxLength={500}
            hint="Shown to everyone who wants to pay it."
          />
        </>
      )}
    </RecordDialog>
  );
}

/**
 * The columns of the list; lifting is among the three facts that a phone shows, and beside what it
 * is about.
 */
export const holdColumns: readonly Column<Hold>[] = [
  {
    id: "on",
    label: "On hold",
    kind: "text",
    value: (h) => h.on,
    cell: (h) => (
      <Link
        className="text-link"
        to={
          h.invoiceId
            ? pathTo("invoice", { id: h.invoiceId })
            : pathTo("vendor", { id: h.vendorId })
        }
      >
        {h.on}
      </Link>
    ),
  },
  { id: "reason", label: "Reason", kind: "text", value: (h) => h.reason, sortable: false },
  { id: "placedBy", label: "Placed by", kind: "text", value: (h) => h.placedBy, sortable: false },
  { id: "placedAt", label: "Placed", kind: "instant", value: (h) => h.placedAt },
  {
    id: "lift",
    label: "Lift",
    kind: "text",
    value: (h) => (h.canLift ? "Lift" : null),
    sortable: false,
    leads: true,
    cell: (h) => <LiftButton hold={h} />,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (h) => h.status,
    statuses: holdStatuses,
    sortable: false,
  },
  {
    id: "liftReason",
    label: "Why lifted",
    kind: "text",
    value: (h) => h.liftReason,
    sortable: false,
  },
  {
    id: "liftedBy",
    label: "Lifted by",
    kind: "text",
    value: (h) => h.liftedBy,
    sortable: false,
    hidden: true,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(holdStatuses),
  },
];

/** What is held, by whom and why; holds are lifted with a reason. */
export function HoldList() {
  const { can } = useAuth();
  const [placing, setPlacing] = useState(false);
  const button = can("payment.hold") && (
    <button type="button" className="btn btn-primary" onClick={() => setPlacing(true)}>
      <Hand aria-hidden="true" />
      Hold payment
    </button>
  );
  return (
    <>
      <DataTable<Hold>
        name="payment-holds"
        title="Payment holds"
        path="/api/v1/payment-holds"
        columns={holdColumns}
        filters={filters}
        views={[{ id: "held", name: "Held now", query: "status=held" }]}
        defaultSort="-placedAt"
        actions={button}
        empty={{
          title: "Nothing is on hold",
          text: "A hold stops payment of a vendor or of one invoice, with its reason.",
        }}
      />
      {placing && <PlaceDialog onClose={() => setPlacing(false)} />}
    </>
  );
}
