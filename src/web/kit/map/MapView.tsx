import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { Link } from "react-router";
import type { Bounds } from "#kernel/geo/area.ts";
import { boundsOfView, viewOf, type View } from "#kernel/geo/drawing.ts";
import { boxAround, withoutFar } from "#kernel/geo/extent.ts";
import type { Position, Verdict } from "#kernel/geo/fence.ts";
import { counted } from "#kernel/words.ts";
import { onDemand } from "../onDemand.ts";
import { chooseDrawing, drawsWithGraphics, hasGraphics } from "./drawing-way.ts";
import { kindOf, looksOf } from "./kinds.ts";
import { MapDrawing } from "./MapDrawing.tsx";
import { MapLegend } from "./MapLegend.tsx";
import type { Ground, MapArea, MapPoint } from "./map.types.ts";

const graphics = onDemand(() => import("./GraphicsMap.tsx"), false);

/**
 * What is shown first: a warning or what is drawn, where there is one; else the agency, and records
 * that are not far from the others.
 */
const firstBox = (
  areas: readonly MapArea[],
  points: readonly MapPoint[],
  agency: Bounds | null,
): Bounds | null => {
  const subject = areas
    .filter(({ tone }) => tone === "alert" || tone === "drawn")
    .map(({ area }) => area);
  if (subject.length) return boxAround(subject, []);
  if (points.length < 2) return boxAround([], points) ?? agency;
  return (
    agency ??
    boxAround(
      areas.map(({ area }) => area),
      withoutFar(points),
    )
  );
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
        <button type="button" className="btn" aria-pressed={!way.on} onClick={way.change}>
          Simple map
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

/** How exactly a place is known, in the words of the field. */
const nearly = (meters: number): string =>
  meters < 400
    ? `within ${Math.max(10, Math.round((meters * 3.2808) / 10) * 10)} feet`
    : `within ${counted(Math.max(1, Math.round(meters / 1609.344)), "mile")}`;

function InView({ points, beyond }: { points: readonly MapPoint[]; beyond: number }) {
  return (
    <section aria-label="In view" className="min-w-0">
      <h3 className="text-13 font-semibold">In view: {points.length}</h3>
      <ul className="map-list">
        {points.slice(0, mostListed).map((point) => (
          <li key={point.id}>
            {point.href ? <Link to={point.href}>{point.label}</Link> : point.label}
            <span className="block text-12 text-t2">
              {[point.about, point.verdict && words[point.verdict], nearly(point.accuracy)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {beyond > 0 && (
        <p className="text-12 text-t2">{counted(beyond, "record")} outside of what is shown.</p>
      )}
      {points.length > mostListed && (
        <p className="text-12 text-t2">
          {points.length - mostListed} more; go nearer to list them.
        </p>
      )}
    </section>
  );
}

type Props = {
  label: string;
  areas: readonly MapArea[];
  points: readonly MapPoint[];
  /** Shown while there is nothing else. */
  home: Bounds;
  /** Where the agency is, as far as it is known. */
  agency?: Bounds | null;
  ground: Ground;
  /** Hears which box is in view, so that its outlines are read. */
  onView?: (box: Bounds) => void;
  /** A click sets a corner; typed coordinates do the same. */
  onPlace?: (position: Position) => void;
  /** What is on it the page lists itself: nothing is listed beside the map. */
  alone?: boolean;
  /** The page draws the legend itself: the kinds in its order. */
  kinds?: readonly string[];
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

const within = (box: Bounds, { longitude, latitude }: MapPoint): boolean =>
  longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north;

const keyed = (event: KeyboardEvent, view: View): View | null => {
  const move = moves[event.key];
  if (move) return moved(view, move);
  if (event.key === "+" || event.key === "=") return zoomed(view, 0.5);
  return event.key === "-" ? zoomed(view, 2) : null;
};

/** The kinds of what stands on the map with their looks, and how many there are of each. */
const useKinds = (points: readonly MapPoint[], kinds: readonly string[] | undefined) =>
  useMemo(() => {
    const looks = looksOf(kinds ?? points.map(kindOf));
    const sums = new Map<string, number>();
    for (const point of points) sums.set(kindOf(point), (sums.get(kindOf(point)) ?? 0) + 1);
    return {
      looks,
      entries: [...looks.values()].map((look) => ({ look, shown: sums.get(look.kind) ?? 0 })),
    };
  }, [points, kinds]);

/**
 * The map of every area: surfaces, points by kind with their accuracy, and beside it the list of what
 * is in view. Moved by mouse, buttons and arrow keys.
 */
export function MapView(props: Props) {
  const { areas, points, home, agency = null, ground, onView, onPlace } = props;
  const start = useMemo(
    () => viewOf(firstBox(areas, points, agency) ?? home),
    [areas, points, agency, home],
  );
  const [chosen, setChosen] = useState<View | null>(null);
  const way = useWay();
  const Graphics = graphics.usePart(way.on, way.lost)?.default;
  const { looks, entries } = useKinds(points, props.kinds);
  const view = chosen ?? start;
  const box = boundsOfView(view);
  const show = (next: View) => {
    setChosen(next);
    onView?.(boundsOfView(next));
  };
  const all = () =>
    show(
      viewOf(
        boxAround(
          areas.map(({ area }) => area),
          points,
        ) ?? home,
      ),
    );
  const press = (event: KeyboardEvent) => {
    const next = keyed(event, view);
    if (!next) return;
    show(next);
    event.preventDefault();
  };
  const label = `${props.label}. Arrow keys move, plus and minus change the scale.`;
  const inView = points.filter((point) => within(box, point));
  const listed = !props.alone && points.length > 0;
  const drawn = { view, ground, areas, points: inView, looks, onPlace };
  const shows = way.on && Graphics;
  return (
    <div className={listed ? "map-beside-list" : ""}>
      <div className="grid gap-2 min-w-0">
        {shows && (
          <div
            className="map-frame no-print"
            role="application"
            tabIndex={0}
            aria-label={label}
            onKeyDown={press}
          >
            <Graphics {...drawn} onView={show} onLost={way.lost} />
          </div>
        )}
        <MapDrawing
          {...drawn}
          label={label}
          className={shows ? "map-frame print-only" : "map-frame"}
          press={press}
          open={(near) => show(viewOf(near))}
        />
        {!props.kinds && entries.length > 1 && <MapLegend entries={entries} />}
        <p className="text-12 text-t2">
          Counties: Census Bureau. Towns: GeoNames.
          {shows && ground.streets && " Streets: © OpenStreetMap contributors."}
        </p>
        <Controls set={(change) => show(change(view))} fit={all} way={way} />
      </div>
      {listed && <InView points={inView} beyond={points.length - inView.length} />}
    </div>
  );
}
