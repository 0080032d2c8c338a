import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { monthStatuses } from "./month.labels.ts";
import type { BankMonthDetail } from "./month.model.ts";
import { monthFacts, monthNoun } from "./month.noun.ts";
import { bankMonth } from "./month.tables.ts";
import { readMonth } from "./reading.service.ts";

/** Months of the agency's accounts. */
export const monthList: ListDefinition = {
  name: "bank-months",
  from: "bank_month b",
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    number: { sql: "b.number", label: "Number", sort: true },
    account: { sql: "b.account", label: "Account", sort: true },
    agencyAccountId: { sql: "b.agency_account_id", hidden: true },
    firstDay: { sql: "b.first_day", hidden: true },
    lastDay: { sql: "b.last_day", label: "Through", sort: true },
    status: { sql: "b.status", label: "Status", codes: monthStatuses },
    version: { sql: "b.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "b.status", type: "text" },
    agencyAccountId: { kind: "set", sql: "b.agency_account_id", type: "uuid" },
    lastDay: { kind: "range", sql: "b.last_day", type: "date" },
  },
  search: ["b.number", "b.account"],
  defaultSort: "-lastDay",
};

/** A month from both sides, with what stops it and the actor's actions. */
export const readMonthDetail = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<BankMonthDetail> => {
  const row = await getRow(db, bankMonth, id, "bank reconciliation");
  const [{ reconciliation, blocks }, facts, people] = await Promise.all([
    row.frozen ? { reconciliation: row.frozen, blocks: [] } : readMonth(db, row),
    monthFacts(db, row),
    namesOf(db, [row.preparedBy, row.reviewedBy]),
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: row.id,
    number: row.number,
    account: row.account,
    agencyAccountId: row.agencyAccountId,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    status: row.status as BankMonthDetail["status"],
    version: row.version,
    reconciliation,
    blocks,
    elsewhere: row.elsewhere,
    elsewhereNote: row.elsewhereNote,
    sha256: row.sha256,
    preparedBy: nameOf(row.preparedBy),
    preparedAt: row.preparedAt,
    reviewedBy: nameOf(row.reviewedBy),
    reviewedAt: row.reviewedAt,
    actions: await actionsAsked(db, actor, monthNoun, facts),
  };
};
