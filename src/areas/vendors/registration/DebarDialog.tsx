import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, FormRow, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** Debars a vendor: cause, notice, hearing, dates. */
export function DebarDialog({ vendorId, onClose }: { vendorId: string; onClose: () => void }) {
  const act = useMutationAction("vendors");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Debar this vendor"
      description="A decision of your agency, with notice, hearing and dates. The vendor is suspended; the last day alone does not lift that."
    >
      <Form<{
        cause: string;
        noticedOn: string;
        hearingOn: string;
        fromOn: string;
        untilOn: string;
      }>
        formKey={null}
        defaultValues={{ cause: "", noticedOn: "", hearingOn: "", fromOn: "", untilOn: "" }}
        submitLabel="Debar"
        onCancel={onClose}
        onSubmit={async (v) => {
          await act.mutateAsync({ path: `/api/v1/vendors/${vendorId}/debarments`, body: v });
          notify.done("Debarred");
          onClose();
        }}
      >
        <TextArea name="cause" label="Cause" rows={3} required maxLength={2000} />
        <FormRow>
          <DateField name="noticedOn" label="Notice given on" required />
          <DateField name="hearingOn" label="Hearing on" />
        </FormRow>
        <FormRow>
          <DateField name="fromOn" label="From" required />
          <DateField name="untilOn" label="Until" required />
        </FormRow>
      </Form>
    </Dialog>
  );
}

/** Ends a debarment before its last day, with a reason. */
export function EndDebarmentDialog({
  id,
  until,
  onClose,
}: {
  id: string;
  until: Day;
  onClose: () => void;
}) {
  const act = useMutationAction("vendors");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="End the debarment today?"
      description={`It would run until ${formatDate(until)}. The vendor stays suspended; Reinstate in the head of its page lets it work for you again.`}
    >
      <Form<{ reason: string }>
        formKey={null}
        defaultValues={{ reason: "" }}
        submitLabel="End the debarment"
        onCancel={onClose}
        onSubmit={async (body) => {
          await act.mutateAsync({ path: `/api/v1/vendor-debarments/${id}/actions/end`, body });
          notify.done(
            "The debarment is ended",
            "The vendor stays suspended until it is reinstated.",
          );
          onClose();
        }}
      >
        <TextArea name="reason" label="Reason" rows={3} maxLength={1000} required />
      </Form>
    </Dialog>
  );
}
