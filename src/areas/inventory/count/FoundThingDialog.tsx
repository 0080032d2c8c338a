import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

type Values = { itemId: string | null; locationId: string | null; lot: string; quantity: string };

/** Writes down what lies where nobody expected it. */
export function FoundThingDialog({ countId, onClose }: { countId: string; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Something that is not on the list"
      description="What lies where nobody expected it is counted too."
      path={`/api/v1/stock-counts/${countId}/actions/enter`}
      submit="Write down"
      nouns={["stock-counts"]}
      values={{ itemId: null, locationId: null, lot: "", quantity: "" }}
      onClose={onClose}
    >
      <Combobox<{ id: string; number: string; name: string; unit: string }>
        name="itemId"
        label="Item"
        hint="Scan its label, or search its name"
        required
        path="/api/v1/stock-items"
        query="status=active"
        itemLabel={(item) => `${item.number} ${item.name}`}
        itemHint={(item) => item.unit}
      />
      <Combobox<{ id: string; code: string; name: string }>
        name="locationId"
        label="Where it lies"
        required
        path="/api/v1/stock-locations"
        query="status=active&role=shelf,receiving"
        itemLabel={(at) => `${at.code} ${at.name}`}
      />
      <FormRow>
        <QuantityField name="quantity" label="Quantity, in the item’s unit" required />
        <TextField name="lot" label="Lot or serial number, where it has one" maxLength={60} />
      </FormRow>
    </PostDialog>
  );
}
