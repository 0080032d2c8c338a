import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { BankMonthDetail, ElsewhereInput } from "./month.model.ts";

/** Notes what the agency's finance system has on the last day. */
export function ElsewhereDialog({
  month: m,
  onClose,
}: {
  month: BankMonthDetail;
  onClose: () => void;
}) {
  const save = useMutationAction("bank-months");
  return (
    <FormDialog<ElsewhereInput>
      title="The finance system"
      description="Its cash balance of this account on the last day of the month. The reviewer reads it beside the books here."
      defaultValues={{ elsewhere: m.elsewhere, elsewhereNote: m.elsewhereNote }}
      submitLabel="Note it"
      onSubmit={async (body) => {
        await save.mutateAsync({
          path: `/api/v1/bank-months/${m.id}`,
          method: "PATCH",
          body,
          version: m.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <MoneyField name="elsewhere" label="Balance in the finance system" />
      <TextArea name="elsewhereNote" label="Why it differs" maxLength={1000} />
    </FormDialog>
  );
}
