import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { WorkOrderDetail } from "../work-order/work-order.model.ts";
import type { NeedRow } from "./need.model.ts";

type Props = { work: WorkOrderDetail; onClose: () => void };
const nouns = ["work-needs"];

/** A part that the job needs. */
export function NeedDialog({ work, onClose }: Props) {
  return (
    <PostDialog
      title="Add a part"
      path={`/api/v1/work-orders/${work.id}/needs`}
      submit="Add it"
      nouns={nouns}
      values={{ description: "", commodityCode: "", quantity: "1", unit: "each" }}
      onClose={onClose}
    >
      <TextField name="description" label="What is needed" required maxLength={500} />
      <FormRow>
        <QuantityField name="quantity" label="Quantity" required />
        <TextField name="unit" label="Unit" required maxLength={20} />
        <TextField name="commodityCode" label="Commodity code" maxLength={20} />
      </FormRow>
    </PostDialog>
  );
}

/** A requisition of everything that is still needed, to be completed and submitted there. */
export function BuyDialog({ work, needs, onClose }: Props & { needs: readonly NeedRow[] }) {
  const navigate = useNavigate();
  return (
    <PostDialog
      title="Buy what is needed"
      description="It becomes a draft requisition in your name. You submit it there."
      path={`/api/v1/work-orders/${work.id}/needs/buy`}
      submit="Draft the requisition"
      nouns={[...nouns, "requisitions"]}
      values={{ accountStringId: "", neededOn: "", prices: needs.map(() => "") }}
      bodyOf={({ accountStringId, neededOn, prices }) => ({
        accountStringId,
        neededOn,
        lines: needs.map((need, at) => ({ needId: need.id, unitPrice: prices[at] })),
      })}
      onClose={onClose}
      onDone={(made) => {
        const { requisitionId: id } = made as unknown as { requisitionId: string };
        void navigate(pathTo("requisition", { id }));
      }}
    >
      <Combobox<{ id: string; code: string; label: string }>
        name="accountStringId"
        label="Account that pays"
        required
        path="/api/v1/account-strings"
        itemLabel={(account) => `${account.code} · ${account.label}`}
      />
      <DateField name="neededOn" label="Needed on" required />
      {needs.map((need, at) => (
        <QuantityField
          key={need.id}
          name={`prices.${at}`}
          label={`Price of one ${need.unit}: ${shownDecimal(need.quantity)} ${need.description}`}
          required
        />
      ))}
    </PostDialog>
  );
}

/** The receipt's line that brought a part. */
export function ReceiptDialog({ work, need, onClose }: Props & { need: NeedRow }) {
  return (
    <PostDialog
      title={`${need.description} came`}
      path={`/api/v1/work-orders/${work.id}/needs/${need.id}/receipt`}
      submit="Save"
      nouns={nouns}
      values={{ receiptLineId: "" }}
      onClose={onClose}
    >
      <Combobox<{ id: string; label: string }>
        name="receiptLineId"
        label="Line of the receipt"
        required
        path="/api/v1/received-lines"
        itemLabel={(line) => line.label}
      />
    </PostDialog>
  );
}

/** Takes a part from where it is charged as it is issued: on which budget line. */
export function ChargeDialog({ work, need, onClose }: Props & { need: NeedRow }) {
  return (
    <PostDialog<{ accountStringId: string | null }>
      title={`Take ${need.description} from stock`}
      description="Where it lies it is charged as it is issued. The budget line is proposed for the next part of this work."
      path={`/api/v1/work-orders/${work.id}/needs/${need.id}/issue`}
      submit="Take it from stock"
      nouns={[...nouns, "stock-items", "stock-movements", "budget-lines"]}
      values={{ accountStringId: null }}
      onClose={onClose}
    >
      <Combobox<AccountString>
        name="accountStringId"
        label="Budget line that bears it"
        required
        path="/api/v1/account-strings"
        itemLabel={({ code, label }) => `${code} · ${label}`}
        itemHint={({ available }) =>
          available === null ? "No budget this year" : `${formatCents(available)} available`
        }
      />
    </PostDialog>
  );
}
