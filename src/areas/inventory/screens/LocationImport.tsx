import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings stock locations in from a file. */
export default function LocationImport() {
  return (
    <ImportPage
      title="Import stock locations"
      kind="stock-locations"
      things="stock locations"
      permission="stock.edit"
      closed={{
        title: "You cannot import stock locations",
        text: "A storekeeper, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["stock-locations"]}
      done={pathTo("inventory")}
      help="A row for each location, the outer ones above: code and name, and within which other code it is. The outermost ones name one of the agency's places."
    />
  );
}
