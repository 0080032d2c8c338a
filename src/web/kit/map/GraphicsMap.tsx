import { useEffect, useRef } from "react";
import { Map as Graphics, Marker, setWorkerUrl, type StyleSpecification } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import { clustered } from "#kernel/geo/cluster.ts";
import { fromDrawing, viewOf, type View } from "#kernel/geo/drawing.ts";
import { boxAround } from "#kernel/geo/extent.ts";
import type { Position } from "#kernel/geo/fence.ts";
import type { KindLook } from "./kinds.ts";
import type { Ground, MapArea, MapPoint } from "./map.types.ts";
import { namesIn, type PlaceName } from "./place-names.ts";
import {
  areaShapes,
  lineShapes,
  outlineShapes,
  pointShapes,
  reachShapes,
  type Shapes,
} from "./shapes.ts";

setWorkerUrl(workerUrl);

const nothing: Shapes = { type: "FeatureCollection", features: [] };
const source = { type: "geojson", data: nothing } as const;

// Colors come from the theme: the same as those of the drawing.
const colorOf = (element: Element, name: string) =>
  getComputedStyle(element).getPropertyValue(name).trim();
const styleFor = (element: Element): StyleSpecification => {
  const color = (name: string) => colorOf(element, name);
  const danger = ["alert", "closed"];
  const tone = ["match", ["get", "tone"], danger, color("--danger"), "layer", color("--info")];
  const ways = ["match", ["get", "n"]];
  for (let n = 0; n < 6; n += 1) ways.push(n as never, color(`--chart-${n + 1}`) as never);
  const lines = [...tone, "way", [...ways, color("--chart-1")], color("--warning")];
  const kind = ["match", ["get", "kind"]];
  for (let n = 0; n < 6; n += 1) kind.push(n as never, color(`--chart-${n + 1}`) as never);
  const verdict = ["match", ["get", "verdict"], "inside", color("--danger")];
  return {
    version: 8,
    sources: {
      counties: source,
      states: source,
      areas: source,
      lines: source,
      reach: source,
      points: source,
    } as never,
    layers: [
      { id: "ground", type: "background", paint: { "background-color": color("--s2") } },
      {
        id: "counties",
        type: "line",
        source: "counties",
        paint: { "line-color": color("--t3"), "line-width": 0.7 },
      },
      {
        id: "states",
        type: "line",
        source: "states",
        paint: { "line-color": color("--t2"), "line-width": 1.6 },
      },
      {
        id: "areas",
        type: "fill",
        source: "areas",
        paint: {
          "fill-color": [...tone, color("--warning")] as never,
          // What lies beneath a layer of the agency stays readable.
          "fill-opacity": ["match", ["get", "tone"], "layer", 0.06, 0.18],
        },
      },
      {
        id: "edges",
        type: "line",
        source: "areas",
        paint: { "line-color": [...tone, color("--warning")] as never, "line-width": 2 },
      },
      {
        id: "lines",
        type: "line",
        source: "lines",
        paint: {
          "line-color": lines as never,
          "line-width": ["match", ["get", "tone"], "way", 3.5, "closed", 3, 1.4],
        },
      },
      {
        id: "reach",
        type: "line",
        source: "reach",
        paint: { "line-color": color("--t3"), "line-dasharray": [2, 2] },
      },
      {
        id: "points",
        type: "circle",
        source: "points",
        paint: {
          "circle-radius": 5,
          "circle-color": [
            ...verdict,
            "unknown",
            color("--warning"),
            [...kind, color("--chart-1")],
          ] as never,
          "circle-stroke-width": 1,
          "circle-stroke-color": color("--s1"),
        },
      },
    ],
  };
};

const pixels = 512;
/** The scale at which so many degrees stand from top to bottom. */
const zoomOf = ({ span, center }: View, height: number): number =>
  Math.log2((height * 360 * Math.cos((center.latitude * Math.PI) / 180)) / (pixels * span));
const spanOf = (zoom: number, latitude: number, height: number): number =>
  (height * 360 * Math.cos((latitude * Math.PI) / 180)) / (pixels * 2 ** zoom);

type Props = {
  view: View;
  ground: Ground;
  areas: readonly MapArea[];
  points: readonly MapPoint[];
  looks: ReadonlyMap<string, KindLook>;
  onView: (view: View) => void;
  onPlace?: ((position: Position) => void) | undefined;
  /** The card gave up: the drawing takes over. */
  onLost: () => void;
};

