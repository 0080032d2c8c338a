import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings in what lay in the stores before they were kept here. */
export default function OpeningImport() {
  return (
    <ImportPage
      title="Import opening balances"
      kind="stock-opening-balances"
      things="opening balances"
      permission="stock.move"
      closed={{
        title: "You cannot import opening balances",
        text: "A storekeeper, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["stock-movements", "stock-items", "stock-lots"]}
      done={`${pathTo("stockMovements")}?opening=true`}
      help="A row for each item at each location, of each lot and fund: item, location’s code, lot or serial number where it has one, fund, quantity, unit cost or value, and the day. Once for each, before anything of it moves there."
    />
  );
}
