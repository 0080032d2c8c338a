import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Values = { message: string; answerBy: string };

/** Sends terms and clauses as they stand as the next round. */
export function SendRound({
  contract: c,
  roundNo,
  onClose,
}: {
  contract: { id: string; number: string; vendor: string; version: number };
  roundNo: number;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  return (
    <Dialog
      onClose={onClose}
      title={`Send round ${roundNo} of ${c.number}?`}
      description={`${c.vendor} reads terms and clauses as they stand now and gets a letter. What is sent is fixed: it can be withdrawn, never changed.`}
    >
      <Form<Values>
        formKey={`round-${c.id}`}
        defaultValues={{ message: "", answerBy: "" }}
        submitLabel="Send"
        onCancel={onClose}
        onSubmit={async (body) => {
          await act.mutateAsync({
            path: `/api/v1/contracts/${c.id}/rounds`,
            body,
            version: c.version,
          });
          notify.done(`Round ${roundNo} sent`, c.vendor);
          onClose();
        }}
      >
        <DateField name="answerBy" label="Answer by" required />
        <TextArea name="message" label="Message to the vendor" rows={4} maxLength={4000} />
      </Form>
    </Dialog>
  );
}
