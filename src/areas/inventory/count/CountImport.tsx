import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings in what was counted on paper or with a scanner's own memory. */
export default function CountImport() {
  return (
    <ImportPage
      title="Import what was counted"
      kind="stock-count-entries"
      things="counted lines"
      permission="stock.count"
      closed={{
        title: "You cannot import counts",
        text: "A storekeeper, a receiver, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["stock-counts"]}
      done={pathTo("stockCounts")}
      help="A row for each item at each location, and for each lot: the count’s number, item, location’s code, lot where it has one, quantity, and the instant of counting such as 2026-11-20T14:00:00-06:00. What lies nowhere any more is a row with 0. You count all of what you bring in: another person counts again."
    />
  );
}
