import { Form } from "#web/kit/form/Form.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Write to the vendor"
    >
      <Form<{ subject: string; body: string }>
        formKey={null}
        defaultValues={{ subject: "", body: "" }}
        submitLabel="Send"
        onCancel={onClose}
        onSubmit={async (v) =>
          onSent(
            (await send.mutateAsync({ path: "/api/v1/vendor-messages", body: { ...v, vendorId } }))
              .id,
          )
        }
      >
        <TextField name="subject" label="Subject" required maxLength={200} />
        <TextArea name="body" label="Message" rows={6} required maxLength={10_000} />
      </Form>
    </Dialog>
  );
}
