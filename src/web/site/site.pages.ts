import type { Page } from "../../kernel/access.ts";

/** The public pages. What each is about, in a sentence, stands in `descriptions.ts`; the values of `:slug` in the lists of articles and guides. */
export const sitePages = {
  landing: { path: "/", title: "Levee: every public dollar, from the need to the proof", access: "public", screen: "landing/Landing.tsx" },
} as const satisfies Record<string, Page>;
