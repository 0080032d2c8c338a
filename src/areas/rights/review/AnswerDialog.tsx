import { endOfDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { heldName, type Answering } from "./ItemLine.tsx";

type Fields = { until: string; note: string };

const words = {
  keep: {
    verb: "Keep",
    done: "Kept",
    about: "One person holds both ends of what is kept apart: say why it stays so until its end.",
    button: "Keep it",
  },
  change: {
    verb: "Change",
    done: "Ends sooner",
    about: "It ends with the day that you choose; the person is told.",
    button: "Change it",
  },
  end: {
    verb: "End",
    done: "Ended",
    about:
      "It is gone at once, and the person is told. What a provider or directory gives comes back with the next change there.",
    button: "End it",
  },
} as const;

/** Keeps, shortens or ends a right of a review, with a reason. */
export function AnswerDialog({ item, decision, onClose }: Answering & { onClose: () => void }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("rights-reviews", "rights", "members");
  const { verb, done, about, button } = words[decision];
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
    notify.done(done, of);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={`${verb} ${of}`}
      description={about}
      defaultValues={{ until: "", note: "" }}
      submitLabel={button}
      onSubmit={send}
      onClose={onClose}
    >
      {decision === "change" && <DateField name="until" label="Ends with" required />}
      <TextArea name="note" label="Why" rows={2} maxLength={500} required />
    </FormDialog>
  );
}
