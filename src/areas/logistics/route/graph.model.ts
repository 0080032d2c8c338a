import { boundsOf, depthOf, type Area, type Vertex } from "#kernel/geo/area.ts";
import { distanceBetween, type Position } from "#kernel/geo/fence.ts";
import type { Matrix } from "./problem.model.ts";

/** A road of a layer: its line, how fast it is driven in km/h, and whether only as it is drawn. */
export type Road = {
  id: string;
  line: readonly Vertex[];
  speed: number;
  oneWay: boolean;
};
/** What is closed: a surface, or a road, whole or between two positions on it. */
export type Closure = { area: Area } | { road: string; from?: Position; to?: Position };
/** Where distances come from, as the plan says it. */
type Basis =
  | { kind: "roads"; roads: number; closed: number }
  | { kind: "great circle"; factor: number; speed: number };
type Distances = {
  basis: Basis;
  seconds: Matrix;
  meters: Matrix;
  /** By place: meters from it to the road that it lies at, not driven; null where no road is near. */
  offRoad: readonly (number | null)[];
};

type Segment = {
  road: string;
  from: number;
  to: number;
  a: Position;
  b: Position;
  meters: number;
  seconds: number;
  oneWay: boolean;
  at: number;
};
type Roads = { nodes: number; segments: readonly Segment[]; roads: number };

const position = ([longitude, latitude]: Vertex): Position => ({ longitude, latitude });
// Lines meet where they are written alike to the seventh decimal, a centimeter.
const keyOf = ([longitude, latitude]: Vertex) => `${longitude.toFixed(7)} ${latitude.toFixed(7)}`;

/** The network of roads: they meet where their lines have a position in common. */
export const roadsOf = (roads: readonly Road[]): Roads => {
  const known = new Map<string, number>();
  const nodeOf = (vertex: Vertex): number => {
    const key = keyOf(vertex);
    const node = known.get(key) ?? known.size;
    known.set(key, node);
    return node;
  };
  const segments: Segment[] = [];
  for (const { id, line, speed, oneWay } of roads)
    for (let at = 1; at < line.length; at++) {
      const [a, b] = [position(line[at - 1]!), position(line[at]!)];
      const meters = distanceBetween(a, b);
      if (meters === 0) continue;
      segments.push({
        ...{ road: id, a, b, meters, seconds: (meters * 3.6) / speed, oneWay, at },
        ...{ from: nodeOf(line[at - 1]!), to: nodeOf(line[at]!) },
      });
    }
  return { nodes: known.size, segments, roads: roads.length };
};

/** The nearest point of a segment: which part of it lies before, and meters to it. */
const nearestOn = ({ a, b }: Segment, to: Position): { part: number; meters: number } => {
  const squeeze = Math.cos((to.latitude * Math.PI) / 180);
  const [dx, dy] = [(b.longitude - a.longitude) * squeeze, b.latitude - a.latitude];
  const [px, py] = [(to.longitude - a.longitude) * squeeze, to.latitude - a.latitude];
  const part = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  const on = {
    latitude: a.latitude + part * (b.latitude - a.latitude),
    longitude: a.longitude + part * (b.longitude - a.longitude),
  };
  return { part, meters: distanceBetween(on, to) };
};

type Snapped = { segment: Segment; part: number; meters: number };
const snap = (segments: readonly Segment[], to: Position, reach: number): Snapped | null => {
  const high = reach / 110_500;
  const wide = high / Math.max(0.01, Math.cos((to.latitude * Math.PI) / 180));
  let best: Snapped | null = null;
  for (const segment of segments) {
    const { a, b } = segment;
    if (Math.min(a.latitude, b.latitude) > to.latitude + high) continue;
    if (Math.max(a.latitude, b.latitude) < to.latitude - high) continue;
    if (Math.min(a.longitude, b.longitude) > to.longitude + wide) continue;
    if (Math.max(a.longitude, b.longitude) < to.longitude - wide) continue;
    const near = nearestOn(segment, to);
    if (near.meters <= reach && near.meters < (best?.meters ?? Infinity))
      best = { segment, ...near };
  }
  return best;
};

const side = (a: Position, b: Position, c: Position) =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) -
  (b.latitude - a.latitude) * (c.longitude - a.longitude);

/** Whether the boxes of two lines touch: lines in one row cross only then. */
const beside = (a: Position, b: Position, c: Position, d: Position): boolean =>
  (["latitude", "longitude"] as const).every(
    (axis) =>
      Math.max(a[axis], b[axis]) >= Math.min(c[axis], d[axis]) &&
      Math.max(c[axis], d[axis]) >= Math.min(a[axis], b[axis]),
  );

