import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "react-router";
import type { TileWidth } from "./dashboard.labels.ts";
import type { ShownTile } from "./dashboard.model.ts";
import { TileBody } from "./Tile.tsx";
import type { SharedFilters } from "./tile.model.ts";

const spans: Record<TileWidth, string> = {
  third: "md:col-span-2",
  half: "md:col-span-3",
  whole: "md:col-span-6",
};

const filterNames = (tiles: readonly ShownTile[]): Record<string, string> => ({
  time: "such a time",
  ...Object.fromEntries(
    tiles.flatMap(({ parts }) => parts.map(({ id, label }) => [id, label.toLowerCase()])),
  ),
});

/** Tiles side by side, on a phone below each other; `aside` is what one can do with each of them. */
export function TileGrid({
  tiles,
  filters,
  level: Heading = "h2",
  aside,
  onKeyDown,
}: {
  tiles: readonly ShownTile[];
  filters: SharedFilters;
  level?: "h2" | "h3";
  aside?: (at: number) => ReactNode;
  onKeyDown?: (at: number, event: KeyboardEvent) => void;
}) {
  return (
    <ul className="grid items-start gap-4 md:grid-cols-6">
      {tiles.map((tile, at) => (
        <li
          key={`${tile.of} ${tile.id}`}
          className={`min-w-0 ${spans[tile.width]}`}
          {...(onKeyDown && { onKeyDown: (event: KeyboardEvent) => onKeyDown(at, event) })}
        >
          <section aria-label={tile.name}>
            <header className="mb-1 flex min-h-8 items-center justify-between gap-2">
              <Heading className="text-13 font-semibold">
                {tile.page ? (
                  <Link className="inline-flex min-h-6 items-center" to={tile.page}>
                    {tile.name}
                  </Link>
                ) : (
                  tile.name
                )}
              </Heading>
              {aside?.(at)}
            </header>
            <TileBody tile={tile} filters={filters} names={filterNames(tiles)} />
          </section>
        </li>
      ))}
    </ul>
  );
}
