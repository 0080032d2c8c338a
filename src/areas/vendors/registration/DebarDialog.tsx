import { Form } from "../../../web/kit/form/Form.tsx";
import { DateField, FormRow, TextArea } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { notify } from "../../../web/kit/Toasts.tsx";

/** Debars a vendor: cause, notice, hearing, dates. */
export function DebarDialog({ vendorId, onClose }: { vendorId: string; onClose: () => void }) {
  const act = useMutationAction("vendors");
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title="Debar this vendor" description="A decision of your agency, with notice, hearing and dates. The vendor is suspended; the last day alone does not lift that.">
      <Form<{ cause: string; noticedOn: string; hearingOn: string; fromOn: string; untilOn: string }> formKey={null} defaultValues={{ cause: "", noticedOn: "", hearingOn: "", fromOn: "", untilOn: "" }} submitLabel="Debar" onCancel={onClose} onSubmit={async (v) => { await act.mutateAsync({ path: `/api/v1/vendors/${vendorId}/debarments`, body: v }); notify.done("Debarred"); onClose(); }}>
        <TextArea name="cause" label="Cause" rows={3} required maxLength={2000} /><FormRow><DateField name="noticedOn" label="Notice given on" required /><DateField name="hearingOn" label="Hearing on" /></FormRow><FormRow><DateField name="fromOn" label="From" required /><DateField name="untilOn" label="Until" required /></FormRow>
      </Form>
    </Dialog>
  );
}
