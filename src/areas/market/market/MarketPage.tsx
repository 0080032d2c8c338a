import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { ConcentrationTab } from "./ConcentrationTab.tsx";
import { ImportsTab } from "./ImportsTab.tsx";
import { priceSources } from "./market.labels.ts";
import type { MarketLine } from "./market.model.ts";
import { PricesTab } from "./PricesTab.tsx";
import { money } from "./PriceScatter.tsx";

const columns: readonly Column<MarketLine>[] = [
  { id: "description", label: "Item", kind: "text", value: (l) => l.description, sortable: false },
  { id: "buyer", label: "Buyer", kind: "text", value: (l) => l.buyer },
  { id: "supplier", label: "Supplier", kind: "text", value: (l) => l.supplier },
  { id: "lot", label: "Lot", kind: "text", value: (l) => l.lot || null, sortable: false },
  {
    id: "classId",
    label: "Class",
    kind: "text",
    value: (l) => [l.scheme, l.classId].filter(Boolean).join(" ") || null,
  },
  {
    id: "quantity",
    label: "Quantity",
    kind: "text",
    value: (l) =>
      l.quantity ? `${Number(l.quantity).toLocaleString("en-US")} ${l.unit ?? ""}`.trim() : null,
    sortable: false,
  },
  {
    id: "unitAmount",
    label: "Unit price",
    kind: "text",
    value: (l) =>
      l.unitAmount
        ? `${money(Number(l.unitAmount))} ${l.currency ?? ""}${l.priceFrom === "divided" ? ` (${priceSources.divided.toLowerCase()})` : ""}`
        : null,
  },
  { id: "awardedOn", label: "Awarded", kind: "day", value: (l) => l.awardedOn },
];
const filters: readonly Filter[] = [
  { id: "priced", label: "With a price", kind: "flag" },
  { id: "awardedOn", label: "Awarded", kind: "day" },
];

function OthersAwards() {
  return (
    <DataTable<MarketLine>
      name="market-lines"
      title="Awards of others"
      path="/api/v1/market-lines"
      columns={columns}
      filters={filters}
      defaultSort="-awardedOn"
      embedded
      empty={{ title: "No awards of others yet", text: "Bring in an OCDS package under Imports." }}
    />
  );
}

/** /market-intelligence: what the agency pays, to whom, and what others pay. */
export default function MarketPage() {
  return (
    <div className="grid gap-5">
      <div>
        <h1>Market intelligence</h1>
        <p className="mt-1 text-t2">
          Prices and shares of your own orders, beside what other agencies publish.
        </p>
      </div>
      <Tabs
        label="Market intelligence"
        tabs={[
          { id: "prices", label: "Prices", content: () => <PricesTab /> },
          { id: "concentration", label: "Concentration", content: () => <ConcentrationTab /> },
          { id: "awards", label: "Awards of others", content: () => <OthersAwards /> },
          { id: "imports", label: "Imports", content: () => <ImportsTab /> },
        ]}
      />
    </div>
  );
}
