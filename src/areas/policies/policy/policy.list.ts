import type { ListDefinition } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { policyKinds, policyStatuses } from "./policy.labels.ts";

/** Versions of policies: all of them for whoever looks after them, else what is published. */
export const policyList: ListDefinition = {
  name: "agency-policies",
  from: "agency_policy p",
  alias: "p",
  visible: (actor) =>
    actor.permissions.has("agencyPolicy.edit") ? null : sql`p.published_at is not null`,
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    versionNo: { sql: "p.version_no", label: "Version", sort: true },
    title: { sql: "p.title", label: "Policy", sort: true },
    kind: { sql: "p.kind", label: "About", sort: true, codes: policyKinds },
    owner: { sql: "p.owner", label: "Owner", sort: true },
    reviewOn: { sql: "p.review_on", label: "Next review", sort: true },
    publishedAt: { sql: "p.published_at", label: "Published", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: policyStatuses },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    kind: { kind: "set", sql: "p.kind", type: "text" },
    policyId: { kind: "set", sql: "p.policy_id", type: "uuid" },
    reviewOn: { kind: "range", sql: "p.review_on", type: "date" },
    due: { kind: "flag", sql: "p.status = 'published' and p.review_on <= $today" },
    mine: { kind: "flag", sql: "p.owner_id = $actor" },
  },
  search: ["p.number", "p.title", "p.summary"],
  defaultSort: "title",
};
