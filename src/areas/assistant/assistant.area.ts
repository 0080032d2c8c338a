import type { AreaManifest } from "#kernel/area.ts";
import { assistantPages } from "./assistant.pages.ts";

export const assistantArea = {
  name: "assistant",
  pages: assistantPages,
} as const satisfies AreaManifest;
