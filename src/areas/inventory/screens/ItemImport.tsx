import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings stock items in from a file. */
export default function ItemImport() {
  return (
    <ImportPage
      title="Import stock items"
      kind="stock-items"
      things="stock items"
      permission="stock.edit"
      closed={{
        title: "You cannot import stock items",
        text: "A storekeeper, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["stock-items"]}
      done={pathTo("inventory")}
      help="A row for each item: item and unit at least. Packs are written as in: case of 12; pallet of 60. A name that is there already is left alone where the row says the same, else the row is handed back."
    />
  );
}