/** The map drawn with the graphics card. Keys, buttons and the list beside it are its owner's. */
export default function GraphicsMap(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<Graphics | null>(null);
  const now = useRef(props);
  now.current = props;
  const { view, ground, areas, points, looks } = props;
  const marks = useRef<Marker[]>([]);
  useEffect(() => {
    const element = frame.current!;
    const height = element.clientHeight || 520;
    const { center } = now.current.view;
    const drawn = new Graphics({
      container: element,
      style: styleFor(element),
      center: [center.longitude, center.latitude],
      zoom: zoomOf(now.current.view, height),
      keyboard: false,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.current = drawn;
    drawn.getCanvas().tabIndex = -1;
    drawn.getCanvas().setAttribute("aria-hidden", "true");
    drawn.on("load", () => fill(drawn, now.current));
    drawn.on("moveend", (event) => {
      if (!("originalEvent" in event) || !event.originalEvent) return;
      const { lat, lng } = drawn.getCenter();
      now.current.onView({
        center: { latitude: lat, longitude: lng },
        span: spanOf(drawn.getZoom(), lat, element.clientHeight),
      });
    });
    drawn.on("click", ({ lngLat }) => {
      const round = (n: number) => Math.round(n * 1e5) / 1e5;
      now.current.onPlace?.({ latitude: round(lngLat.lat), longitude: round(lngLat.lng) });
    });
    drawn.on("webglcontextlost", () => now.current.onLost());
    return () => {
      map.current = null;
      drawn.remove();
    };
  }, []);
  useEffect(() => {
    if (map.current?.isStyleLoaded()) fill(map.current, { view, ground, areas, points, looks });
    else map.current?.once("idle", (event) => fill(event.target, now.current));
  }, [view, ground, areas, points, looks]);
  useEffect(() => {
    const drawn = map.current;
    if (!drawn) return;
    for (const mark of marks.current) mark.remove();
    marks.current = [
      // The streets bring their own names.
      ...(ground.streets ? [] : namesIn(view, ground)).map((each) => nameMark(view, each)),
      ...clustered(view, points).clusters.map((each) =>
        countMark(each.points.length, each, () =>
          now.current.onView(viewOf(boxAround([], each.points)!)),
        ),
      ),
    ];
    for (const mark of marks.current) mark.addTo(drawn);
  }, [view, ground, points]);
  useEffect(() => {
    const height = frame.current?.clientHeight || 520;
    const { center } = view;
    map.current?.jumpTo({
      center: [center.longitude, center.latitude],
      zoom: zoomOf(view, height),
    });
  }, [view]);
  return <div ref={frame} className="map-graphics" />;
}

const markAt = (
  className: string,
  text: string,
  at: Position,
  anchor: "center" | "left" = "center",
): Marker => {
  const element = document.createElement("div");
  element.className = className;
  element.textContent = text;
  element.setAttribute("aria-hidden", "true");
  return new Marker({ element, anchor }).setLngLat([at.longitude, at.latitude]);
};
const nameMark = (view: View, { name, x, y, of }: PlaceName): Marker => {
  const at = fromDrawing(view, x, y);
  return of === "county"
    ? markAt("map-name", name, at)
    : markAt("map-town map-town-mark", name, at, "left");
};
const countMark = (count: number, at: Position, open: () => void): Marker => {
  const mark = markAt("map-count", String(count), at);
  mark.getElement().addEventListener("click", (event) => {
    event.stopPropagation();
    open();
  });
  return mark;
};

// Its part is read only where the installation has an archive.
const addStreets = async (map: Graphics, { streets }: Ground) => {
  if (!streets || map.getSource("streets")) return;
  const { drawStreets } = await import("./streets.ts");
  if (!map.getSource("streets")) drawStreets(map, streets);
};

const fill = (
  map: Graphics,
  {
    view,
    ground,
    areas,
    points,
    looks,
  }: Pick<Props, "view" | "ground" | "areas" | "points" | "looks">,
) => {
  const set = (name: string, shapes: Shapes) => {
    const held = map.getSource(name) as { setData?: (data: unknown) => void } | undefined;
    held?.setData?.(shapes);
  };
  const { alone } = clustered(view, points);
  set("counties", outlineShapes(ground.outlines));
  set("states", outlineShapes(ground.states));
  set("areas", areaShapes(areas));
  set("lines", lineShapes(areas));
  set("reach", reachShapes(alone));
  set("points", pointShapes(alone, looks));
  void addStreets(map, ground);
};
