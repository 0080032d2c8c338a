import { Ellipsis, Plus } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { Leaving } from "#web/kit/form/Leaving.tsx";
import { dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { mostTiles, tileLooks, tileWidths } from "./dashboard.labels.ts";
import type { DashboardRecord, ShownTile } from "./dashboard.model.ts";
import { keptTile } from "./kept-tile.ts";
import { TileGrid } from "./TileGrid.tsx";
import { moved, type SharedFilters } from "./tile.model.ts";

const AddTileDialog = dialogOnDemand(
  async () => (await import("./AddTileDialog.tsx")).AddTileDialog,
);

const entriesOf = <L extends string>(
  choices: Readonly<Record<L, string>>,
  chosen: L,
  choose: (value: L) => void,
): MenuEntry[] =>
  (Object.entries(choices) as [L, string][]).map(([value, label]) => ({
    kind: "check",
    label,
    checked: value === chosen,
    onChange: () => choose(value),
  }));

function TileMenu({
  tile,
  at,
  last,
  move,
  change,
  remove,
}: {
  tile: ShownTile;
  at: number;
  last: number;
  move: (to: number) => void;
  change: (next: Partial<ShownTile>) => void;
  remove: () => void;
}) {
  return (
    <Menu
      align="end"
      label={`Change ${tile.name}`}
      trigger={
        <button
          type="button"
          className="btn btn-quiet btn-icon btn-small"
          aria-label={`Change ${tile.name}`}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      }
      entries={[
        {
          label: "Earlier",
          hint: "Alt+←",
          disabled: at === 0,
          onSelect: () => move(at - 1),
        },
        {
          label: "Later",
          hint: "Alt+→",
          disabled: at === last,
          onSelect: () => move(at + 1),
        },
        { kind: "line" },
        { kind: "label", label: "Width" },
        ...entriesOf(tileWidths, tile.width, (width) => change({ width })),
        ...(tile.question
          ? [
              { kind: "line" as const },
              { kind: "label" as const, label: "Shown as" },
              ...entriesOf(tileLooks, tile.look, (look) => change({ look })),
            ]
          : []),
        { kind: "line" },
        { label: "Take off", danger: true, onSelect: remove },
      ]}
    />
  );
}

/** Tiles while their owner changes them; nothing is kept before Save. */
export function ChangeTiles({
  board,
  filters,
  onDone,
}: {
  board: DashboardRecord;
  filters: SharedFilters;
  onDone: () => void;
}) {
  const [name, setName] = useState(board.name);
  const [tiles, setTiles] = useState(board.tiles);
  const [adding, setAdding] = useState(false);
  const act = useMutationAction("report-dashboards");
  const body = { name, tiles: tiles.map(keptTile), filters };
  const changed =
    JSON.stringify([name, body.tiles]) !== JSON.stringify([board.name, board.tiles.map(keptTile)]);
  const set = (at: number, next: Partial<ShownTile>) =>
    setTiles(tiles.map((tile, n) => (n === at ? { ...tile, ...next } : tile)));
  const keys = (at: number, event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    setTiles(moved(tiles, at, at + step));
  };
  const save = async () => {
    try {
      await act.mutateAsync({
        method: "PUT",
        path: `/api/v1/report-dashboards/${board.id}`,
        version: board.version,
        body,
      });
    } catch (error) {
      notify.failed("The dashboard is not saved", error);
      return;
    }
    notify.done("Saved", name);
    onDone();
  };
  return (
    <div className="stack">
      <div className="flex flex-wrap items-end gap-2">
        <label className="field min-w-64">
          Name
          <input
            className="field-control"
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="btn"
          disabled={tiles.length >= mostTiles}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden="true" />
          Add tiles
        </button>
        <button type="button" className="btn ml-auto" onClick={onDone}>
          {changed ? "Discard" : "Close"}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={act.isPending}
          onClick={() => void save()}
        >
          Save
        </button>
      </div>
      <p className="text-13 text-t2">
        {tiles.length} of {mostTiles} tiles. The menu of a tile moves it, makes it wider and takes
        it off; Alt with an arrow key moves the one that has the focus. The time and filters chosen
        before are kept with it.
      </p>
      <TileGrid
        tiles={tiles}
        filters={filters}
        onKeyDown={keys}
        aside={(at) => (
          <TileMenu
            tile={tiles[at]!}
            at={at}
            last={tiles.length - 1}
            move={(to) => setTiles(moved(tiles, at, to))}
            change={(next) => set(at, next)}
            remove={() => setTiles(tiles.filter((_, n) => n !== at))}
          />
        )}
      />
      {adding && (
        <AddTileDialog
          tiles={tiles}
          onChoose={(tile) => setTiles((now) => (now.length < mostTiles ? [...now, tile] : now))}
          onClose={() => setAdding(false)}
        />
      )}
      <Leaving blocks={() => changed} text="The tiles that you changed are not saved." />
    </div>
  );
}
