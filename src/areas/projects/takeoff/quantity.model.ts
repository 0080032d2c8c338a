import { convert, type Convertible } from "#areas/organization/organization.public.ts";
import { areaOf, lengthOf, type MeasureKind, type Shape } from "./geometry.model.ts";
import type { Scale } from "./scale.model.ts";

/** A unit of the agency's list. */
export type Unit = Convertible;
/** A depth as typed, and how many meters its unit has. */
export type Depth = { amount: string; unit: string; metersPerUnit: string };

/** The base that each kind is counted in before its unit. */
const bases: Readonly<Record<MeasureKind, Unit>> = {
  length: { code: "m", kind: "length", factor: "1" },
  area: { code: "m2", kind: "area", factor: "1" },
  count: { code: "each", kind: "count", factor: "1" },
  volume: { code: "l", kind: "volume", factor: "1" },
};

/** The kind of unit that a measurement is counted in. */
export const unitKindOf = (kind: MeasureKind): string => bases[kind].kind;

/** What is measured: a shape, how deep it goes, and how steep the ground is that it lies on. */
export type Measured = Shape & {
  /** The depth of a volume, as typed: it is a field of its own, and no scale changes it. */
  depth: Pick<Depth, "amount" | "metersPerUnit"> | null;
  /** The rise of the ground in percent of its run; null on level ground. */
  slope: string | null;
};

/** How much larger a surface is than its plan: √(1 + rise²). */
export const slopeFactor = (slope: string | null): number => {
  const rise = Number(slope ?? 0) / 100;
  return Math.sqrt(1 + rise * rise);
};

const litersPerCubicMeter = 1000;

const amountIn = (of: Measured, metersPerPoint: number): number => {
  const steep = slopeFactor(of.slope);
  if (of.kind === "length") return lengthOf(of.points) * metersPerPoint * steep;
  const area = areaOf(of.points, of.cutOuts) * metersPerPoint * metersPerPoint * steep;
  if (of.kind === "area") return area;
  const depth = Number(of.depth!.amount) * Number(of.depth!.metersPerUnit);
  return area * depth * litersPerCubicMeter;
};

/**
 * The quantity of what is measured in a unit, as decimal text with four places at most; null where no
 * scale is set, or a volume has no depth. A count needs no scale. Browser and server both ask this.
 * @throws Problem 422 `unlike_units` where the unit measures something else.
 */
export const quantityOf = (of: Measured, scale: Scale | null, unit: Unit): string | null => {
  const base = bases[of.kind];
  if (of.kind === "count") return convert(String(of.points.length), base, unit);
  if (scale === null || (of.kind === "volume" && of.depth === null)) return null;
  return convert(amountIn(of, scale.metersPerPoint).toFixed(9), base, unit);
};
