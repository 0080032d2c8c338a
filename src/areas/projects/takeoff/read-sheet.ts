import type { Box } from "./page.model.ts";
import type { FileMeasure } from "./scale.model.ts";

/** A sheet as it is read of the file of its set. */
export type ReadSheet = {
  /** Counted from one, of so many. */
  page: number;
  pages: number;
  /** What of the page is shown, in its points. */
  box: Box;
  rotate: number;
  /** How many times 1/72 inch a point of the page has. */
  userUnit: number;
  /** As the title block proposes them; empty where it says none. */
  number: string;
  title: string;
  viewports: { name: string; box: Box; measure: FileMeasure | null }[];
  /** The page alone, as PDF. */
  bytes: Uint8Array;
};
