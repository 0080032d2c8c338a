import { FormRow, QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ScanField } from "#web/kit/scan/ScanField.tsx";
import { ItemField } from "../label/ItemField.tsx";
import { LocationField } from "../label/LocationField.tsx";
import { lotCode } from "../label/scanned.ts";

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
      <ItemField name="itemId" />
      <LocationField name="locationId" label="Where it lies" />
      <FormRow>
        <QuantityField name="quantity" label="Quantity, in the item’s unit" required />
        <ScanField
          name="lot"
          label="Lot or serial number, where it has one"
          what="a lot"
          read={lotCode}
        />
      </FormRow>
    </PostDialog>
  );
}
