import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { deadlineCycle } from "./deadline.labels.ts";
import { knownSources } from "./sources.service.ts";

/** The kinds of records that the actor may read. */
const readable = (permissions: ReadonlySet<string>): string[] =>
  [...knownSources().values()]
    .filter((source) => permissions.has(source.permission))
    .map((source) => source.type);

/** Days that follow from the agency's records, of all areas; whoever may read the record sees them. */
export const deadlineList: ListDefinition = {
  name: "deadlines",
  from: "deadline d left join person p on p.id = d.owner_id",
  alias: "d",
  base: "deadline d",
  columns: {
    id: { sql: "d.id", hidden: true },
    title: { sql: "d.title", label: "What" },
    dueOn: { sql: "d.due_on", label: "Due", sort: true },
    sourceType: {
      sql: "d.source_type",
      label: "Kind",
      codes: (code) => knownSources().get(code)?.label ?? code,
    },
    sourceNumber: { sql: "d.source_number", label: "Record" },
    link: { sql: "d.link", hidden: true },
    follows: { sql: "d.follows", label: "How the day follows" },
    citation: { sql: "d.citation", label: "Rule" },
    ownerId: { sql: "d.owner_id", hidden: true },
    owner: { sql: "p.display_name", label: "Looks after it" },
    status: { sql: "d.status", label: "Status", codes: deadlineCycle.statuses },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    kind: { kind: "set", sql: "d.source_type", type: "text" },
    ownerId: { kind: "set", sql: "d.owner_id", type: "uuid" },
    sourceId: { kind: "set", sql: "d.source_id", type: "uuid" },
    dueOn: { kind: "range", sql: "d.due_on", type: "date" },
    mine: { kind: "flag", sql: "d.owner_id = $actor" },
    soon: {
      kind: "flag",
      sql: "d.status = 'open' and d.due_on <= $today::date + 30",
    },
  },
  search: ["d.title", "d.source_number", "d.follows"],
  defaultSort: "dueOn",
  visible: (actor) => sql`d.source_type = any(${readable(actor.permissions)}::text[])`,
};
