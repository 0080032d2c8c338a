import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useMemo, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Link } from "react-router";
import type { Bounds } from "#kernel/geo/area.ts";
import { boundsOf } from "#kernel/geo/area.ts";
import type { Position, Verdict } from "#kernel/geo/fence.ts";
import { onDemand } from "../onDemand.ts";
import { chooseDrawing, drawsWithGraphics, hasGraphics } from "./drawing-way.ts";
import type { MapArea, MapPoint, Outline } from "./map.types.ts";
import {
  boundsOfView,
  fromDrawing,
  mapSize,
  metersInDrawing,
  pathOf,
  toDrawing,
  viewOf,
  type View,
} from "#kernel/geo/drawing.ts";

const graphics = onDemand(() => import("./GraphicsMap.tsx"), false);

const everything = (
  areas: readonly MapArea[],
  points: readonly MapPoint[],
  home: Bounds,
): Bounds => {
  const boxes = areas.flatMap(({ area }) => boundsOf(area) ?? []);
  for (const p of points)
    boxes.push({ west: p.longitude, east: p.longitude, south: p.latitude, north: p.latitude });
  if (!boxes.length) return home;
  return {
    west: Math.min(...boxes.map((b) => b.west)),
    south: Math.min(...boxes.map((b) => b.south)),
    east: Math.max(...boxes.map((b) => b.east)),
    north: Math.max(...boxes.map((b) => b.north)),
  };
};

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const moved = (view: View, [east, north]: readonly [number, number]): View => ({
  ...view,
  center: {
    latitude: Math.max(-85, Math.min(85, view.center.latitude + (north * view.span) / 4)),
    longitude: view.center.longitude + (east * view.span) / 3,
  },
});
const zoomed = (view: View, by: number): View => ({
  ...view,
  span: Math.min(90, Math.max(0.01, view.span * by)),
});

type Way = { has: boolean; on: boolean; change: () => void };

function Controls({
  set,
  fit,
  way,
}: {
  set: (change: (view: View) => View) => void;
  fit: () => void;
  way: Way;
}) {
  const buttons = [
    { label: "Nearer", icon: Plus, act: () => set((v) => zoomed(v, 0.5)) },
    { label: "Farther", icon: Minus, act: () => set((v) => zoomed(v, 2)) },
    { label: "To the north", icon: ArrowUp, act: () => set((v) => moved(v, [0, 1])) },
    { label: "To the south", icon: ArrowDown, act: () => set((v) => moved(v, [0, -1])) },
    { label: "To the west", icon: ArrowLeft, act: () => set((v) => moved(v, [-1, 0])) },
    { label: "To the east", icon: ArrowRight, act: () => set((v) => moved(v, [1, 0])) },
    { label: "Show everything", icon: Maximize, act: fit },
  ];
  return (
    <div className="flex flex-wrap gap-1 no-print" role="group" aria-label="Move the map">
      {buttons.map(({ label, icon: Icon, act }) => (
        <button key={label} type="button" className="btn" aria-label={label} onClick={act}>
          <Icon aria-hidden="true" size={16} />
        </button>
      ))}
      {way.has && (
        <button type="button" className="btn" aria-pressed={way.on} onClick={way.change}>
          Graphics card
        </button>
      )}
    </div>
  );
}

const words: Readonly<Record<Verdict, string>> = {
  inside: "inside",
  unknown: "possibly inside",
  outside: "outside",
};
const mostListed = 60;

