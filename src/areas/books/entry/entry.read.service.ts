import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { journalEntry } from "../books.tables.ts";
import { entryKinds, entryStatuses } from "./entry.labels.ts";
import type { EntryDetail } from "./entry.model.ts";
import { entryNoun } from "./entry.noun.ts";

/** Entries that people prepare. */
export const entryList: ListDefinition = {
  name: "journal-entries",
  from: "journal_entry j",
  alias: "j",
  columns: {
    id: { sql: "j.id", hidden: true },
    number: { sql: "j.number", label: "Number", sort: true },
    kind: { sql: "j.kind", label: "Kind", codes: entryKinds },
    title: { sql: "j.title", label: "Title" },
    postedOn: { sql: "j.posted_on", label: "Date", sort: true },
    total: { sql: "j.total", label: "Debits", money: true },
    status: { sql: "j.status", label: "Status", codes: entryStatuses },
    version: { sql: "j.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "j.status", type: "text" },
    kind: { kind: "set", sql: "j.kind", type: "text" },
    postedOn: { kind: "range", sql: "j.posted_on", type: "date" },
    mine: { kind: "flag", sql: "j.prepared_by = $actor" },
  },
  search: ["j.number", "j.title", "j.reason", "j.external_no"],
  defaultSort: "-postedOn",
};

type Related = { id: string; number: string };

/** An entry with its lines and the actor's actions; 404. */
export const readEntry = async (db: Db, actor: Actor, id: string): Promise<EntryDetail> => {
  const row = await getRow(db, journalEntry, id, "journal entry");
  const [lines, people, of, by] = await Promise.all([
    db.rows<EntryDetail["lines"][number]>(sql`
      select
        l.line_no, l.fund_id, f.code || ' ' || f.name as fund, l.account_id,
        a.code || ' ' || a.name as account, l.account_string_id, l.code, l.cents, l.memo
      from journal_entry_line l
      join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
      join gl_account a on a.org_id = l.org_id and a.id = l.account_id
      where l.org_id = ${db.scope.orgId} and l.entry_id = ${id}
      order by l.line_no
    `),
    namesOf(db, [row.preparedBy, row.approvedBy]),
    db.maybe<Related>(sql`
      select id, number
      from journal_entry
      where org_id = ${db.scope.orgId} and id = ${row.reversalOf}
    `),
    db.maybe<Related>(sql`
      select id, number
      from journal_entry
      where org_id = ${db.scope.orgId} and reversal_of = ${id}
    `),
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    status: row.status as EntryDetail["status"],
    title: row.title,
    reason: row.reason,
    postedOn: row.postedOn,
    reversesOn: row.reversesOn,
    total: row.total,
    version: row.version,
    externalNo: row.externalNo,
    reversalOf: of,
    reversedBy: by,
    preparedBy: nameOf(row.preparedBy),
    approvedBy: nameOf(row.approvedBy),
    approvedAt: row.approvedAt,
    lines,
    actions: await actionsAsked(db, actor, entryNoun, row),
  };
};
