import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import type { Order } from "#areas/procurement/procurement.public.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Scorecard } from "./performance.model.ts";
import { correctivePlanForm } from "./plan.form.ts";

const ratings = [5, 4, 3, 2, 1].map((n) => ({
  value: String(n),
  label: `${n} ${n === 5 ? "very good" : n === 1 ? "very bad" : ""}`.trim(),
}));

/** Rates one order of a vendor. */
export function EvaluateDialog({ vendorId, onClose }: { vendorId: string; onClose: () => void }) {
  const act = useMutationAction("vendor-performance");
  type Values = {
    purchaseOrderId: string;
    quality: string;
    timeliness: string;
    service: string;
    comment: string;
  };
  return (
    <FormDialog<Values>
      title="Evaluate an order"
      description="Once for each order that you dealt with. The vendor reads it and may answer."
      defaultValues={{
        purchaseOrderId: "",
        quality: "",
        timeliness: "",
        service: "",
        comment: "",
      }}
      submitLabel="Keep the evaluation"
      onSubmit={async (v) => {
        await act.mutateAsync({
          path: `/api/v1/vendors/${vendorId}/evaluations`,
          body: {
            ...v,
            quality: Number(v.quality),
            timeliness: Number(v.timeliness),
            service: Number(v.service),
          },
        });
        notify.done("Kept");
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<Order>
        name="purchaseOrderId"
        label="Order"
        required
        path="/api/v1/purchase-orders"
        query={`vendorId=${vendorId}&status=partly_received,received,closed,short_closed&count=none`}
        itemLabel={(o) => o.title}
        itemHint={(o) => o.number}
      />
      <FormRow>
        <SelectField name="quality" label="Quality" required options={ratings} />
        <SelectField name="timeliness" label="Timeliness" required options={ratings} />
        <SelectField name="service" label="Service" required options={ratings} />
      </FormRow>
      <TextArea name="comment" label="What you saw" rows={3} required maxLength={4000} />
    </FormDialog>
  );
}

/** Begins a plan for a vendor to become better. */
export function PlanDialog({ card, onClose }: { card: Scorecard; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RecordDialog
      form={correctivePlanForm}
      within={{ vendorId: card.vendorId }}
      title={`Corrective plan for ${card.vendor}`}
      description="It is a draft until you send it. The vendor answers, you agree, and at the end somebody says whether it was met."
      submitLabel="Draft the plan"
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("correctivePlan", { id }))}
    >
      <TextField name="title" label="Title" required maxLength={200} />
      <TextArea name="finding" label="What was found" rows={3} required maxLength={4000} />
      <TextArea name="wanted" label="What must become better" rows={3} required maxLength={4000} />
      <DateField name="dueOn" label="By" required />
    </RecordDialog>
  );
}
