import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { RegistrationDetail } from "./registration.model.ts";

/** Proposes the bank account of a registration; another person verifies it. */
export function BankDialog({
  record,
  onClose,
}: {
  record: RegistrationDetail;
  onClose: () => void;
}) {
  const act = useMutationAction("vendor-registrations", "vendors");
  return (
    <FormDialog<{ phone: string; source: string }>
      title="Propose the bank account"
      description={
        record.firstAccount
          ? "The call-back needs a number that was not taken from the registration. Another person makes the call."
          : "Another person calls the vendor on a number known before."
      }
      defaultValues={{ phone: "", source: "" }}
      submitLabel="Propose"
      onSubmit={async (v) => {
        await act.mutateAsync({
          path: `/api/v1/vendor-registrations/${record.id}/actions/proposeBank`,
          body: { callBack: record.firstAccount ? v : null },
        });
        notify.done("Proposed", "A second person verifies it under Bank on the vendor's record.");
        onClose();
      }}
      onClose={onClose}
    >
      {record.firstAccount && (
        <>
          <TextField name="phone" label="Number found independently" type="tel" required />
          <TextField
            name="source"
            label="Where it was found"
            hint="State register of corporations, an earlier contract"
            required
            maxLength={300}
          />
        </>
      )}
    </FormDialog>
  );
}
