import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { itemStatuses, trackings } from "../item/item.labels.ts";
import type { ItemRow } from "../item/item.model.ts";
import { MoveButtons } from "../movement/MoveButtons.tsx";
import type { StockStanding } from "../standing/standing.model.ts";
import { LocationTree } from "./LocationTree.tsx";
import { Scan } from "./Scan.tsx";

const columns: readonly Column<ItemRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (item) => item.number },
  { id: "name", label: "Item", kind: "text", value: (item) => item.name },
  { id: "unit", label: "Unit", kind: "text", value: (item) => item.unit },
  {
    id: "reorderPoint",
    label: "Reorder at",
    kind: "text",
    value: (item) => item.reorderPoint && shownDecimal(item.reorderPoint),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (item) => item.status,
    statuses: itemStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(itemStatuses) },
  { id: "tracking", label: "Told apart", kind: "set", options: options(trackings) },
  { id: "mine", label: "Kept by me", kind: "flag", pinned: true },
];

const lots = (query: string) => `${pathTo("stockLots")}?${query}`;
const partsOf = (s: StockStanding): FindingPart[] =>
  [
    s.quarantined > 0 && {
      text: `${counted(s.quarantined, "lot is", "lots are")} in quarantine`,
      to: lots("condition=quarantined"),
    },
    s.expired > 0 && {
      text: `${counted(s.expired, "lot has", "lots have")} expired`,
      to: lots("expired=true"),
    },
    s.expiring > 0 && {
      text: `${counted(s.expiring, "lot expires", "lots expire")} within thirty days`,
      to: lots("expiring=true"),
    },
  ].filter((part) => part !== false);

function Waits() {
  const { data, error } = useGet<StockStanding>("stock-lots", "/api/v1/stock-standing");
  if (error) return <ErrorPanel error={error} what="What waits" />;
  return data ? <Finding parts={partsOf(data)} none="Nothing waits." /> : null;
}

/** What lies in the stores: what waits, where it lies, and the items. */
export default function InventoryPage() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Inventory</h1>
<<<<<<< HEAD
          <MoveButtons />
          <Link className="btn" to={pathTo("stockMovements")}>
            Movements
=======
          <Link className="btn" to={pathTo("stockLabels")}>
            Labels
>>>>>>> 247c71cf (Labels open items, locations and lots as they open assets; the guide tells storekeepers how)
          </Link>
          <Link className="btn" to={pathTo("stockLots")}>
            Lots and serial numbers
          </Link>
          <Held permission="stock.edit" what="New item">
            <Link className="btn" to={pathTo("stockLocationNew")}>
              New location
            </Link>
            <Link className="btn btn-primary" to={pathTo("stockItemNew")}>
              <Plus aria-hidden="true" />
              New item
            </Link>
          </Held>
        </div>
        <Waits />
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[280px_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Scan />
          <LocationTree />
        </div>
        <section className="grid gap-3">
          <div className="flex flex-wrap items-baseline gap-3">
            <h2 className="mr-auto">Items</h2>
            {can("stock.edit") && (
              <>
                <Link className="text-link" to={pathTo("stockItemImport")}>
                  Import items
                </Link>
                <Link className="text-link" to={pathTo("stockLocationImport")}>
                  Import locations
                </Link>
              </>
            )}
          </div>
          <DataTable<ItemRow>
            name="stock-items"
            title="Items"
            path="/api/v1/stock-items"
            columns={columns}
            filters={filters}
            defaultSort="name"
            embedded
            exportable
            rowHref={(item) => pathTo("stockItem", { id: item.id })}
            empty={{ title: "No items yet", text: "What the stores keep, counted in one unit." }}
          />
        </section>
      </div>
    </div>
  );
}
