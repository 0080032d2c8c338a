import { useRef, type PointerEvent } from "react";
import type { Place, Tour } from "./route.model.ts";

export const mapWidth = 24;
export const mapHeight = 16;
/** A position within the map, to half a mile. */
export const onMap = ({ x, y }: Place): Place => ({
  x: Math.min(mapWidth, Math.max(0, Math.round(x * 2) / 2)),
  y: Math.min(mapHeight, Math.max(0, Math.round(y * 2) / 2)),
});

const scale = 40;
const edge = 30;
const px = (x: number) => edge + x * scale;
const py = (y: number) => edge + (mapHeight - y) * scale;
const path = (places: readonly Place[], tour: Tour) =>
  tour.map((i, n) => `${n === 0 ? "M" : "L"}${px(places[i]!.x)} ${py(places[i]!.y)}`).join(" ") +
  " Z";
const even = (most: number) => Array.from({ length: most / 4 + 1 }, (_, i) => i * 4);

type MapProps = {
  places: readonly Place[];
  loops: readonly Tour[];
  beside: Tour;
  selected: number;
  label: string;
  select: (index: number) => void;
  move: (index: number, to: Place) => void;
};

/**
 * The depot, the stops and the tour on a plain map; stops can be dragged. Everything that dragging
 * does, the fields and buttons beside do too.
 */
export function RouteMap({ places, loops, beside, selected, label, select, move }: MapProps) {
  const map = useRef<SVGSVGElement>(null);
  const held = useRef<number | null>(null);
  const at = (event: PointerEvent): Place => {
    const box = map.current!.getBoundingClientRect();
    const shown = (mapWidth * scale + 2 * edge) / box.width;
    return onMap({
      x: ((event.clientX - box.left) * shown - edge) / scale,
      y: mapHeight - ((event.clientY - box.top) * shown - edge) / scale,
    });
  };
  return (
    <svg
      ref={map}
      className="live-map"
      viewBox={`0 0 ${mapWidth * scale + 2 * edge} ${mapHeight * scale + 2 * edge}`}
      role="img"
      aria-label={label}
      onPointerMove={(event) => {
        if (held.current !== null) move(held.current, at(event));
      }}
      onPointerUp={() => {
        held.current = null;
      }}
    >
      {even(mapWidth).map((x) => (
        <line
          key={`x${x}`}
          className="map-grid"
          x1={px(x)}
          x2={px(x)}
          y1={py(0)}
          y2={py(mapHeight)}
        />
      ))}
      {even(mapHeight).map((y) => (
        <line
          key={`y${y}`}
          className="map-grid"
          x1={px(0)}
          x2={px(mapWidth)}
          y1={py(y)}
          y2={py(y)}
        />
      ))}
      <path className="map-beside" d={path(places, beside)} />
      {loops.map((loop, i) => (
        <path key={i} className="map-tour" d={path(places, loop)} />
      ))}
      {places.map(({ x, y }, i) => (
        <g
          key={i}
          className={i === 0 ? "map-place map-depot" : "map-place"}
          data-selected={i === selected || undefined}
          onPointerDown={(event) => {
            select(i);
            held.current = i;
            event.currentTarget.ownerSVGElement!.setPointerCapture(event.pointerId);
          }}
        >
          {i === 0 ? (
            <rect x={px(x) - 20} y={py(y) - 20} width={40} height={40} rx={5} />
          ) : (
            <circle cx={px(x)} cy={py(y)} r={19} />
          )}
          <text x={px(x)} y={py(y) + 7} textAnchor="middle">
            {i === 0 ? "D" : i}
          </text>
        </g>
      ))}
    </svg>
  );
}
