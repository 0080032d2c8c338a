import type { FigureSource } from "#server/area.ts";
import { entryList } from "./entry/entry.read.service.ts";
import { pendingList } from "./ledger/ledger.list.ts";

/** What the dashboard shows of the books: what could not be posted, and entries that wait. */
export const booksFigures: readonly FigureSource[] = [
  {
    group: "duty",
    duty: "controller",
    permission: "books.close",
    list: pendingList,
    api: "/api/v1/gl-pending",
    page: "/budget-management/not-posted",
    place: 132,
    id: "books-pending",
    pressing: true,
    label: "Not posted to the general ledger",
    query: "",
    says: ["movement is not posted", "movements are not posted"],
  },
  {
    group: "duty",
    duty: "controller",
    permission: "entry.post",
    list: entryList,
    api: "/api/v1/journal-entries",
    page: "/budget-management/journal-entries",
    place: 133,
    id: "entries-waiting",
    pressing: true,
    label: "Journal entries to post",
    query: "status=waiting",
    says: ["journal entry waits to be posted", "journal entries wait to be posted"],
  },
];
