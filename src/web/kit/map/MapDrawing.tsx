import type { KeyboardEvent, MouseEvent } from "react";
import type { Bounds } from "#kernel/geo/area.ts";
import { clustered, type Cluster } from "#kernel/geo/cluster.ts";
import {
  fromDrawing,
  linesPath,
  mapSize,
  metersInDrawing,
  pathOf,
  toDrawing,
  type View,
} from "#kernel/geo/drawing.ts";
import { boxAround } from "#kernel/geo/extent.ts";
import type { Position } from "#kernel/geo/fence.ts";
import { kindOf, symbolPath, type KindLook } from "./kinds.ts";
import type { Ground, MapArea, MapPoint } from "./map.types.ts";
import { namesIn } from "./place-names.ts";

function Marks({
  view,
  points,
  looks,
}: {
  view: View;
  points: readonly MapPoint[];
  looks: ReadonlyMap<string, KindLook>;
}) {
  return points.slice(0, 3000).map((point) => {
    const { x, y } = toDrawing(view, point.longitude, point.latitude);
    const reach = metersInDrawing(view, point.accuracy);
    const verdict = point.verdict ?? "none";
    const look = looks.get(kindOf(point));
    return (
      <g key={point.id} className={`map-point map-point-${verdict}`}>
        {reach > 6 && reach < 400 && <circle className="map-accuracy" cx={x} cy={y} r={reach} />}
        <path
          className={`map-mark map-kind-${look?.n ?? 0} ${look?.symbol ?? "circle"}`}
          d={symbolPath(look?.symbol ?? "circle", x, y, 5)}
        >
          <title>{point.label}</title>
        </path>
      </g>
    );
  });
}

const verdictsOf = (points: readonly MapPoint[]): string =>
  points.some((p) => p.verdict === "inside")
    ? "inside"
    : points.some((p) => p.verdict === "unknown")
      ? "unknown"
      : "none";

function Clusters({
  view,
  clusters,
  open,
}: {
  view: View;
  clusters: readonly Cluster<MapPoint>[];
  open: (box: Bounds) => void;
}) {
  return clusters.map(({ id, points, latitude, longitude }) => {
    const { x, y } = toDrawing(view, longitude, latitude);
    const box = boxAround([], points)!;
    return (
      <g
        key={id}
        className={`map-cluster map-point-${verdictsOf(points)}`}
        onClick={(event) => {
          event.stopPropagation();
          open(box);
        }}
      >
        <circle cx={x} cy={y} r={points.length > 99 ? 16 : 13} />
        <text x={x} y={y + 4}>
          {points.length}
        </text>
        <title>{`${points.length} records: go nearer`}</title>
      </g>
    );
  });
}

function Surfaces({ view, areas }: { view: View; areas: readonly MapArea[] }) {
  return areas.map(({ id, label, area, tone, n = 0, lines = [] }) => (
    <g key={id} className={`map-area map-area-${tone} map-way-${n % 6}`}>
      <title>{label}</title>
      {area.polygons.length > 0 && <path fillRule="evenodd" d={pathOf(view, area.polygons)} />}
      {lines.length > 0 && <path className="map-line" d={linesPath(view, lines)} />}
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

function Names({ view, ground }: { view: View; ground: Ground }) {
  return namesIn(view, ground).map(({ id, name, x, y, of }) =>
    of === "county" ? (
      <text key={id} className="map-name" x={x} y={y}>
        {name}
      </text>
    ) : (
      <g key={id} className="map-town">
        <circle cx={x} cy={y} r={2} />
        <text x={x + 5} y={y + 4}>
          {name}
        </text>
      </g>
    ),
  );
}

/** The map as a drawing of the page: it needs no WebGL, and is what is printed. */
export function MapDrawing(props: {
  label: string;
  className: string;
  view: View;
  ground: Ground;
  areas: readonly MapArea[];
  points: readonly MapPoint[];
  looks: ReadonlyMap<string, KindLook>;
  press: (event: KeyboardEvent) => void;
  open: (box: Bounds) => void;
  onPlace?: ((position: Position) => void) | undefined;
}) {
  const { view, ground, looks, onPlace } = props;
  const { alone, clusters } = clustered(view, props.points);
  const click = (event: MouseEvent<SVGSVGElement>) => {
    if (!onPlace) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const scale = mapSize.width / frame.width;
    onPlace(
      fromDrawing(view, (event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale),
    );
  };
  return (
    <svg
      className={props.className}
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      role="application"
      tabIndex={0}
      aria-label={props.label}
      onKeyDown={props.press}
      onClick={click}
    >
      {ground.outlines.map((county) => (
        <path key={county.fips} className="map-county" d={pathOf(view, county.polygons)}>
          <title>{county.name}</title>
        </path>
      ))}
      {ground.states.map((state) => (
        <path key={state.fips} className="map-state" d={pathOf(view, state.polygons)} />
      ))}
      <Surfaces view={view} areas={props.areas} />
      <Names view={view} ground={ground} />
      <Marks view={view} points={alone} looks={looks} />
      <Clusters view={view} clusters={clusters} open={props.open} />
    </svg>
  );
}
