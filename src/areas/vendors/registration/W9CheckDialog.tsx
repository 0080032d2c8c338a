import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { RegistrationDetail } from "./registration.model.ts";

type Values = { result: string; note: string };

/** Keeps what the comparison with Form W-9 showed. */
export function CheckDialog({
  record,
  onClose,
}: {
  record: RegistrationDetail;
  onClose: () => void;
}) {
  const send = useMutationAction("vendor-registrations");
  const submit = async (values: Values) => {
    await send.mutateAsync({
      path: `/api/v1/vendor-registrations/${record.id}/actions/check-w9`,
      body: values,
      version: record.version,
    });
    notify.done("Comparison kept");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Compare Form W-9"
      description={`Submitted: ${record.name}, tax number ending in ${record.tinLast4 ?? "—"}. The form is under Documents.`}
      defaultValues={{ result: "", note: "" }}
      submitLabel="Keep the comparison"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        name="result"
        label="Form W-9"
        required
        options={[
          {
            value: "agrees",
            label: "Agrees",
            hint: "Signed, and name and number are those submitted.",
          },
          {
            value: "differs",
            label: "Does not agree",
            hint: "It cannot be accepted; return it with what is wrong.",
          },
        ]}
      />
      <TextArea
        name="note"
        label="How it was checked"
        hint="Such as the answer of the tax service's TIN matching"
        rows={3}
        maxLength={1000}
      />
    </FormDialog>
  );
}
