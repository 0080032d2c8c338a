import type { Area, Vertex } from "#kernel/geo/area.ts";
import type { Verdict } from "#kernel/geo/fence.ts";

/** A surface on the map. */
export type MapArea = {
  id: string;
  label: string;
  area: Area;
  /** A way that is driven has a colour of its own (`n`); what is closed is no subject of the map. */
  tone: "alert" | "layer" | "drawn" | "way" | "closed";
  /** The number of a way's colour, from 0. */
  n?: number;
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
/** A town on the map. */
export type Town = {
  id: string;
  name: string;
  population: number;
  latitude: number;
  longitude: number;
};
/** What lies beneath the records: outlines, the largest towns first, the address of the streets. */
export type Ground = {
  outlines: readonly Outline[];
  states: readonly Outline[];
  towns: readonly Town[];
  streets: string | null;
};
/** The outline of a county or state. */
export type Outline = { fips: string; name: string; polygons: Area["polygons"] };
