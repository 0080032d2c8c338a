import { endOfDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { heldName, type Answering } from "./ItemLine.tsx";

type Fields = { until: string; note: string };

/** Shortens or ends a right of a review, with a reason. */
export function AnswerDialog({ item, decision, onClose }: Answering & { onClose: () => void }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("rights-reviews", "rights", "members");
  const ends = decision === "end";
  const of = `${item.personName}: ${heldName(item)}`;
  const send = async ({ until, note }: Fields) => {
    await act.mutateAsync({
      path: `/api/v1/rights-reviews/items/${item.id}/actions/answer`,
      version: item.version,
      body: {
        decision,
        note,
        until: until ? new Date(endOfDate(day(until), timeZone)).toISOString() : null,
      },
    });
    notify.done(ends ? "Ended" : "Ends sooner", of);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={`${ends ? "End" : "Change"} ${of}`}
      description={
        ends
          ? "It is gone at once, and the person is told. What a provider or directory gives comes back with the next change there."
          : "It ends with the day that you choose; the person is told."
      }
      defaultValues={{ until: "", note: "" }}
      submitLabel={ends ? "End it" : "Change it"}
      onSubmit={send}
      onClose={onClose}
    >
      {!ends && <DateField name="until" label="Ends with" required />}
      <TextArea name="note" label="Why" rows={2} maxLength={500} required />
    </FormDialog>
  );
}
