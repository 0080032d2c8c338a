import { CheckboxField, DateField, FormRow, MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Retainage } from "./retainage.model.ts";

type Values = {
  completedOn: string;
  costToCorrect: number | null;
  remaining: string;
  papersOpen: boolean;
  file: StoredFile[];
};

/** When the work was substantially complete, and what stood open then. */
export function CompletionDialog({
  contractId,
  retainage,
  onClose,
}: {
  contractId: string;
  retainage: Retainage;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts", "deadlines");
  const { completion } = retainage;
  const send = async ({ file, costToCorrect, ...values }: Values) => {
    await act.mutateAsync({
      method: "PUT",
      path: `/api/v1/contracts/${contractId}/completion`,
      version: completion?.version ?? 0,
      body: {
        ...values,
        costToCorrect: retainage.byList ? 0 : (costToCorrect ?? 0),
        fileId: file[0]?.id ?? completion?.fileId ?? null,
      },
    });
    notify.done("Saved");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Substantial completion"
      description="What may be withheld from then on, and by when the rest is released, follows by law."
      defaultValues={{
        completedOn: completion?.completedOn ?? "",
        costToCorrect: completion?.costToCorrect ?? null,
        remaining: completion?.remaining ?? "",
        papersOpen: completion?.papersOpen ?? true,
        file: [],
      }}
      submitLabel="Save"
      onSubmit={send}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="completedOn" label="Substantially complete on" required />
        {!retainage.byList && (
          <MoneyField name="costToCorrect" label="Cost to correct or complete" />
        )}
      </FormRow>
      <TextArea
        name="remaining"
        label="What remains"
        hint={
          retainage.byList
            ? "What the punch list of the project does not say"
            : "The punch list in words"
        }
        rows={3}
        maxLength={4000}
      />
      <CheckboxField name="papersOpen" label="Final papers are still to come" />
      <FileDrop name="file" label="Certificate" multiple={false} />
    </FormDialog>
  );
}
