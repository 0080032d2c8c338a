import { useFormContext } from "react-hook-form";
import { VendorPicker } from "#areas/vendors/vendors.ui.tsx";
import { UnitField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { trackings } from "../item/item.labels.ts";
import type { ItemDetail } from "../item/item.model.ts";

type Commodity = { id: string; code: string; name: string };

const packColumns: readonly LineColumn[] = [
  { name: "name", label: "Pack", kind: "text", required: true },
  { name: "quantity", label: "Holds, in the item's unit", kind: "decimal", required: true },
];
const blankPack = () => ({ name: "", quantity: "" });

function Reordering({ item }: { item: ItemDetail | undefined }) {
  return (
    <FormSection title="Who keeps it, when more is ordered">
      <FormRow>
        <QuantityField name="reorderPoint" label="Reorder at" />
        <QuantityField name="orderUpTo" label="Order up to" />
      </FormRow>
      <FormRow>
        <VendorPicker name="vendorId" label="Usual vendor" currentLabel={item?.vendor ?? null} />
        <Combobox<{ id: string; name: string; title: string }>
          name="keeperId"
          label="Keeper"
          path="/api/v1/members"
          query="active=true"
          itemLabel={(member) => member.name}
          currentLabel={item?.keeper ?? null}
        />
      </FormRow>
    </FormSection>
  );
}

/** The fields of a stock item. */
export function ItemFields({ item }: { item?: ItemDetail }) {
  const { setValue } = useFormContext();
  return (
    <>
      <FormSection title="What it is">
        <FormRow>
          <TextField name="name" label="Item" required maxLength={200} />
          <Combobox<Commodity>
            name="commodityCode"
            label="Commodity"
            path="/api/v1/commodities"
            itemLabel={(commodity) => `${commodity.code} ${commodity.name}`}
            onPick={({ code }) => setValue("commodityCode", code, { shouldDirty: true })}
          />
        </FormRow>
        <TextArea name="description" label="Description" rows={2} maxLength={2000} />
      </FormSection>
      <FormSection title="How it is counted">
        <FormRow>
          <UnitField name="unit" label="Unit" required />
          <SelectField name="tracking" label="Told apart" options={options(trackings)} />
          <TextField name="shelfLifeDays" label="Shelf life, days" />
          <TextField
            name="costClass"
            label="Cost class"
            hint="Items of a class are valued in one way"
            maxLength={40}
          />
        </FormRow>
        <LineItems name="packs" label="Packs" columns={packColumns} blank={blankPack} min={0} />
      </FormSection>
      <Reordering item={item} />
    </>
  );
}