/** Whether a segment lies in an area or goes through it, and be it by a corner. */
const meets = ({ a, b }: Segment, area: Area): boolean => {
  if (depthOf(area, a) <= 0 || depthOf(area, b) <= 0) return true;
  for (const { center, radius } of area.circles)
    if (nearestOn({ a, b } as Segment, center).meters <= radius) return true;
  return area.polygons.some((rings) =>
    rings.some((ring) =>
      ring.some((vertex, at) => {
        if (at === 0) return false;
        const [c, d] = [position(ring[at - 1]!), position(vertex)];
        const crosses = side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
        return crosses && beside(a, b, c, d);
      }),
    ),
  );
};

/** Segments of a road from the one nearest to `from` to the one nearest to `to`. */
const partOf = (
  segments: readonly Segment[],
  { road, from, to }: { road: string; from?: Position; to?: Position },
): Segment[] => {
  const own = segments.filter((segment) => segment.road === road);
  const places = [from, to].flatMap((end) => {
    const near = end && snap(own, end, Infinity);
    return near ? [near.segment.at] : [];
  });
  if (places.length < 2) return own;
  const [low, high] = [Math.min(...places), Math.max(...places)];
  return own.filter(({ at }) => at >= low && at <= high);
};

/**
 * The network without what is closed. A segment is taken out whole: nobody turns around in the middle
 * of it.
 */
const withoutClosures = (network: Roads, closures: readonly Closure[]): Roads => {
  const closed = new Set<Segment>();
  for (const closure of closures) {
    if ("road" in closure) {
      for (const segment of partOf(network.segments, closure)) closed.add(segment);
      continue;
    }
    const box = boundsOf(closure.area);
    for (const segment of network.segments) {
      const { a, b } = segment;
      const away =
        box !== null &&
        (Math.max(a.latitude, b.latitude) < box.south ||
          Math.min(a.latitude, b.latitude) > box.north ||
          Math.max(a.longitude, b.longitude) < box.west ||
          Math.min(a.longitude, b.longitude) > box.east);
      if (!away && meets(segment, closure.area)) closed.add(segment);
    }
  }
  return { ...network, segments: network.segments.filter((segment) => !closed.has(segment)) };
};

type Edge = { to: number; seconds: number; meters: number };

/** Nodes by what they cost so far, the least first (a binary heap). */
class Heap {
  private readonly nodes: number[] = [];
  private readonly costs: number[] = [];
  get size(): number {
    return this.nodes.length;
  }
  push(node: number, cost: number): void {
    let at = this.nodes.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.costs[above]! <= cost) break;
      this.nodes[at] = this.nodes[above]!;
      this.costs[at] = this.costs[above]!;
      at = above;
    }
    this.nodes[at] = node;
    this.costs[at] = cost;
  }
  pop(): { node: number; cost: number } {
    const top = { node: this.nodes[0]!, cost: this.costs[0]! };
    const [node, cost] = [this.nodes.pop()!, this.costs.pop()!];
    const size = this.nodes.length;
    if (size === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && this.costs[below + 1]! < this.costs[below]!) below++;
      if (this.costs[below]! >= cost) break;
      this.nodes[at] = this.nodes[below]!;
      this.costs[at] = this.costs[below]!;
      at = below;
    }
    this.nodes[at] = node;
    this.costs[at] = cost;
    return top;
  }
}

const edgesOf = ({ nodes, segments }: Roads): Edge[][] => {
  const edges: Edge[][] = Array.from({ length: nodes }, () => []);
  for (const { from, to, seconds, meters, oneWay } of segments) {
    edges[from]!.push({ to, seconds, meters });
    if (!oneWay) edges[to]!.push({ to: from, seconds, meters });
  }
  return edges;
};

/** Ways from a place on a segment to its ends (or from its ends to it), as edges. */
const endsOf = ({ segment, part }: Snapped, leaving: boolean): Edge[] => {
  const { from, to, seconds, meters, oneWay } = segment;
  const along = (end: number, share: number): Edge => ({
    ...{ to: end, seconds: seconds * share, meters: meters * share },
  });
  return leaving
    ? [along(to, 1 - part), ...(oneWay && part > 0 ? [] : [along(from, part)])]
    : [along(from, part), ...(oneWay && part < 1 ? [] : [along(to, 1 - part)])];
};

/** The fastest ways from a place to all nodes (Dijkstra 1959). */
const fastest = (edges: readonly Edge[][], start: Snapped) => {
  const seconds = new Float64Array(edges.length).fill(Infinity);
  const meters = new Float64Array(edges.length).fill(Infinity);
  // The node before, on the fastest way; below zero at its beginning.
  const before = new Int32Array(edges.length).fill(-1);
  const heap = new Heap();
  const reach = ({ to, seconds: time, meters: way }: Edge, from: number) => {
    if (time >= seconds[to]!) return;
    seconds[to] = time;
    meters[to] = way;
    before[to] = from;
    heap.push(to, time);
  };
  for (const edge of endsOf(start, true)) reach(edge, -1);
  while (heap.size > 0) {
    const { node, cost } = heap.pop();
    if (cost > seconds[node]!) continue;
    for (const edge of edges[node]!)
      reach(
        { to: edge.to, seconds: cost + edge.seconds, meters: meters[node]! + edge.meters },
        node,
      );
  }
  return { seconds, meters, before };
};

