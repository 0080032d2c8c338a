import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { MoveButtons } from "../movement/MoveButtons.tsx";
import { AskedFor } from "../request/AskedFor.tsx";
import { ReorderButton } from "../reorder/ReorderButton.tsx";
import type { StockStanding } from "../standing/standing.model.ts";
import { ItemTable } from "./ItemTable.tsx";
import { LocationTree } from "./LocationTree.tsx";
import { Scan } from "./Scan.tsx";

const lots = (query: string) => `${pathTo("stockLots")}?${query}`;
// Whether somebody has to ask for them, or only to wait.
const unasked = ({ below, toReorder }: StockStanding): string =>
  toReorder >= below ? "" : toReorder === 0 ? " and on the way" : `, ${toReorder} not asked for`;

const partsOf = (s: StockStanding): FindingPart[] =>
  [
    s.below > 0 && {
      text: `${counted(s.below, "item is", "items are")} below the reorder point${unasked(s)}`,
      to: `${pathTo("inventory")}?below=true`,
    },
    s.toPutAway > 0 && {
      text: `${counted(s.toPutAway, "line is", "lines are")} to put away`,
      to: pathTo("stockPutAway"),
    },
    s.unnumbered > 0 && {
      text: `${counted(s.unnumbered, "receipt waits", "receipts wait")} for serial numbers`,
      to: pathTo("stockPutAway"),
    },
    s.rejected > 0 && {
      text: `${counted(s.rejected, "rejected delivery goes", "rejected deliveries go")} back`,
      to: pathTo("stockPutAway"),
    },
    s.asked > 0 && {
      text: `${counted(s.asked, "request waits", "requests wait")} to be handed out`,
      to: `${pathTo("inventory")}#asked-for`,
    },
    s.toCount > 0 && {
      text: `${counted(s.toCount, "count is", "counts are")} under way`,
      to: `${pathTo("stockCounts")}?status=open,recount`,
    },
    s.countsDue > 0 && {
      text: `${counted(s.countsDue, "line was", "lines were")} not counted in time`,
      to: pathTo("stockCounts"),
    },
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

const places = [
  ["stockPutAway", "Put away"],
  ["stockCounts", "Counts"],
  ["stockTransfers", "Transfers that travel"],
  ["stockMovements", "Movements"],
  ["stockLots", "Lots and serial numbers"],
  ["stockLabels", "Labels"],
  ["stockRules", "Rules"],
] as const;
const changes = [
  ["stockLocationNew", "New location"],
  ["stockItemImport", "Import items"],
  ["stockLocationImport", "Import locations"],
  ["stockOpening", "Import opening balances"],
] as const;

/** What else is done here, as quiet links below the head. */
function Further() {
  const { can } = useAuth();
  const links = can("stock.edit") ? [...places, ...changes] : places;
  return (
    <nav aria-label="Stores" className="flex flex-wrap gap-x-4 gap-y-1 text-14">
      {links.map(([page, label]) => (
        <Link key={page} className="text-link" to={pathTo(page)}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** What lies in the stores: what waits, where it lies, and the items. */
export default function InventoryPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Inventory</h1>
          <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:gap-3">
            <MoveButtons />
          </div>
        </div>
        <Waits />
        <Further />
      </header>
      <AskedFor />
      <div className="grid items-start gap-5 lg:grid-cols-[280px_minmax(0,1fr)]">
        <div className="contents gap-4 lg:grid">
          <Scan />
          <div className="max-lg:order-last">
            <LocationTree />
          </div>
        </div>
        <section className="grid min-w-0 gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="mr-auto">Items</h2>
            <ReorderButton />
            <Held permission="stock.edit" what="New item">
              <Link className="btn" to={pathTo("stockItemNew")}>
                <Plus aria-hidden="true" />
                New item
              </Link>
            </Held>
          </div>
          <ItemTable />
        </section>
      </div>
    </div>
  );
}
