import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllCards } from "../cards.model.ts";
import { cardStatuses } from "./card.labels.ts";

const open = `
  (
    select count(*)::int
    from card_line l
    where l.org_id = c.org_id and l.card_id = c.id and l.status in ('posted', 'coded', 'returned')
  )
`;
const findings = `
  (
    select count(*)::int
    from card_finding f
    where f.org_id = c.org_id and f.card_id = c.id and f.status = 'open'
  )
`;

/** The agency's cards: of whoever keeps none those that they hold, keep or approve for. */
export const cardList: ListDefinition = {
  name: "purchase-cards",
  title: "purchase cards",
  from: "purchase_card c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Card", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: cardStatuses },
    lastFour: { sql: "c.last_four", label: "Ends in" },
    bankName: { sql: "c.bank_name", label: "Bank", sort: true },
    holderName: { sql: "c.holder_name", label: "Holder", sort: true },
    approverName: { sql: "c.approver_name", label: "Approver", sort: true },
    administratorName: { sql: "c.administrator_name", label: "Administrator" },
    perPurchase: { sql: "c.per_purchase", label: "Limit of a purchase", money: true, sort: true },
    perCycle: { sql: "c.per_cycle", label: "Limit of a cycle", money: true, sort: true },
    accountCode: { sql: "c.account_code", label: "Default account" },
    endsOn: { sql: "c.ends_on", label: "Ends on", sort: true },
    openLines: { sql: open, label: "Lines to do" },
    findings: { sql: findings, label: "Open findings" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    holderId: { kind: "set", sql: "c.holder_id", type: "uuid" },
    endsOn: { kind: "range", sql: "c.ends_on", type: "date" },
  },
  search: ["c.number", "c.holder_name", "c.last_four"],
  defaultSort: "holderName",
  visible: (actor) =>
    seesAllCards(actor)
      ? null
      : sql`${actor.personId}::uuid in (c.holder_id, c.approver_id, c.administrator_id)`,
};
