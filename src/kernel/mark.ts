/** Strokes of a pen: x and y in turn, from the upper left corner of a field of this size. */
export const markField = { width: 600, height: 200 } as const;
export type Strokes = readonly (readonly number[])[];
