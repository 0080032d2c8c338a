import { counted } from "#kernel/words.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
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
    <FormDialog<{ reason: string }>
      title="Take lines back"
      description={`${words}. ${
        group.where === "line"
          ? "They come to nothing; the ledger keeps both entries."
          : "What departments asked for before stands again."
      }`}
      defaultValues={{ reason: "" }}
      submitLabel="Take back"
      onSubmit={async (values) => {
        const made = await save.mutateAsync({
          path: `/api/v1/fiscal-years/${fiscalYearId}/take-backs`,
          body: { group: group.group, ...values },
        });
        notify.done(`${counted(made.lines, "line")} taken back`, made.number);
        onClose();
      }}
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  );
}
