import { useState } from "react";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { InstantField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";

type Values = { dueAt: string; note: string };

/** The chair chooses who is asked for a best and final offer, until when, and says what about. */
export function AskFinalOffers({ e, onClose }: { e: EvaluationDetail; onClose: () => void }) {
  const bids = e.content!.bids.filter(
    (bid) => bid.responsive !== false && bid.responsible !== false,
  );
  const [chosen, setChosen] = useState<readonly string[]>(bids.map((bid) => bid.bidId));
  const send = useMutationAction("evaluations");
  const toggle = (id: string) =>
    setChosen((old) => (old.includes(id) ? old.filter((each) => each !== id) : [...old, id]));
  const submit = async (values: Values) => {
    await send.mutateAsync({
      path: `/api/v1/evaluations/${e.id}/actions/ask-final-offers`,
      body: { bidIds: chosen, ...values },
    });
    notify.done("Asked", "Every one of them is told by mail and in the portal.");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Ask for best and final offers"
      description="Everybody asked has the same time. What they answer stays sealed until then; whoever does not answer stands by its bid."
      defaultValues={{ dueAt: "", note: "" }}
      submitLabel="Ask them"
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="field">
        <legend>Who is asked</legend>
        <ul>
          {bids.map((bid) => (
            <li key={bid.bidId}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(bid.bidId)}
                  onChange={() => toggle(bid.bidId)}
                />
                <span>{bid.vendorName}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <InstantField
        name="dueAt"
        label="Until"
        required
        hint="By the clock of the database. At that instant a first offer counts; a replacement no more."
      />
      <TextArea name="note" label="What it is about" rows={3} maxLength={4000} />
    </FormDialog>
  );
}
