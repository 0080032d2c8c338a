import type { Guide } from "./guide.ts";

/** Guides of whoever pays: by run, and by card. */
export const payingGuides: readonly Guide[] = [
  {
    slug: "purchase-cards",
    for: "Paying",
    title: "Purchase cards",
    description:
      "Receipts from a phone, coding to the cent, findings that are settled, and cycles tied to the bank.",
  },
  {
    slug: "payments",
    for: "Paying",
    title: "Payments",
    description:
      "Three people pay: propose a run, approve it, release it. NACHA file, checks, returns, voids, reissues and holds.",
  },
];
