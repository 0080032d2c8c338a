import { Form } from "#web/kit/form/Form.tsx";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Is ${screening.subject.name} one of these parties?`}
      description="Compare names, owners, addresses and tax numbers. The decision holds for these parties while the vendor's name, UEI and address stay."
      className="dialog dialog-wide"
    >
      <Form<Decision>
        formKey={null}
        defaultValues={{ decision: "", reason: "" }}
        submitLabel="Keep the decision"
        onCancel={onClose}
        onSubmit={submit}
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
        <TextArea
          name="reason"
          label="What shows it"
          hint="Kept for ever with the evidence"
          required
          rows={3}
          maxLength={2000}
        />
      </Form>
    </Dialog>
  );
}