function InView({ points }: { points: readonly MapPoint[] }) {
  return (
    <section aria-label="In view" className="min-w-0">
      <h3 className="text-13 font-semibold">In view: {points.length}</h3>
      <ul className="map-list">
        {points.slice(0, mostListed).map((point) => (
          <li key={point.id}>
            {point.href ? <Link to={point.href}>{point.label}</Link> : point.label}
            <span className="block text-12 text-t2">
              {[point.about, point.verdict && words[point.verdict], `± ${point.accuracy} m`]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {points.length > mostListed && (
        <p className="text-12 text-t2">
          {points.length - mostListed} more; go nearer to list them.
        </p>
      )}
    </section>
  );
}

function Marks({ view, points }: { view: View; points: readonly MapPoint[] }) {
  return points.slice(0, 3000).map((point) => {
    const { x, y } = toDrawing(view, point.longitude, point.latitude);
    const reach = metersInDrawing(view, point.accuracy);
    const verdict = point.verdict ?? "none";
    return (
      <g key={point.id} className={`map-point map-point-${verdict}`}>
        {reach > 6 && reach < 400 && <circle className="map-accuracy" cx={x} cy={y} r={reach} />}
        <circle cx={x} cy={y} r={5}>
          <title>{point.label}</title>
        </circle>
      </g>
    );
  });
}

function Surfaces({ view, areas }: { view: View; areas: readonly MapArea[] }) {
  return areas.map(({ id, label, area, tone }) => (
    <g key={id} className={`map-area map-area-${tone}`}>
      <title>{label}</title>
      {area.polygons.length > 0 && <path fillRule="evenodd" d={pathOf(view, area.polygons)} />}
      {area.circles.map(({ center, radius }, n) => (
        <circle
          key={n}
          cx={toDrawing(view, center.longitude, center.latitude).x}
          cy={toDrawing(view, center.longitude, center.latitude).y}
          r={metersInDrawing(view, radius)}
        />
      ))}
    </g>
  ));
}

type Props = {
  label: string;
  areas: readonly MapArea[];
  points: readonly MapPoint[];
  /** Shown while there is nothing else. */
  home: Bounds;
  outlines: readonly Outline[];
  /** Hears which box is in view, so that its outlines are read. */
  onView?: (box: Bounds) => void;
  /** A click sets a corner; typed coordinates do the same. */
  onPlace?: (position: Position) => void;
  /** Of one place alone, which the page names: nothing is listed beside the map. */
  alone?: boolean;
};

/** How this device draws maps, and changing it. */
const useWay = (): Way & { lost: () => void } => {
  const [on, setOn] = useState(false);
  const [has, setHas] = useState(false);
  useEffect(() => {
    setHas(hasGraphics());
    setOn(drawsWithGraphics());
  }, []);
  const change = () => {
    chooseDrawing(on ? "drawing" : "graphics");
    setOn(drawsWithGraphics());
  };
  return { has, on, change, lost: () => setOn(false) };
};

/**
 * The map of every area: surfaces, points with their accuracy, and beside it the list of what is in
 * view. Moved by mouse, buttons and arrow keys.
 */
export function MapView({ label, areas, points, home, outlines, onView, onPlace, alone }: Props) {
  const start = useMemo(() => viewOf(everything(areas, points, home)), [areas, points, home]);
  const [chosen, setChosen] = useState<View | null>(null);
  const way = useWay();
  const Graphics = graphics.usePart(way.on, way.lost)?.default;
  const view = chosen ?? start;
  const box = boundsOfView(view);
  const show = (next: View | null) => {
    setChosen(next);
    onView?.(boundsOfView(next ?? start));
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move) show(moved(view, move));
    else if (event.key === "+" || event.key === "=") show(zoomed(view, 0.5));
    else if (event.key === "-") show(zoomed(view, 2));
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent<SVGSVGElement>) => {
    if (!onPlace) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const scale = mapSize.width / frame.width;
    onPlace(
      fromDrawing(view, (event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale),
    );
  };
  const inView = points.filter(
    (p) =>
      p.longitude >= box.west &&
      p.longitude <= box.east &&
      p.latitude >= box.south &&
      p.latitude <= box.north,
  );
  return (
    <div className={alone ? "" : "map-beside-list"}>
      <div className="grid gap-2 min-w-0">
        {way.on && Graphics ? (
          <div
            className="map-frame no-print"
            role="application"
            tabIndex={0}
            aria-label={`${label}. Arrow keys move, plus and minus change the scale.`}
            onKeyDown={press}
          >
            <Graphics
              view={view}
              outlines={outlines}
              areas={areas}
              points={inView}
              onView={show}
              onPlace={onPlace}
              onLost={way.lost}
            />
          </div>
        ) : null}
        <svg
          className={way.on && Graphics ? "map-frame print-only" : "map-frame"}
          viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
          role="application"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move, plus and minus change the scale.`}
          onKeyDown={press}
          onClick={click}
        >
          {outlines.map((county) => (
            <path key={county.fips} className="map-county" d={pathOf(view, county.polygons)}>
              <title>{county.name}</title>
            </path>
          ))}
          <Surfaces view={view} areas={areas} />
          <Marks view={view} points={inView} />
        </svg>
        <Controls set={(change) => show(change(view))} fit={() => show(null)} way={way} />
      </div>
      {!alone && <InView points={inView} />}
    </div>
  );
}
