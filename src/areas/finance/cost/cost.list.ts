import type { ListDefinition } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { costWords } from "./cost-words.service.ts";
import { costSources, objectClasses } from "./cost.labels.ts";

const onBill = (what: string) => `(
  select k.claimer_${what}
  from cost_claim k
  where k.org_id = c.org_id and k.cost_line_id = c.id and k.live and k.share = 'billed'
  order by k.created_at
  limit 1
)`;

const standing = sql`c.reversed_on is null`;

/** Every charge of the books, with what is paid and claimed of it. */
export const costList: ListDefinition = {
  name: "costs",
  title: "charges of the books",
  from: "cost_line c join account_string s on s.org_id = c.org_id and s.id = c.account_string_id",
  base: "cost_line c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    source: { sql: "c.source", label: "Source", codes: costSources },
    documentId: { sql: "c.document_id", hidden: true },
    documentNumber: { sql: "c.document_number", label: "Document", sort: true },
    description: {
      sql: costWords.text,
      label: "What",
    },
    account: { sql: "s.code", label: "Account", sort: true },
    objectClass: { sql: "c.object_class", label: "Object class", codes: objectClasses },
    incurredFrom: { sql: "c.incurred_from", label: "Incurred from" },
    incurredTo: { sql: "c.incurred_to", label: "Incurred to", sort: true },
    cents: { sql: "c.cents", label: "Cost", money: true, sort: true },
    paid: { sql: "c.paid", label: "Paid", money: true },
    claimed: { sql: "c.claimed", label: "Claimed", money: true },
    billId: { sql: onBill("id"), hidden: true },
    bill: { sql: onBill("number"), label: "Bill" },
    open: { sql: "c.paid - c.moved - c.claimed", label: "Not claimed", money: true },
  },
  filters: {
    source: { kind: "set", sql: "c.source", type: "text" },
    objectClass: { kind: "set", sql: "c.object_class", type: "text" },
    incurredTo: { kind: "range", sql: "c.incurred_to", type: "date" },
    claimable: { kind: "flag", sql: "c.paid - c.moved - c.claimed <> 0" },
    unpaid: { kind: "flag", sql: "c.paid <> c.cents" },
    emergency: { kind: "flag", sql: "c.emergency" },
    billed: {
      kind: "flag",
      sql: "exists (select 1 from cost_claim k where k.org_id = c.org_id and k.cost_line_id = c.id and k.live and k.share = 'billed')",
    },
    uncovered: {
      kind: "flag",
      sql: "exists (select 1 from cost_claim k where k.org_id = c.org_id and k.cost_line_id = c.id and k.live and k.uncovered <> 0)",
    },
  },
  search: ["c.document_number", "s.code"],
  visible: () => standing,
  defaultSort: "-incurredTo",
};
