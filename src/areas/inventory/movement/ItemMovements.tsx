import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Pager } from "#web/kit/table/Pager.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Begun } from "./begun.ts";
import { MoveButtons } from "./MoveButtons.tsx";
import { movementKinds } from "./movement.labels.ts";
import type { ItemMovement, ItemMovements as Moves, ItemShelf } from "./movement.model.ts";
import { OrderLines } from "./OrderLines.tsx";

const moves: readonly LinePart<ItemMovement>[] = [
  {
    label: "Movement",
    as: "title",
    cell: (row) => (
      <>
        <Link to={pathTo("stockMovement", { id: row.movementId })}>{row.number}</Link>{" "}
        {movementKinds[row.kind]}
        {row.consumer && ` for ${row.consumer}`}
      </>
    ),
  },
  { label: "Moved on", words: true, cell: ({ movedOn }) => formatDate(movedOn) },
  {
    label: "Where",
    words: true,
    cell: ({ from, to, lot }) =>
      [from && `from ${from}`, to && `to ${to}`, lot && `lot ${lot}`].filter(Boolean).join(" "),
  },
  { label: "Change", cell: ({ change }) => shownDecimal(change) },
  { label: "Stock behind it", cell: ({ balance }) => shownDecimal(balance) },
  { label: "Value", cell: ({ valueCents }) => formatCents(valueCents) },
  {
    label: "Value behind it",
    as: "amount",
    cell: ({ valueAfterCents }) => formatCents(valueAfterCents),
  },
];

const places: readonly LinePart<ItemShelf>[] = [
  {
    label: "Location",
    as: "title",
    cell: ({ locationId, location }) => (
      <Link to={pathTo("stockLocation", { id: locationId })}>{location}</Link>
    ),
  },
  {
    label: "Lot",
    words: true,
    cell: ({ lotId, lot }) => lotId && <Link to={pathTo("stockLot", { id: lotId })}>{lot}</Link>,
  },
  { label: "Fund", words: true, cell: ({ fund }) => fund },
  {
    label: "Expires on",
    words: true,
    cell: ({ expiresOn }) => expiresOn && formatDate(expiresOn),
  },
  { label: "On hand", cell: ({ onHand }) => shownDecimal(onHand) },
  {
    label: "Free",
    as: "amount",
    cell: ({ free, stopped }) => (stopped ? "0" : shownDecimal(free)),
  },
  { label: "Why not", words: true, cell: ({ stopped }) => stopped },
];

type Shelves = { unit: string; items: ItemShelf[] };

/** What moved of an item page by page, newest first. */
function Moved({ path }: { path: string }) {
  const [{ page, limit }, turn] = useState({ page: 1, limit: 50 });
  const { data, error } = useGet<Moves>("stock-movements", `${path}?page=${page}&limit=${limit}`, {
    keep: true,
  });
  if (error) return <ErrorPanel error={error} what="What moved" />;
  return (
    <Panel title="What moved">
      {data?.items.length ? (
        <LineTable label="What moved" parts={moves} lines={data.items} keyOf={(row) => row.id} />
      ) : (
        <p className="text-t2">Nothing moved yet.</p>
      )}
      {data && data.total > 10 && (
        <Pager
          page={page}
          limit={limit}
          total={data.total}
          capped={false}
          shown={data.items.length}
          sizes={[10, 25, 50, 100]}
          onPage={(next) => turn({ page: next, limit })}
          onLimit={(size) => turn({ page: 1, limit: size })}
        />
      )}
    </Panel>
  );
}

/** Where an item lies, what moved of it, and what is done with it. */
export function ItemMovements({ item }: { item: Begun }) {
  const path = `/api/v1/stock-items/${item.id}`;
  const lies = useGet<Shelves>("stock-movements", `${path}/shelves`);
  if (lies.error) return <ErrorPanel error={lies.error} what="Where it lies" />;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <MoveButtons item={item} />
      </div>
      <Panel title="Where it lies">
        {lies.data?.items.length ? (
          <LineTable
            label="Where it lies"
            parts={places}
            lines={lies.data.items}
            keyOf={(shelf) => `${shelf.locationId} ${shelf.lotId} ${shelf.fundId}`}
          />
        ) : (
          <p className="text-t2">Nothing of it lies in the stores.</p>
        )}
      </Panel>
      <OrderLines item={item} />
      <Moved path={`${path}/movements`} />
    </>
  );
}
