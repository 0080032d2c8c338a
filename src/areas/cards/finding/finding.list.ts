import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllCards } from "../cards.model.ts";
import { findingStatuses, kindLabels } from "./finding.labels.ts";

const overdue = "(f.status = 'open' and f.due_on < $today)";

/** What rules found of lines of cards. */
export const findingList: ListDefinition = {
  name: "card-findings",
  title: "card findings",
  from: `card_finding f
    join card_line l on l.org_id = f.org_id and l.id = f.line_id
    join purchase_card c on c.org_id = f.org_id and c.id = f.card_id`,
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    number: { sql: "f.number", label: "Number", sort: true },
    status: { sql: "f.status", label: "Status", sort: true, codes: findingStatuses },
    kind: { sql: "f.kind", label: "Finding", sort: true, codes: kindLabels },
    says: { sql: "f.says", label: "What was found" },
    lineId: { sql: "f.line_id", hidden: true },
    lineNumber: { sql: "l.number", label: "Reference" },
    merchant: { sql: "l.merchant", label: "Merchant", sort: true },
    cents: { sql: "l.cents", label: "Amount", money: true, sort: true },
    holderName: { sql: "c.holder_name", label: "Holder", sort: true },
    ownerName: { sql: "f.owner_name", label: "Answers for it" },
    dueOn: { sql: "f.due_on", label: "Due", sort: true },
    overdue: { sql: overdue, label: "Overdue" },
    settledName: { sql: "f.settled_name", label: "Settled by" },
    reason: { sql: "f.reason", label: "Because" },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "f.id", type: "uuid" },
    status: { kind: "set", sql: "f.status", type: "text" },
    kind: { kind: "set", sql: "f.kind", type: "text" },
    cardId: { kind: "set", sql: "f.card_id", type: "uuid" },
    lineId: { kind: "set", sql: "f.line_id", type: "uuid" },
    overdue: { kind: "flag", sql: overdue },
    dueOn: { kind: "range", sql: "f.due_on", type: "date" },
  },
  search: ["f.number", "f.says", "l.merchant", "l.number", "c.holder_name"],
  defaultSort: "dueOn",
  visible: (actor) =>
    seesAllCards(actor)
      ? null
      : sql`
        ${actor.personId}::uuid in (c.holder_id, c.approver_id, c.administrator_id, f.owner_id)
      `,
};
