import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of governance, security, quality and training. */
export const officeTexts: UnbuiltTexts = {};
