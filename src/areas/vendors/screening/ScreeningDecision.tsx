import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { RadioGroup } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ScreeningRow } from "./screening.model.ts";

type Decision = { decision: string; reason: string };

/** Decides whether the parties found are the vendor, with what shows it. */
export function DecisionDialog({
  screening,
  onClose,
}: {
  screening: ScreeningRow;
  onClose: () => void;
}) {
  const send = useMutationAction("vendors");
  const submit = async (values: Decision) => {
    await send.mutateAsync({
      path: `/api/v1/vendor-screenings/${screening.id}/decisions`,
      body: values,
    });
    notify.done(values.decision === "clear" ? "Cleared" : "Marked as excluded");
    onClose();
  };
  return (
    <FormDialog<Decision>
      title={`Is ${screening.subject.name} one of these parties?`}
      description="Compare names, owners, addresses and tax numbers. The decision holds for these parties while the vendor's name, UEI and address stay."
      className="dialog dialog-wide"
      defaultValues={{ decision: "", reason: "" }}
      submitLabel="Keep the decision"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        name="decision"
        label="Decision"
        required
        options={[
          {
            value: "clear",
            label: "No, another party",
            hint: "The vendor may be activated and paid.",
          },
          { value: "excluded", label: "Yes, the same", hint: "No orders and no payments." },
        ]}
      />
      <ReasonField label="What shows it" hint="Kept for ever with the evidence" />
    </FormDialog>
  );
}
