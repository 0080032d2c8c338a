import { dateIn } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";

type Values = { bidId: string; heldOn: string; note: string };

/** Records an interview. */
export function RoundDialog({ e, onClose }: { e: EvaluationDetail; onClose: () => void }) {
  const save = useMutationAction("evaluations");
  const { timeZone } = useAgency();
  const submit = async (values: Values) => {
    await save.mutateAsync({
      path: `/api/v1/evaluations/${e.id}/actions/record-interview`,
      body: values,
    });
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Interview"
      description="What was asked and answered; it is scored with its criterion."
      defaultValues={{ bidId: "", heldOn: dateIn(new Date().toISOString(), timeZone), note: "" }}
      submitLabel="Record"
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="bidId"
        label="Bidder"
        required
        options={e.content!.bids.map((bid) => ({ value: bid.bidId, label: bid.vendorName }))}
      />
      <DateField name="heldOn" label="Held on" required />
      <TextArea name="note" label="What took place" required maxLength={4000} />
    </FormDialog>
  );
}
