import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OrderDetail } from "./order.answer.model.ts";
import { OrderFields, orderForm } from "./OrderFields.tsx";
import { onGrid, toOrder, type OrderValues } from "./orderForm.ts";

const why = ({ status }: OrderDetail): string =>
  status === "draft" || status === "returned"
    ? "Your role does not allow it. Ask a buyer."
    : status === "in_approval"
      ? "It waits for its approvers. They can return it."
      : "It was approved or has gone out. Change the order instead, or cancel it while nothing came.";

// An order stays a release of the blanket order that it was drafted on.
const editing = {
  ...orderForm,
  toInput: (values: OrderValues) => {
    const { blanketId: _stays, ...fields } = toOrder(values);
    return fields;
  },
};

/** Edits a draft or returned order: the form of a new one, over what is stored. */
export default function OrderEdit() {
  const { can } = useAuth();
  const issue = { name: "issue", label: "Save and issue" };
  return (
    <EditRecord<OrderDetail>
      form={editing}
      nouns={["requisitions"]}
      draft="purchase-order"
      what="This order"
      closedTitle={(number) => `${number} cannot be edited now`}
      closed={why}
      opens="Open it"
      heading={({ number, vendor }) => (
        <div>
          <h1 className="text-22 font-semibold">Edit {number}</h1>
          <p className="text-t2">{vendor}</p>
        </div>
      )}
      choices={[
        { name: "submit", label: "Save and submit" },
        ...(can("purchaseOrder.issue") ? [issue] : []),
      ]}
      also={(choice) => ({ submit: choice === "submit", issue: choice === "issue" })}
      refused={(error, values) => onGrid(error, values as OrderValues)}
      saved={({ answer, choice }, _values, before) => {
        const { number } = before as OrderDetail;
        if (choice)
          notify.done(
            answer["status"] === "issued"
              ? `${number} is issued`
              : answer["status"] === "approved"
                ? `${number} is approved and can be issued`
                : `${number} waits for its approvers`,
          );
      }}
      page={(id) => pathTo("order", { id })}
    >
      {({ awarded, vendor, orderedOn, kind }) => (
        <OrderFields awarded={awarded ? vendor : null} day={orderedOn} kind={kind} />
      )}
    </EditRecord>
  );
}
