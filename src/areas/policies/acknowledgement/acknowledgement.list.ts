import type { ListDefinition } from "#server/http/list.ts";

/** Who was asked to confirm a version, who did and who has not: for whoever looks after policies. */
export const acknowledgementList: ListDefinition = {
  name: "policy-acknowledgements",
  from: "policy_acknowledgement a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    person: { sql: "a.person", label: "Person", sort: true },
    dueOn: { sql: "a.due_on", label: "Confirm by", sort: true },
    askedAt: { sql: "a.asked_at", label: "Asked", sort: true },
    confirmedAt: { sql: "a.confirmed_at", label: "Confirmed", sort: true },
  },
  filters: {
    policyId: { kind: "set", sql: "a.policy_id", type: "uuid" },
    waiting: { kind: "flag", sql: "a.confirmed_at is null" },
    late: { kind: "flag", sql: "a.confirmed_at is null and a.due_on < $today" },
  },
  search: ["a.person"],
  defaultSort: "person",
};
