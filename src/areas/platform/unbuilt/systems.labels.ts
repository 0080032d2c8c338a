import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

const agent = (does: string, nearest: readonly [string, string]) => ({
  does: [
    does,
    "It reads with your permissions only, shows its sources, and proposes; a person accepts or dismisses.",
  ],
  nearest,
});

/** Coming screens of workflow, forms, connectors, agents and the product's own tests. */
export const systemsTexts: UnbuiltTexts = {};
