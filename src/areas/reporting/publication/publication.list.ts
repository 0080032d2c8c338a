import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { publicationCycle, statusesRead } from "./publication.labels.ts";

/** Reports that are published, were, or wait for a second person. */
export const publicationList: ListDefinition = {
  name: "publications",
  from: "publication p left join person who on who.id = p.asked_by",
  base: "publication p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", codes: publicationCycle.statuses },
    slug: { sql: "p.slug", label: "Address" },
    versionNo: { sql: "p.version_no", label: "Version" },
    title: { sql: "p.title", label: "Title", sort: true },
    askedBy: { sql: "p.asked_by", hidden: true },
    asker: { sql: "who.display_name", label: "Asked by" },
    publishedAt: { sql: "p.published_at", label: "Published", sort: true },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    slug: { kind: "set", sql: "p.slug", type: "text" },
    waits: { kind: "flag", sql: "(p.status = 'proposed' and p.asked_by <> $actor)" },
  },
  // What nobody read yet is for those who may read the figures of its runs.
  visible: (actor) => sql`
    (
      p.status = any(${[...statusesRead]}::text[])
      or not exists (
        select 1
        from publication_run r
        join kept_run x on x.org_id = r.org_id and x.id = r.run_id
        where r.org_id = p.org_id
          and r.publication_id = p.id
          and not x.permissions <@ ${[...actor.permissions]}::text[]
      )
    )
  `,
  search: ["p.title", "p.number", "p.slug"],
  defaultSort: "title",
};
