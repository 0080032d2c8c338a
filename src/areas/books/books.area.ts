import type { AreaManifest } from "#kernel/area.ts";
import { booksPages } from "./books.pages.ts";

export const booksArea = {
  name: "books",
  pages: booksPages,
  permissions: {
    "books.read": [
      "controller",
      "treasurer",
      "ap",
      "auditor",
      "budget_officer",
      "manager",
      "admin",
    ],
    "books.rules": ["controller"],
    "books.publish": ["budget_officer", "manager", "admin"],
    "books.import": ["controller", "admin"],
    "books.close": ["controller", "admin"],
    "books.confirm": ["controller", "budget_officer", "manager", "admin"],
    "entry.prepare": ["controller", "budget_officer", "ap", "admin"],
    "entry.post": ["controller", "budget_officer", "treasurer", "admin"],
  },
} as const satisfies AreaManifest;
