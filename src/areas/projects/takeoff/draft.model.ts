import { grained, type MeasureKind, type Point } from "./geometry.model.ts";
import type { Unit } from "./quantity.model.ts";

/** What is being drawn: the outline, then its cut-outs one by one. */
export type Draft = { kind: MeasureKind; points: Point[]; cutOuts: Point[][]; cutting: boolean };

/** In which unit a kind is shown while it is drawn, and offered first. */
export const firstUnits: Readonly<Record<MeasureKind, Unit>> = {
  length: { code: "ft", kind: "length", factor: "0.3048" },
  area: { code: "sq yd", kind: "area", factor: "0.83612736" },
  count: { code: "each", kind: "count", factor: "1" },
  volume: { code: "cu yd", kind: "volume", factor: "764.554857984" },
};

export const begunDraft = (kind: MeasureKind): Draft => ({
  kind,
  points: [],
  cutOuts: [],
  cutting: false,
});

/** The draft with a further point, of the cut-out that was begun last or of the outline. */
export const withPoint = (draft: Draft, at: Point): Draft => {
  const point = grained(at);
  if (!draft.cutting) return { ...draft, points: [...draft.points, point] };
  const last = draft.cutOuts.at(-1) ?? [];
  return { ...draft, cutOuts: [...draft.cutOuts.slice(0, -1), [...last, point]] };
};

/** The draft with a cut-out begun. */
export const cutting = (draft: Draft): Draft => ({
  ...draft,
  cutting: true,
  cutOuts: [...draft.cutOuts, []],
});

/** The draft without its last point; a cut-out without points is not begun any more. */
export const undone = (draft: Draft): Draft => {
  if (!draft.cutting) return { ...draft, points: draft.points.slice(0, -1) };
  const last = draft.cutOuts.at(-1) ?? [];
  const before = draft.cutOuts.slice(0, -1);
  return last.length === 0
    ? { ...draft, cutOuts: before, cutting: before.length > 0 }
    : { ...draft, cutOuts: [...before, last.slice(0, -1)] };
};

/** Points as text that is typed: `x, y` each, with a semicolon between. */
export const typedPoints = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x}, ${y}`).join("; ");

/** Points of typed text; null where it is none. */
export const pointsOf = (text: string): Point[] | null => {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const points = parts.map((part): Point | null => {
    const found = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(part);
    return found ? [Number(found[1]), Number(found[2])] : null;
  });
  return points.every((point) => point !== null) ? (points as Point[]) : null;
};
