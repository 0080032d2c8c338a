import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, FormRow, TextArea } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** Debars a vendor: cause, notice, hearing, dates. */
export function DebarDialog({ vendorId, onClose }: { vendorId: string; onClose: () => void }) {
  const act = useMutationAction("vendors");
  return (
    <FormDialog<{
      cause: string;
      noticedOn: string;
      hearingOn: string;
      fromOn: string;
      untilOn: string;
    }>
      title="Debar this vendor"
      description="A decision of your agency, with notice, hearing and dates. The vendor is suspended; the last day alone does not lift that."
      defaultValues={{ cause: "", noticedOn: "", hearingOn: "", fromOn: "", untilOn: "" }}
      submitLabel="Debar"
      onSubmit={async (v) => {
        await act.mutateAsync({ path: `/api/v1/vendors/${vendorId}/debarments`, body: v });
        notify.done("Debarred");
        onClose();
      }}
      onClose={onClose}
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
    </FormDialog>
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
    <FormDialog<{ reason: string }>
      title="End the debarment today?"
      description={`It would run until ${formatDate(until)}. The vendor stays suspended; Reinstate in the head of its page lets it work for you again.`}
      defaultValues={{ reason: "" }}
      submitLabel="End the debarment"
      onSubmit={async (body) => {
        await act.mutateAsync({ path: `/api/v1/vendor-debarments/${id}/actions/end`, body });
        notify.done("The debarment is ended", "The vendor stays suspended until it is reinstated.");
        onClose();
      }}
      onClose={onClose}
    >
      <ReasonField label="Reason" maxLength={1000} />
    </FormDialog>
  );
}
