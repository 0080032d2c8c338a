/**
 * Cents by which lines exceed what is left of their contract's ceiling or blanket order; 0 where
 * they fit. A line whose figures are no numbers yet counts nothing.
 */
export const overRoom = (left: number, lines: readonly (number | null)[]): number =>
  Math.max(0, lines.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) - Math.max(0, left));
