import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { stockItemForm } from "../item/item.form.ts";
import type { ItemDetail } from "../item/item.model.ts";
import { ItemFields } from "./ItemFields.tsx";

/** Changes a stock item that is in use. */
export default function ItemEdit() {
  return (
    <EditRecord<ItemDetail>
      form={stockItemForm}
      draft="stock-item"
      what="This item"
      name={(item) => item.name}
      may={({ status }) => status === "active"}
      closed="It is retired: use it again first."
      opens="Open the item"
      page={(id) => pathTo("stockItem", { id })}
    >
      {(item) => <ItemFields item={item} />}
    </EditRecord>
  );
}
