import { shownDecimal } from "#kernel/quantity.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { DateField, FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { StockOffer } from "./request.model.ts";

// Fields are named apart from those of the requisition behind the dialog: a label points at one field.
type Values = { quantity: string; taken: { departmentId: string; neededOn: string }; note: string };

/** Asks the stores for an item: it is held for the department until a storekeeper hands it out. */
export function TakeDialog({
  offer,
  quantity,
  departmentId,
  onClose,
  onDone,
}: {
  offer: StockOffer;
  quantity: string;
  departmentId: string;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <PostDialog<Values>
      title={`Take ${offer.name} from the stores`}
      description="It is held for your department; a storekeeper hands it out, or declines with a reason. Nothing is bought."
      path="/api/v1/stock-requests"
      submit="Ask the stores"
      nouns={["stock-requests", "stock-items"]}
      values={{ quantity, taken: { departmentId, neededOn: "" }, note: "" }}
      bodyOf={({ taken, ...given }) => ({
        ...given,
        itemId: offer.id,
        departmentId: taken.departmentId,
        neededOn: taken.neededOn || null,
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <QuantityField
          name="quantity"
          label="Quantity"
          unit={offer.unit}
          hint={`${shownDecimal(offer.free)} ${offer.unit} are free.`}
          required
        />
        <DateField name="taken.neededOn" label="Needed on" />
      </FormRow>
      <DepartmentField name="taken.departmentId" label="Department" required />
      <TextField name="note" label="What for" maxLength={500} />
    </PostDialog>
  );
}
