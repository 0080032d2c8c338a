import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OrderDetail } from "./order.answer.model.ts";
import { OrderFields, toForm } from "./OrderFields.tsx";
import { onGrid, toOrder, type OrderValues } from "./orderForm.ts";

const why = (status: string): string =>
  status === "draft" || status === "returned"
    ? "Your role does not allow it. Ask a buyer."
    : status === "in_approval"
      ? "It waits for its approvers. They can return it."
      : "It was approved or has gone out. Change the order instead, or cancel it while nothing came.";

/** Edits a draft or returned order: the form of a new one, over what is stored. */
export default function OrderEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { can } = useAuth();
  const record = useOpened<OrderDetail>("/api/v1/purchase-orders", id);
  const save = useMutationAction<{ number: string; status: string }>(
    "purchase-orders",
    "requisitions",
  );
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel error={record.error} what="This order" onRetry={() => void record.refetch()} />
    );
  const order = record.record;
  const { number, version, canEdit, awarded, status } = order;
  if (!canEdit)
    return (
      <EmptyState
        page
        kind="no-access"
        title={`${number} cannot be edited now`}
        action={
          <Link className="btn" to={pathTo("order", { id })}>
            Open it
          </Link>
        }
      >
        {why(status)}
      </EmptyState>
    );
  const back = () => void navigate(pathTo("order", { id }));
  const send = async (values: OrderValues, choice: string | null) => {
    const { blanketId: _stays, ...fields } = toOrder(values);
    const body = { ...fields, submit: choice === "submit", issue: choice === "issue" };
    const saved = await save
      .mutateAsync({ method: "PATCH", path: `/api/v1/purchase-orders/${id}`, body, version })
      .catch((error: unknown) => {
        throw onGrid(error, values);
      });
    if (choice)
      notify.done(
        saved.status === "issued"
          ? `${number} is issued`
          : saved.status === "approved"
            ? `${number} is approved and can be issued`
            : `${number} waits for its approvers`,
      );
    back();
  };
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Edit {number}</h1>
        <p className="text-t2">{order.vendor}</p>
      </div>
      <Form<OrderValues>
        formKey={`purchase-order-${id}`}
        defaultValues={toForm(order)}
        submitLabel="Save"
        wide
        onCancel={back}
        onSubmit={send}
        version={version}
        conflict={record.conflictOf(toForm)}
        choices={
          can("purchaseOrder.issue")
            ? [
                { name: "submit", label: "Save and submit" },
                { name: "issue", label: "Save and issue" },
              ]
            : [{ name: "submit", label: "Save and submit" }]
        }
      >
        <OrderFields
          awarded={awarded ? order.vendor : null}
          day={order.orderedOn}
          kind={order.kind}
        />
      </Form>
    </div>
  );
}
