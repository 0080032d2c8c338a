import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { blankOf, bodyOf, type PayValues } from "./pay-form.ts";
import { PayFields } from "./PayFields.tsx";
import type { PayableOrder } from "./pay.model.ts";

type Choice = { order: PayableOrder; chosen: boolean; onChoose: () => void };

function OrderChoice({ order, chosen, onChoose }: Choice) {
  return (
    <label className="flex items-baseline gap-2">
      <input type="radio" name="order" checked={chosen} onChange={onChoose} />
      <span>
        <span className="mono">{order.number}</span> {order.title}, {order.vendor}
        {order.openId && (
          <>
            {": "}
            <Link className="text-link" to={pathTo("payApplication", { id: order.openId })}>
              its last application is not decided yet
            </Link>
          </>
        )}
      </span>
    </label>
  );
}

function NewOf({ projectId, order }: { projectId: string; order: PayableOrder }) {
  const navigate = useNavigate();
  const send = useMutationAction<{ id: string }>("pay-applications", "projects");
  return (
    <Form<PayValues>
      key={order.id}
      formKey={`pay-new-${order.id}`}
      defaultValues={blankOf(order)}
      submitLabel="Save the draft"
      wide
      onCancel={() => void navigate(`${pathTo("project", { id: projectId })}?tab=pay`)}
      onSubmit={async (values) => {
        const made = await send.mutateAsync({
          path: `/api/v1/projects/${projectId}/pay-applications`,
          body: { ...bodyOf(values), purchaseOrderId: order.id },
        });
        void navigate(pathTo("payApplication", { id: made.id }));
      }}
    >
      <PayFields lines={order.lines} rate={order.rate} />
    </Form>
  );
}

/** Begins an application: which order, which period, what was done of each line. */
export default function PayNew() {
  const { id = "" } = useParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const orders = useGet<{ items: PayableOrder[] }>(
    "projects",
    `/api/v1/projects/${id}/payable-orders`,
  );
  if (orders.isPending) return <RecordSkeleton />;
  if (!orders.data)
    return <ErrorPanel error={orders.error} what="Orders" onRetry={() => void orders.refetch()} />;
  const { items } = orders.data;
  const free = items.filter(({ openId }) => openId === null);
  const order = free.find((each) => each.id === chosen) ?? free[0];
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New pay application</h1>
      {items.length === 0 ? (
        <EmptyState kind="first-use" title="No order to apply on">
          Work is applied for on an order of this project that went out and is not closed.
        </EmptyState>
      ) : (
        <fieldset className="grid gap-1">
          <legend className="field-label">Order</legend>
          {items.map((each) => (
            <OrderChoice
              key={each.id}
              order={each}
              chosen={each.id === order?.id}
              onChoose={() => setChosen(each.id)}
            />
          ))}
        </fieldset>
      )}
      {order && <NewOf projectId={id} order={order} />}
    </div>
  );
}
