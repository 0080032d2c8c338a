import type { ListDefinition } from "#server/http/list.ts";
import { dueStatuses, recurrences, sides } from "./obligation.labels.ts";

const owed = "d.status in ('open', 'returned')";
const missed = `(${owed} and d.due_on < $today)`;

/** Every day on which something is due under a contract. */
export const dueList: ListDefinition = {
  name: "obligations",
  title: "obligations of contracts",
  from: "contract_obligation_due d join contract_obligation o on o.org_id = d.org_id and o.id = d.obligation_id join contract c on c.org_id = o.org_id and c.id = o.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id left join person who on who.id = o.owner_id",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    obligationId: { sql: "o.id", hidden: true },
    title: { sql: "o.title", label: "What", sort: true },
    side: { sql: "o.side", label: "Who owes", codes: sides },
    recurrence: { sql: "o.recurrence", label: "How often", codes: recurrences },
    contract: { sql: "c.number", label: "Contract", sort: true },
    contractId: { sql: "c.id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    owner: { sql: "who.display_name", label: "Owner" },
    dueOn: { sql: "d.due_on", label: "Due", sort: true },
    status: { sql: "d.status", label: "Status", sort: true, codes: dueStatuses },
    missed: { sql: missed, label: "Missed" },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    side: { kind: "set", sql: "o.side", type: "text" },
    contractId: { kind: "set", sql: "o.contract_id", type: "uuid" },
    ownerId: { kind: "set", sql: "o.owner_id", type: "uuid" },
    dueOn: { kind: "range", sql: "d.due_on", type: "date" },
    missed: { kind: "flag", sql: missed },
    dueSoon: { kind: "flag", sql: `${owed} and d.due_on between $today and $today + 30` },
    mine: { kind: "flag", sql: `o.owner_id = $actor and d.status <> 'dropped'` },
  },
  search: ["o.title", "c.number", "c.title", "v.name"],
  defaultSort: "dueOn",
};
