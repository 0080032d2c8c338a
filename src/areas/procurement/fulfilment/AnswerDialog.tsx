import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ChangeRequest } from "./fulfilment.model.ts";

/** Answers a vendor's wish to change an order. */
export function AnswerDialog({
  request,
  action,
  orderId,
  onClose,
}: {
  request: ChangeRequest;
  action: "accept" | "decline";
  orderId: string;
  onClose: () => void;
}) {
  const act = useMutationAction("purchase-orders");
  const submit = async ({ reason }: { reason: string }) => {
    await act.mutateAsync({
      path: `/api/v1/order-change-requests/${request.id}/actions/${action}`,
      body: { reason: reason || null },
      version: request.version,
    });
    notify.done(action === "accept" ? "Accepted: change the order next" : "Declined");
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={action === "accept" ? `Accept ${request.number}?` : `Decline ${request.number}?`}
      description={
        action === "accept"
          ? "The vendor is told. The order itself changes with a change order, which the budget and the approvals see."
          : "The vendor is told, with your reason."
      }
    >
      <Form<{ reason: string }>
        formKey={null}
        defaultValues={{ reason: "" }}
        submitLabel={action === "accept" ? "Accept" : "Decline"}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextArea
          name="reason"
          label="Answer to the vendor"
          rows={3}
          required={action === "decline"}
          maxLength={2000}
        />
      </Form>
      {action === "accept" && (
        <p className="mt-3 text-13">
          <Link to={pathTo("orderChange", { id: orderId })}>Change the order</Link>
        </p>
      )}
    </Dialog>
  );
}
