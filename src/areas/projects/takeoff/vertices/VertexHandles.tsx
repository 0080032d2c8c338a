import { useState, type PointerEvent } from "react";
import type { Outline, Point } from "../geometry.model.ts";
import { edgesOf, placed, type Editing, type Spot } from "./editing.model.ts";
import type { Rings } from "./merge.model.ts";

export type HandleActions = {
  choose: (spot: Spot) => void;
  place: (spot: Spot, to: Point) => void;
  add: (spot: Spot, at: Point) => void;
};
type Ways = { at: (point: Point) => Point; from: (place: Point) => Point };

const pathOf = (rings: Rings, open: boolean, at: Ways["at"]): string =>
  [rings.points, ...rings.cutOuts]
    .map((line: Outline) => {
      const steps = line.map(at).map(([x, y], n) => `${n === 0 ? "M" : "L"}${x} ${y}`);
      return steps.join("") + (open ? "" : "Z");
    })
    .join("");

const same = (a: Spot, b: Spot): boolean => a.ring === b.ring && a.at === b.at;

/** The points of a shape to be dragged, and the middles of its edges to add one; theirs lies below. */
export function VertexHandles({
  editing,
  theirs,
  at,
  from,
  on,
}: Ways & { editing: Editing; theirs: Rings | null; on: HandleActions }) {
  const [drag, setDrag] = useState<{ spot: Spot; to: Point } | null>(null);
  const { now } = drag ? placed(editing, drag.spot, drag.to) : editing;
  const open = editing.kind === "length";
  const place = ({ currentTarget, clientX, clientY }: PointerEvent<SVGCircleElement>): Point => {
    const { left, top } = currentTarget.ownerSVGElement!.getBoundingClientRect();
    return from([clientX - left, clientY - top]);
  };
  const points = [now.points, ...now.cutOuts].flatMap((line, ring) =>
    line.map((point, n) => ({ spot: { ring, at: n }, place: at(point) })),
  );
  return (
    <g className="takeoff-vertices" data-kind={editing.kind}>
      {theirs && <path className="takeoff-theirs" d={pathOf(theirs, open, at)} />}
      {editing.kind !== "count" && <path d={pathOf(now, open, at)} fillRule="evenodd" />}
      {!drag &&
        edgesOf(editing).map(({ spot, at: middle }) => {
          const [cx, cy] = at(middle);
          return (
            <circle
              key={`${spot.ring}-${spot.at}`}
              className="takeoff-middle"
              cx={cx}
              cy={cy}
              r={5}
              onPointerUp={(event) => {
                event.stopPropagation();
                on.add(spot, middle);
              }}
            />
          );
        })}
      {points.map(({ spot, place: [cx, cy] }) => (
        <circle
          key={`${spot.ring}-${spot.at}`}
          className="takeoff-vertex"
          data-chosen={same(spot, editing.spot)}
          cx={cx}
          cy={cy}
          r={8}
          onPointerDown={(event) => {
            event.stopPropagation();
            event.currentTarget.setPointerCapture(event.pointerId);
            on.choose(spot);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId))
              setDrag({ spot, to: place(event) });
          }}
          onPointerUp={(event) => {
            event.stopPropagation();
            if (drag) on.place(drag.spot, drag.to);
            setDrag(null);
          }}
          onPointerCancel={() => setDrag(null)}
        />
      ))}
    </g>
  );
}
