import { readDecimal } from "../numbers.ts";
import { mapHeight, mapWidth, onMap } from "./RouteMap.tsx";
import type { Place } from "./route.model.ts";

const maxStops = 12;
const nameOf = (i: number) => (i === 0 ? "Depot" : `Stop ${i}`);

type StopsProps = {
  places: readonly Place[];
  selected: number;
  select: (index: number) => void;
  move: (index: number, to: Place) => void;
  change: (places: readonly Place[], selected: number) => void;
};

/** A new stop goes where it is farthest from all others. */
const emptiest = (places: readonly Place[]): Place => {
  const spots = Array.from({ length: (mapWidth - 1) * (mapHeight - 1) }, (_, i) => ({
    x: 1 + (i % (mapWidth - 1)),
    y: 1 + Math.floor(i / (mapWidth - 1)),
  }));
  const room = (spot: Place) =>
    Math.min(...places.map((place) => Math.hypot(place.x - spot.x, place.y - spot.y)));
  return spots.reduce((best, spot) => (room(spot) > room(best) ? spot : best));
};

const directions = [
  ["West", -0.5, 0],
  ["East", 0.5, 0],
  ["South", 0, -0.5],
  ["North", 0, 0.5],
] as const;

/** The chosen place with buttons to move it, and the places as numbers. */
export function RouteStops({ places, selected, select, move, change }: StopsProps) {
  const { x, y } = places[selected]!;
  const full = places.length > maxStops;
  const coordinate = (i: number, axis: "x" | "y", most: number) => (
    <input
      className="live-cell num"
      type="number"
      min={0}
      max={most}
      step={0.5}
      aria-label={`${nameOf(i)}, miles ${axis === "x" ? "east" : "north"}`}
      value={places[i]![axis]}
      onFocus={() => select(i)}
      onChange={(event) => {
        const value = readDecimal(event.target.value, 0, most);
        if (value !== null) move(i, onMap({ ...places[i]!, [axis]: value }));
      }}
    />
  );
  return (
    <div className="live-stops">
      <div className="live-field live-wide">
        <label htmlFor="route-stop">Place to move</label>
        <select
          id="route-stop"
          className="field-control"
          value={selected}
          onChange={(event) => select(Number(event.target.value))}
        >
          {places.map((_, i) => (
            <option key={i} value={i}>
              {nameOf(i)}
            </option>
          ))}
        </select>
      </div>
      <div className="live-buttons">
        {directions.map(([label, dx, dy]) => (
          <button
            key={label}
            type="button"
            className="btn btn-small"
            onClick={() => move(selected, onMap({ x: x + dx, y: y + dy }))}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          className="btn btn-small"
          aria-disabled={selected === 0}
          onClick={() => {
            if (selected > 0)
              change(
                places.filter((_, i) => i !== selected),
                Math.min(selected, places.length - 2),
              );
          }}
        >
          Remove
        </button>
        <button
          type="button"
          className="btn btn-small"
          aria-disabled={full}
          onClick={() => {
            if (!full) change([...places, emptiest(places)], places.length);
          }}
        >
          Add a stop
        </button>
      </div>
      <div className="live-scroll" tabIndex={0} role="region" aria-label="Places">
        <table className="ledger live-grid live-places">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col" className="num">
                Miles east
              </th>
              <th scope="col" className="num">
                Miles north
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((_, i) => (
              <tr key={i} data-selected={i === selected || undefined}>
                <th scope="row">{nameOf(i)}</th>
                <td>{coordinate(i, "x", mapWidth)}</td>
                <td>{coordinate(i, "y", mapHeight)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
