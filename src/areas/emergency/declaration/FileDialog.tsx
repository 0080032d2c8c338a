import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { emergencyNouns } from "../emergency.nouns.ts";
import type { PurchaseDetail } from "../purchase/purchase.model.ts";

type Values = { priceBasis: string; endsOn: string; recompeteOn: string; recompeteNote: string };

/** Completes the file of an emergency order. */
export function FileDialog({
  purchase: p,
  onClose,
}: {
  purchase: PurchaseDetail;
  onClose: () => void;
}) {
  const save = useMutationAction(...emergencyNouns);
  return (
    <Dialog onClose={onClose} title={`Complete the file of ${p.number}`}>
      <Form<Values>
        formKey={`emergency-file-${p.id}`}
        defaultValues={{
          priceBasis: p.priceBasis,
          endsOn: p.endsOn ?? "",
          recompeteOn: p.recompeteOn ?? "",
          recompeteNote: p.recompeteNote,
        }}
        version={p.version}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/emergency-purchases/${p.id}`,
            body: {
              ...values,
              endsOn: values.endsOn || null,
              recompeteOn: values.recompeteOn || null,
            },
            version: p.version,
          });
          notify.done("Saved", p.number);
          onClose();
        }}
      >
        <TextArea
          name="priceBasis"
          label="Why the price is reasonable"
          rows={2}
          maxLength={2000}
          hint="Quotes, an earlier price, a price list"
        />
        <DateField name="endsOn" label="The need ended on" />
        <DateField name="recompeteOn" label="What is still needed is competed on" />
        <TextField name="recompeteNote" label="Or the reason for no competition" maxLength={1000} />
      </Form>
    </Dialog>
  );
}
