import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { StockStanding } from "../standing/standing.model.ts";
import { arrivalKinds } from "./arrival.labels.ts";
import type { ArrivalRow, PutAwayRow } from "./arrival.model.ts";
import { ScanItem } from "./ScanItem.tsx";

const ShelveDialog = dialogOnDemand(async () => (await import("./ShelveDialog.tsx")).ShelveDialog);
const SerialsDialog = dialogOnDemand(
  async () => (await import("./SerialsDialog.tsx")).SerialsDialog,
);

const nouns = ["stock-movements", "stock-items", "stock-lots", "stock-put-away", "stock-arrivals"];
const path = "/api/v1/stock-put-away";

const waiting: readonly Column<PutAwayRow>[] = [
  { id: "item", label: "Item", kind: "text", title: true, value: (row) => row.item },
  {
    id: "quantity",
    label: "Quantity",
    kind: "text",
    leads: true,
    value: (row) => `${shownDecimal(row.quantity)} ${row.unit}`,
  },
  { id: "lot", label: "Lot", kind: "plate", value: (row) => row.lot },
  { id: "shelf", label: "Belongs on", kind: "plate", value: (row) => row.shelf },
  { id: "location", label: "Lies at", kind: "text", value: (row) => row.location },
  { id: "cameOn", label: "Came on", kind: "day", value: (row) => row.cameOn },
];

const arrived: readonly Column<ArrivalRow>[] = [
  { id: "item", label: "Item", kind: "text", title: true, value: (row) => row.item },
  {
    id: "quantity",
    label: "Quantity",
    kind: "text",
    leads: true,
    value: (row) => `${shownDecimal(row.quantity)} ${row.unit}`,
  },
  { id: "kind", label: "Why", kind: "status", value: (row) => row.kind, statuses: arrivalKinds },
  { id: "location", label: "Lies at", kind: "text", value: (row) => row.location },
  { id: "order", label: "Order", kind: "plate", value: (row) => row.order },
  { id: "receipt", label: "Receipt", kind: "plate", value: (row) => row.receipt },
  { id: "cameOn", label: "Came on", kind: "day", value: (row) => row.cameOn },
];

const useStanding = () => useGet<StockStanding>("stock-put-away", "/api/v1/stock-standing").data;

function Waits() {
  const data = useStanding();
  if (!data) return null;
  const { toPutAway, unnumbered, rejected } = data;
  const parts = [
    toPutAway > 0 && {
      text: `${counted(toPutAway, "line lies", "lines lie")} where goods are received`,
    },
    unnumbered > 0 && {
      text: `${counted(unnumbered, "receipt waits", "receipts wait")} for serial numbers`,
    },
    rejected > 0 && {
      text: `${counted(rejected, "rejected delivery goes", "rejected deliveries go")} back to the vendor`,
    },
  ].filter((part) => part !== false);
  return <Finding parts={parts} none="All that came is on its shelf." />;
}

function Waiting({ onPick }: { onPick: (row: PutAwayRow) => void }) {
  const { can } = useAuth();
  const act = useMutationAction<{ items: { number: string }[] }>(...nouns);
  const shelve = (ids: readonly string[], clear: () => void) =>
    act.mutate(
      { path, body: { lines: ids.map((id) => ({ id })) } },
      {
        onSuccess: ({ items }) => {
          notify.done(
            "Put away",
            counted(items.length, "line is on its shelf", "lines are on their shelves"),
          );
          clear();
        },
        onError: (error) => notify.failed("Nothing was put away", error),
      },
    );
  return (
    <section className="grid gap-3">
      <h2>To put away</h2>
      {can("stock.move") && <ScanItem onPick={onPick} />}
      <DataTable<PutAwayRow>
        name="stock-put-away"
        title="To put away"
        path={path}
        columns={waiting}
        defaultSort="item"
        embedded
        exportable
        {...(can("stock.move") && {
          batch: [
            {
              label: "Put on their shelves",
              tone: "primary" as const,
              idsOnly: true as const,
              run: ({ ids }: { ids: readonly string[] }, clear: () => void) => shelve(ids, clear),
            },
          ],
        })}
        empty={{
          title: "Nothing waits",
          text: "What is received at a place with a receiving location lies here until it is put away.",
        }}
      />
    </section>
  );
}

function Arrived() {
  return (
    <section className="grid gap-3">
      <h2>Came, and is no stock</h2>
      <DataTable<ArrivalRow>
        name="stock-arrivals"
        title="Came, and is no stock"
        path="/api/v1/stock-arrivals"
        columns={arrived}
        defaultSort="cameOn"
        embedded
        rowHref={(row) => `${pathTo("order", { id: row.orderId })}?tab=receipts`}
        empty={{
          title: "Nothing of the kind",
          text: "Pieces without their serial numbers, and what was rejected until it has gone back, stand here.",
        }}
      />
    </section>
  );
}

/** What came and is not on its shelf yet. */
export default function PutAwayPage() {
  const { can } = useAuth();
  const data = useStanding();
  const [shelving, setShelving] = useState<PutAwayRow | null>(null);
  const [numbering, setNumbering] = useState<ArrivalRow | null>(null);
  const open = useGet<{ items: ArrivalRow[] }>(
    "stock-arrivals",
    "/api/v1/stock-arrivals?kind=unnumbered&limit=50",
  ).data?.items;
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Put away</h1>
          <Link className="btn" to={pathTo("inventory")}>
            Inventory
          </Link>
        </div>
        <Waits />
      </header>
      {can("stock.move") &&
        open?.map((row) => (
          <button
            key={row.id}
            type="button"
            className="btn min-h-12 justify-self-start"
            onClick={() => setNumbering(row)}
          >
            Enter the numbers of {shownDecimal(row.quantity)} × {row.item}
          </button>
        ))}
      <Waiting onPick={setShelving} />
      {data && data.unnumbered + data.rejected > 0 && <Arrived />}
      {shelving && <ShelveDialog row={shelving} nouns={nouns} onClose={() => setShelving(null)} />}
      {numbering && (
        <SerialsDialog row={numbering} nouns={nouns} onClose={() => setNumbering(null)} />
      )}
    </div>
  );
}