/** The way between two places on one segment without leaving it; null where it is not allowed. */
const within = (from: Snapped, to: Snapped): Edge | null => {
  if (from.segment !== to.segment || (from.segment.oneWay && to.part < from.part)) return null;
  const share = Math.abs(to.part - from.part);
  return { to: -1, seconds: from.segment.seconds * share, meters: from.segment.meters * share };
};

/**
 * Seconds and meters of the fastest ways between places, rounded up. A place stands on the nearest open
 * road within `reach` meters; where there is none, and where no way leads, the matrix says null.
 */
export const roadDistances = (
  network: Roads,
  places: readonly Position[],
  { reach, closures = [] }: { reach: number; closures?: readonly Closure[] },
): Distances => {
  const open = withoutClosures(network, closures);
  const edges = edgesOf(open);
  const snapped = places.map((place) => snap(open.segments, place, reach));
  const rows = snapped.map((start, row) => {
    if (!start) return snapped.map(() => null);
    const ways = fastest(edges, start);
    return snapped.map((end, column): Edge | null => {
      if (row === column) return { to: -1, seconds: 0, meters: 0 };
      if (!end) return null;
      let best = within(start, end);
      for (const { to, seconds, meters } of endsOf(end, false)) {
        const time = ways.seconds[to]! + seconds;
        if (time < (best?.seconds ?? Infinity))
          best = { to, seconds: time, meters: ways.meters[to]! + meters };
      }
      return best;
    });
  });
  const whole = (of: (edge: Edge) => number): Matrix =>
    rows.map((row) => row.map((edge) => (edge ? Math.max(0, Math.ceil(of(edge) - 1e-6)) : null)));
  return {
    basis: {
      ...{ kind: "roads", roads: network.roads },
      closed: network.segments.length - open.segments.length,
    },
    seconds: whole(({ seconds }) => seconds),
    meters: whole(({ meters }) => meters),
    offRoad: snapped.map((each) => (each ? Math.round(each.meters) : null)),
  };
};

const pointOn = ({ segment: { a, b }, part }: Snapped): Vertex => [
  a.longitude + part * (b.longitude - a.longitude),
  a.latitude + part * (b.latitude - a.latitude),
];

const nodesOf = ({ nodes, segments }: Roads): Vertex[] => {
  const at = Array.from<Vertex>({ length: nodes });
  for (const { from, to, a, b } of segments) {
    at[from] = [a.longitude, a.latitude];
    at[to] = [b.longitude, b.latitude];
  }
  return at;
};

/** The way between two places on roads, through its nodes; null where none leads. */
const wayOf = (
  edges: readonly Edge[][],
  nodes: readonly Vertex[],
  start: Snapped,
  end: Snapped,
): Vertex[] | null => {
  const { seconds, before } = fastest(edges, start);
  let best = { time: within(start, end)?.seconds ?? Infinity, node: -1 };
  for (const { to, seconds: more } of endsOf(end, false))
    if (seconds[to]! + more < best.time) best = { time: seconds[to]! + more, node: to };
  if (best.time === Infinity) return null;
  const through: Vertex[] = [];
  for (let node = best.node; node >= 0; node = before[node]!) through.push(nodes[node]!);
  return [pointOn(start), ...through.toReversed(), pointOn(end)];
};

/**
 * Tours as they are drawn, on the fastest ways through their places in order: longitude, latitude. Where no
 * way leads to a place, it is joined straight.
 */
export const roadLines = (
  network: Roads,
  tours: readonly (readonly Position[])[],
  { reach, closures = [] }: { reach: number; closures?: readonly Closure[] },
): Vertex[][] => {
  const open = withoutClosures(network, closures);
  const [edges, nodes] = [edgesOf(open), nodesOf(open)];
  return tours.map((tour) => {
    const snapped = tour.map((place) => snap(open.segments, place, reach));
    return tour.flatMap((place, at): Vertex[] => {
      if (at === 0) return [[place.longitude, place.latitude]];
      const [start, end] = [snapped[at - 1], snapped[at]];
      const way = start && end ? wayOf(edges, nodes, start, end) : null;
      return [...(way ?? []), [place.longitude, place.latitude]];
    });
  });
};

/** Distances without roads: the great circle, longer by a factor, at one speed in km/h. */
export const circleDistances = (
  places: readonly Position[],
  { factor, speed }: { factor: number; speed: number },
): Distances => {
  const meters = places.map((a) => places.map((b) => Math.ceil(distanceBetween(a, b) * factor)));
  return {
    basis: { kind: "great circle", factor, speed },
    meters,
    seconds: meters.map((row) => row.map((way) => Math.ceil((way * 3.6) / speed))),
    offRoad: places.map(() => 0),
  };
};
