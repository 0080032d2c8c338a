import { useFormContext, useWatch } from "react-hook-form";
import { VendorPicker } from "#areas/vendors/vendors.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormRow, QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { nonconformanceForm } from "../../nonconformance/nonconformance-form.ts";
import type {
  LineChoice,
  NonconformanceDetail,
} from "../../nonconformance/nonconformance.model.ts";

function Fields({ of, line }: { of: NonconformanceDetail | null; line: LineChoice | null }) {
  const form = useFormContext();
  const lineId = useWatch({ control: form.control, name: "receiptLineId" }) as string | null;
  return (
    <>
      <FileDrop
        name="photos"
        label="Photo"
        hint="Not needed where the rejected line of a receipt is chosen."
        accept="image/*"
        capture="environment"
        most={20}
      />
      <TextField name="title" label="What is wrong" required maxLength={200} />
      <TextField name="place" label="Where it is" maxLength={160} />
      <Combobox<LineChoice>
        name="receiptLineId"
        label="Rejected line of a receipt"
        path="/api/v1/rejected-lines"
        itemLabel={({ name }) => name}
        itemHint={({ hint }) => hint}
        currentLabel={of?.line ?? line?.name ?? null}
        onPick={(picked) => {
          form.setValue("quantity", picked.quantity, { shouldDirty: true });
          form.setValue("unit", picked.unit, { shouldDirty: true });
          form.setValue("vendorId", picked.vendorId);
        }}
      />
      {!lineId && (
        <VendorPicker any name="vendorId" label="Vendor" currentLabel={of?.vendorName || null} />
      )}
      <FormRow>
        <QuantityField name="quantity" label="Quantity" />
        <TextField name="unit" label="Unit" maxLength={40} />
      </FormRow>
      <TextArea name="description" label="Description" rows={3} maxLength={4000} />
    </>
  );
}

/** What does not meet its requirements: a new report (`of` null) or a change. */
export function ReportDialog({
  of,
  line,
  onClose,
  onDone,
}: {
  of: NonconformanceDetail | null;
  /** The rejected line of a receipt that a new one begins with. */
  line?: LineChoice;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  return (
    <RecordDialog
      form={nonconformanceForm}
      large
      {...(of && { record: of })}
      {...(line && {
        known: {
          ...{ receiptLineId: line.id, vendorId: line.vendorId },
          ...{ quantity: line.quantity, unit: line.unit },
        },
      })}
      title={of ? `Change ${of.number}` : "Report a nonconformance"}
      nouns={["nonconformances", "quality"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <Fields of={of} line={line ?? null} />
    </RecordDialog>
  );
}
