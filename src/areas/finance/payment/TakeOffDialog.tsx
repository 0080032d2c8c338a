import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { formatCents } from "#kernel/money.ts";
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
    <FormDialog<{ reason: string }>
      title={`Take ${payment.number} off the run?`}
      description={`${payment.vendor}, ${formatCents(payment.amount)}. Its invoices are ready to pay again.`}
      defaultValues={{ reason: "" }}
      submitLabel="Take off"
      onSubmit={send}
      onClose={onClose}
    >
      <ReasonField label="Reason" />
    </FormDialog>
  );
}
