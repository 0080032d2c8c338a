import { officeTexts } from "./office.labels.ts";
import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** What every coming screen will do, by its address. */
export const unbuiltTexts: UnbuiltTexts = {
  ...officeTexts,
};
