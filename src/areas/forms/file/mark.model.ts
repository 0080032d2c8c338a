import { markField } from "#kernel/mark.ts";

type Drawn = { drawn: number[][] };

/** The strokes of a signature that was drawn, as the data of an SVG path; null for none. */
export const pathOf = (value: unknown): string | null => {
  const drawn = (value as Partial<Drawn> | null)?.drawn;
  if (!Array.isArray(drawn)) return null;
  return drawn
    .map((stroke) =>
      stroke
        .map((n, at) => (at === 0 ? `M${Number(n)}` : at % 2 ? ` ${Number(n)}` : ` L${Number(n)}`))
        .join(""),
    )
    .join(" ");
};

/** The field of a drawn signature, as `viewBox`. */
export const markBox = `0 0 ${markField.width} ${markField.height}`;

/** The name that was typed in place of a drawing; empty for none. */
export const typedOf = (value: unknown): string => {
  const typed = (value as { typed?: unknown } | null)?.typed;
  return typeof typed === "string" ? typed : "";
};
