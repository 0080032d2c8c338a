import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { stockItemForm } from "../item/item.form.ts";
import { ItemFields } from "./ItemFields.tsx";

/** Enters a stock item. */
export default function ItemNew() {
  return (
    <NewRecord
      title="New stock item"
      form={stockItemForm}
      draft="stock-item-new"
      submitLabel="Save"
      list={pathTo("inventory")}
      page={(id) => pathTo("stockItem", { id })}
    >
      <ItemFields />
    </NewRecord>
  );
}
