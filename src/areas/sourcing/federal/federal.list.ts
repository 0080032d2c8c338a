import type { ListDefinition } from "#server/http/list.ts";

/** Federal notices that the agency's connector read. */
export const federalList: ListDefinition = {
  name: "federal-opportunities",
  from: "federal_opportunity f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    noticeId: { sql: "f.notice_id", label: "Notice" },
    number: { sql: "f.number", label: "Number", sort: true },
    title: { sql: "f.title", label: "What", sort: true },
    agency: { sql: "f.agency", label: "Federal agency", sort: true },
    kind: { sql: "f.kind", label: "Kind" },
    setAside: { sql: "f.set_aside", label: "Set aside for" },
    naics: { sql: "f.naics", label: "NAICS" },
    psc: { sql: "f.psc", label: "PSC" },
    place: { sql: "f.place", label: "Place" },
    postedOn: { sql: "f.posted_on", label: "Posted", sort: true },
    dueAt: { sql: "f.due_at", label: "Due at" },
    dueOn: { sql: "f.due_on", label: "Due", sort: true },
    active: { sql: "f.active", label: "Active" },
    url: { sql: "f.url", label: "Address" },
    readAt: { sql: "f.read_at", label: "Read" },
  },
  filters: {
    kind: { kind: "set", sql: "f.kind", type: "text" },
    naics: { kind: "set", sql: "f.naics", type: "text" },
    open: { kind: "flag", sql: "f.active and (f.due_on is null or f.due_on >= $today)" },
    setAside: { kind: "flag", sql: "f.set_aside <> ''" },
    dueOn: { kind: "range", sql: "f.due_on", type: "date" },
    postedOn: { kind: "range", sql: "f.posted_on", type: "date" },
  },
  search: ["f.number", "f.title", "f.agency", "f.naics", "f.place"],
  defaultSort: "dueOn",
};
