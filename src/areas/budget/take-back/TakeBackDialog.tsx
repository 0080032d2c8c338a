import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { StrayGroup } from "./take-back.model.ts";

/** Takes a group of wrong lines back; the document that is made names each of them. */
export function TakeBackDialog({
  fiscalYearId,
  group,
  words,
  onClose,
}: {
  fiscalYearId: string;
  group: StrayGroup;
  words: string;
  onClose: () => void;
}) {
  const save = useMutationAction<{ number: string; lines: number }>(
    "budget-cycles",
    "budget-lines",
    "budget-proposals",
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Take lines back"
      description={`${words}. ${
        group.where === "line"
          ? "They come to nothing; the ledger keeps both entries."
          : "What departments asked for before stands again."
      }`}
    >
      <Form<{ reason: string }>
        formKey={null}
        defaultValues={{ reason: "" }}
        submitLabel="Take back"
        onCancel={onClose}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: `/api/v1/fiscal-years/${fiscalYearId}/take-backs`,
            body: { group: group.group, ...values },
          });
          notify.done(`${made.lines} lines taken back`, made.number);
          onClose();
        }}
      >
        <TextArea name="reason" label="Why" rows={3} required maxLength={2000} />
      </Form>
    </Dialog>
  );
}
