import { House, LayoutDashboard } from "lucide-react";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { dutyLabels } from "#roles.ts";
import { options } from "#kernel/labels.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Filters, Time } from "../builder/Sentence.tsx";
import { filtersIn, withFilters } from "./address.ts";
import { ChangeTiles } from "./ChangeTiles.tsx";
import { reportDashboardCycle } from "./dashboard.labels.ts";
import type { DashboardRecord, ShownTile } from "./dashboard.model.ts";
import { TileGrid } from "./TileGrid.tsx";
import type { SharedFilters } from "./tile.model.ts";

const path = "/api/v1/report-dashboards";

/** Every part by which at least one tile is told, once. */
const partsOf = (tiles: readonly ShownTile[]) => [
  ...new Map(tiles.flatMap(({ parts }) => parts.map((part) => [part.id, part] as const))).values(),
];

function FilterBar({
  tiles,
  filters,
  change,
}: {
  tiles: readonly ShownTile[];
  filters: SharedFilters;
  change: (filters: SharedFilters) => void;
}) {
  if (!tiles.some(({ question }) => question)) return null;
  return (
    <div
      className="flex flex-wrap items-center gap-2"
      role="group"
      aria-label="Filters of all tiles"
    >
      <Time
        period={filters.period}
        own="each tile's own time"
        change={(period) => change({ ...filters, period })}
      />
      <Filters
        parts={partsOf(tiles)}
        where={filters.where}
        of={(part) => tiles.find(({ parts }) => parts.some(({ id }) => id === part.id))!.question!}
        change={(where) => change({ ...filters, where })}
      />
    </div>
  );
}

function Shown({ board, onChange }: { board: DashboardRecord; onChange: () => void }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search, board.filters);
  if (board.tiles.length === 0)
    return (
      <EmptyState kind="first-use" title="No tiles yet">
        {board.canEdit ? (
          <button type="button" className="btn btn-primary" onClick={onChange}>
            Add tiles
          </button>
        ) : (
          "Whoever made it adds them."
        )}
      </EmptyState>
    );
  return (
    <div className="stack">
      <FilterBar
        tiles={board.tiles}
        filters={filters}
        change={(next) => setSearch(withFilters(search, next))}
      />
      <TileGrid tiles={board.tiles} filters={filters} />
    </div>
  );
}

/** A dashboard: its tiles under its filters; whoever made it changes them, others put it on their home. */
export default function DashboardPage() {
  const { id = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const [changing, setChanging] = useState(search.get("change") === "1");
  const act = useMutationAction("report-dashboards");
  const stop = () => {
    setChanging(false);
    const next = new URLSearchParams(search);
    next.delete("change");
    setSearch(next, { replace: true });
  };
  const atHome = async (board: DashboardRecord) => {
    await act.mutateAsync({
      path: `${path}/${id}/actions/${board.home ? "take-from-home" : "show-at-home"}`,
    });
    notify.done(board.home ? "Taken from your home" : "Shown below what waits for you", board.name);
  };
  return (
    <RecordPage<DashboardRecord>
      path={path}
      id={id}
      lifecycle={reportDashboardCycle}
      title={(board) => board.name}
      subtitle={(board) =>
        board.duty &&
        `Stands below the work of everybody with the duty ${dutyLabels[board.duty].label}`
      }
      owner={(board) => board.owner}
      actionFields={{
        share: (
          <label className="field">
            <span className="field-label">Stands below the work of</span>
            <select name="duty" className="field-control">
              <option value="">Nobody: it is only in the list</option>
              {options(dutyLabels).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <span className="text-13 text-t2">
              Everybody with this duty finds it on their home, unless they chose another one.
            </span>
          </label>
        ),
      }}
      extraActions={(board) => [
        ...(board.canEdit && !changing
          ? [
              {
                label: "Change tiles",
                icon: <LayoutDashboard aria-hidden="true" />,
                onSelect: () => setChanging(true),
              },
            ]
          : []),
        ...(board.status !== "retired"
          ? [
              {
                label: board.home ? "Take from my home" : "Show on my home",
                icon: <House aria-hidden="true" />,
                onSelect: () => void atHome(board),
              },
            ]
          : []),
      ]}
      tabs={[
        {
          id: "tiles",
          label: "Tiles",
          count: (board) => board.tiles.length,
          content: (board) =>
            changing && board.canEdit ? (
              <ChangeTiles
                key={board.version}
                board={board}
                filters={filtersIn(search, board.filters)}
                onDone={stop}
              />
            ) : (
              <Shown board={board} onChange={() => setChanging(true)} />
            ),
        },
      ]}
    />
  );
}
