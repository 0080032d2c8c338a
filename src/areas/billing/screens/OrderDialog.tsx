import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { OwnPlan } from "../own/own.model.ts";

type Values = { orderNumber: string; withoutOrder: boolean };

/** By which purchase order the agency is billed; a plan that waited for it begins. */
export function OrderDialog({ plan, onClose }: { plan: OwnPlan | null; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Purchase order"
      description="Its number stands on every bill and in its data, so that accounts payable matches it."
      path="/api/v1/billing/actions/order"
      submit="Save it"
      values={{
        orderNumber: plan?.orderNumber ?? "",
        withoutOrder: plan?.withoutOrder ?? false,
      }}
      nouns={["billing"]}
      onClose={onClose}
    >
      <TextField name="orderNumber" label="Number of the purchase order" maxLength={60} />
      <CheckboxField name="withoutOrder" label="We pay without a purchase order" />
    </PostDialog>
  );
}
