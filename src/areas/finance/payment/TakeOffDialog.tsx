import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { formatCents } from "#kernel/money.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Payment } from "./payment.model.ts";

/**
 * Takes one payment off a run that is not released, with a reason; its invoices can be paid by
 * another run.
 */
export function TakeOffDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const act = useMutationAction("payment-runs", "payments", "payables", "invoices");
  const send = async (values: { reason: string }) => {
    await act.mutateAsync({
      path: `/api/v1/payments/${payment.id}/actions/cancel`,
      body: values,
      version: payment.version,
    });
    notify.done("Taken off the run", payment.number);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Take ${payment.number} off the run?`}
      description={`${payment.vendor}, ${formatCents(payment.amount)}. Its invoices are ready to pay again.`}
    >
      <Form<{ reason: string }>
        formKey={null}
        defaultValues={{ reason: "" }}
        submitLabel="Take off"
        onCancel={onClose}
        onSubmit={send}
      >
        <TextArea name="reason" label="Reason" rows={3} maxLength={2000} required />
      </Form>
    </Dialog>
  );
}
