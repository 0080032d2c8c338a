import type { Area, Vertex } from "#kernel/geo/area.ts";
import type { Verdict } from "#kernel/geo/fence.ts";

/** A surface on the map. */
export type MapArea = {
  id: string;
  label: string;
  area: Area;
  tone: "alert" | "layer" | "drawn";
  /** Streets, rivers and the like of a layer. */
  lines?: readonly (readonly Vertex[])[];
};
/** A record on the map, known to so many meters. */
export type MapPoint = {
  id: string;
  label: string;
  /** What it is: its colour, its symbol and its entry in the legend. */
  about: string;
  href: string | null;
  latitude: number;
  longitude: number;
  accuracy: number;
  verdict?: Verdict;
};
/** The outline of a county or state. */
export type Outline = { fips: string; name: string; polygons: Area["polygons"] };
