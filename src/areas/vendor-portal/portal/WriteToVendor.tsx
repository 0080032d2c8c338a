import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";

/** A new message to a vendor; `onSent` gets the id of its thread. */
export function WriteToVendor({
  vendorId,
  onClose,
  onSent,
}: {
  vendorId: string;
  onClose: () => void;
  onSent: (id: string) => void;
}) {
  const send = useMutationAction<{ id: string }>("vendor-messages");
  return (
    <FormDialog<{ subject: string; body: string }>
      title="Write to the vendor"
      defaultValues={{ subject: "", body: "" }}
      submitLabel="Send"
      onSubmit={async (v) =>
        onSent(
          (await send.mutateAsync({ path: "/api/v1/vendor-messages", body: { ...v, vendorId } }))
            .id,
        )
      }
      onClose={onClose}
    >
      <TextField name="subject" label="Subject" required maxLength={200} />
      <TextArea name="body" label="Message" rows={6} required maxLength={10_000} />
    </FormDialog>
  );
}
