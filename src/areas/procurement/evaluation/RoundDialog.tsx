import { Form } from "../../../web/kit/form/Form.tsx";
import { DateField, PercentField, SelectField, TextArea } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";

type Values = { bidId: string; heldOn: string; note: string; percentOff: string };

/** Records an interview, or what a bidder's best and final offer takes off its prices. */
export function RoundDialog({ e, kind, onClose }: { e: EvaluationDetail; kind: "interview" | "best_and_final"; onClose: () => void }) {
  const save = useMutationAction("evaluations"), offer = kind === "best_and_final";
  const submit = async (values: Values) => {
    await save.mutateAsync({ path: `/api/v1/evaluations/${e.id}/actions/record-round`, body: { kind, bidId: values.bidId, heldOn: values.heldOn, note: values.note, percentOff: offer ? values.percentOff : null } });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={offer ? "Best and final offer" : "Interview"} description={offer ? "All bidders who are asked are asked in the same round; what they answer is kept." : "What was asked and answered; it is scored with its criterion."}>
      <Form<Values> formKey={null} defaultValues={{ bidId: "", heldOn: new Date().toISOString().slice(0, 10), note: "", percentOff: "" }} submitLabel="Record" onSubmit={submit} onCancel={onClose}>
        <SelectField name="bidId" label="Bidder" required options={e.content!.bids.map((bid) => ({ value: bid.bidId, label: bid.vendorName }))} />
        <DateField name="heldOn" label={offer ? "Received on" : "Held on"} required />
        {offer && <PercentField name="percentOff" label="Off every price" required />}
        <TextArea name="note" label={offer ? "Letter or document" : "What took place"} required maxLength={4000} />
      </Form>
    </Dialog>
  );
}
