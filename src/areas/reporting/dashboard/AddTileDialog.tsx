import { useState } from "react";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { tileKinds, type TileKind } from "./dashboard.labels.ts";
import type { ShownTile } from "./dashboard.model.ts";
import type { TileInput } from "./dashboard.labels.ts";

const kinds = Object.entries(tileKinds) as [TileKind, string][];

function Choices({
  items,
  taken,
  onChoose,
}: {
  items: readonly ShownTile[];
  taken: ReadonlySet<string>;
  onChoose: (tile: ShownTile) => void;
}) {
  const [search, setSearch] = useState("");
  const sought = search.trim().toLowerCase();
  const found = items.filter(({ name, says }) =>
    `${name} ${says ?? ""}`.toLowerCase().includes(sought),
  );
  return (
    <div className="stack">
      <label className="field">
        Find
        <input
          className="field-control"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {found.length === 0 && <p className="text-t2">No tile is called so.</p>}
      {kinds.map(([kind, label]) => {
        const these = found.filter(({ of }) => of === kind);
        if (!these.length) return null;
        return (
          <section key={kind}>
            <h3 className="font-semibold">{label}</h3>
            <ul className="divide-y divide-hair">
              {these.map((tile) => {
                const there = taken.has(`${tile.of} ${tile.id}`);
                return (
                  <li key={tile.id} className="flex items-center justify-between gap-3 py-2">
                    <div>
                      <p>{tile.name}</p>
                      {tile.says && <p className="text-12 text-t2">{tile.says}</p>}
                    </div>
                    <button
                      type="button"
                      className="btn btn-small"
                      aria-label={`${there ? "Added" : "Add"} ${tile.name}`}
                      disabled={there}
                      onClick={() => onChoose(tile)}
                    >
                      {there ? "Added" : "Add"}
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** What can become a tile: ready reports, own and shared ones, and what waits; several one by one. */
export function AddTileDialog({
  tiles,
  onChoose,
  onClose,
}: {
  tiles: readonly TileInput[];
  onChoose: (tile: ShownTile) => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useGet<{ items: ShownTile[] }>(
    "saved-reports",
    "/api/v1/dashboard-tiles",
  );
  return (
    <Dialog
      title="Add tiles"
      className="dialog dialog-wide"
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          Done
        </button>
      }
    >
      {error && <ErrorPanel error={error} what="Tiles" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton columns={1} rows={6} />}
      {data && (
        <Choices
          items={data.items}
          taken={new Set(tiles.map(({ of, id }) => `${of} ${id}`))}
          onChoose={onChoose}
        />
      )}
    </Dialog>
  );
}
