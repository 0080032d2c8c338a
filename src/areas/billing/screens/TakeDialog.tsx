import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { VendorPicker } from "#areas/vendors/vendors.ui.tsx";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { OwnBillDetail } from "../bill/bill.model.ts";

type Values = { vendorId: string | null; accountStringId: string | null };
export type Taking = { id: string; number: string; owed: number };

/** Takes a bill into the agency's accounts payable, by its purchase order or by an account. */
export function TakeDialog({ bill, onClose }: { bill: Taking; onClose: () => void }) {
  const navigate = useNavigate();
  const whole = useGet<OwnBillDetail>("own-bills", `/api/v1/billing/bills/${bill.id}`);
  if (!whole.data) return null;
  const { orderId, orderNumber, operator } = whole.data;
  const without = orderNumber
    ? `${orderNumber} is no purchase order of your agency, so you choose who is paid, and from which account.`
    : "It names no purchase order, so you choose who is paid, and from which account.";
  return (
    <PostDialog<Values>
      title={`Take ${bill.number} into accounts payable`}
      description={`It becomes an invoice of ${formatCents(bill.owed)} in your agency, with its data as its document. From there it is matched, approved and paid as any vendor's. ${orderId ? `It is matched with ${orderNumber}.` : without}`}
      path={`/api/v1/billing/bills/${bill.id}/actions/take`}
      submit="Take it"
      values={{ vendorId: null, accountStringId: null }}
      nouns={["own-bills", "invoices", "billing"]}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("invoice", { id }))}
    >
      {!orderId && (
        <>
          <VendorPicker
            name="vendorId"
            label={`${operator} as a vendor`}
            hint="Left empty, the one vendor of this name is taken."
          />
          <Combobox<AccountString>
            name="accountStringId"
            label="Account that pays it"
            required
            path="/api/v1/account-strings"
            itemLabel={(account) => account.code}
          />
        </>
      )}
    </PostDialog>
  );
}
