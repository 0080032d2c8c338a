import { distance, type Point } from "./geometry.model.ts";

/** How the scale of a viewport is known. */
export const calibrationBases = {
  points: { label: "Two points" },
  listed: { label: "Scale of the list" },
  file: { label: "The file's own" },
} as const satisfies Record<string, { label: string }>;
type CalibrationBasis = keyof typeof calibrationBases;

/** A scale: `label` as people read it, and how long a point of the page is in the world. */
export type Scale = { basis: CalibrationBasis; label: string; metersPerPoint: number };

/** A length as it is typed: its number, and how many meters its unit has. */
export type TypedLength = { amount: string; unit: string; metersPerUnit: string };

const pointsPerInch = 72;
const metersPerInch = 0.0254;

/**
 * Scales that drawings bear, by how many times larger the world is. Engineer's and architect's scales
 * of the United States National CAD Standard, and the metric ones.
 */
export const listedScales = {
  "1in-10ft": { label: `1" = 10'`, ratio: 120 },
  "1in-20ft": { label: `1" = 20'`, ratio: 240 },
  "1in-30ft": { label: `1" = 30'`, ratio: 360 },
  "1in-40ft": { label: `1" = 40'`, ratio: 480 },
  "1in-50ft": { label: `1" = 50'`, ratio: 600 },
  "1in-60ft": { label: `1" = 60'`, ratio: 720 },
  "1in-100ft": { label: `1" = 100'`, ratio: 1200 },
  "1in-200ft": { label: `1" = 200'`, ratio: 2400 },
  "1/16in-1ft": { label: `1/16" = 1'-0"`, ratio: 192 },
  "1/8in-1ft": { label: `1/8" = 1'-0"`, ratio: 96 },
  "3/16in-1ft": { label: `3/16" = 1'-0"`, ratio: 64 },
  "1/4in-1ft": { label: `1/4" = 1'-0"`, ratio: 48 },
  "3/8in-1ft": { label: `3/8" = 1'-0"`, ratio: 32 },
  "1/2in-1ft": { label: `1/2" = 1'-0"`, ratio: 24 },
  "3/4in-1ft": { label: `3/4" = 1'-0"`, ratio: 16 },
  "1in-1ft": { label: `1" = 1'-0"`, ratio: 12 },
  "1-50": { label: "1:50", ratio: 50 },
  "1-100": { label: "1:100", ratio: 100 },
  "1-200": { label: "1:200", ratio: 200 },
  "1-250": { label: "1:250", ratio: 250 },
  "1-500": { label: "1:500", ratio: 500 },
  "1-1000": { label: "1:1000", ratio: 1000 },
} as const satisfies Record<string, { label: string; ratio: number }>;
export type ListedScale = keyof typeof listedScales;

/** The scale of the list; `userUnit` is the page's /UserUnit, how many times 1/72 inch a point has. */
export const scaleOfList = (name: ListedScale, userUnit = 1): Scale => ({
  basis: "listed",
  label: listedScales[name].label,
  metersPerPoint: ((listedScales[name].ratio * userUnit) / pointsPerInch) * metersPerInch,
});

/** Why two points with a length give no scale, in words; null where they do. */
export const twoPointsRefusal = (
  from: Point,
  to: Point,
  { amount }: TypedLength,
): string | null => {
  if (distance(from, to) < 1) return "The two points lie on each other. Choose two that lie apart.";
  return Number(amount) > 0 ? null : "Enter how long it is between the two points.";
};

/** The scale by two points, and how long it is between them. */
export const scaleOfPoints = (from: Point, to: Point, length: TypedLength): Scale => ({
  basis: "points",
  label: `${length.amount} ${length.unit} between two points`,
  metersPerPoint: (Number(length.amount) * Number(length.metersPerUnit)) / distance(from, to),
});

/** How a file says its own scale along an axis: units of this name for each point. */
type FileAxis = { unit: string; perPoint: number };
/** What /Measure of a viewport says (ISO 32000-2, 12.9): along x, and along y where that differs. */
export type FileMeasure = { label: string; x: FileAxis; y: FileAxis | null };

const unitMeters: Readonly<Record<string, number>> = {
  m: 1,
  meter: 1,
  meters: 1,
  mm: 0.001,
  cm: 0.01,
  km: 1000,
  ft: 0.3048,
  foot: 0.3048,
  feet: 0.3048,
  "'": 0.3048,
  in: 0.0254,
  inch: 0.0254,
  inches: 0.0254,
  '"': 0.0254,
  yd: 0.9144,
  yards: 0.9144,
  mi: 1609.344,
  miles: 1609.344,
};

const metersAlong = ({ unit, perPoint }: FileAxis): number | null => {
  const meters = unitMeters[unit.trim().toLowerCase().replace(/\.$/, "")];
  return meters === undefined || !(perPoint > 0) || !Number.isFinite(perPoint)
    ? null
    : meters * perPoint;
};

/**
 * The scale that the file itself says; null where its unit is unknown here, or its two axes are not
 * drawn to the same scale (a profile with its heights drawn larger).
 */
export const scaleOfFile = ({ label, x, y }: FileMeasure): Scale | null => {
  const across = metersAlong(x);
  const up = y === null ? across : metersAlong(y);
  if (across === null || up === null || Math.abs(across - up) > across * 1e-6) return null;
  return {
    basis: "file",
    label: label.trim() || `1 pt = ${x.perPoint} ${x.unit}`,
    metersPerPoint: across,
  };
};
