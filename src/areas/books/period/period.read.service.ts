import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { accountingPeriod } from "../books.tables.ts";
import { trialBalance } from "../statement/trial-balance.service.ts";
import { checksOf } from "./close-checks.service.ts";
import { periodStatuses } from "./period.labels.ts";
import type { PeriodDetail } from "./period.model.ts";
import { periodFacts, periodNoun } from "./period.noun.ts";

/** Periods of the books. */
export const periodList: ListDefinition = {
  name: "accounting-periods",
  from: "accounting_period p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    name: { sql: "p.name", label: "Period" },
    year: { sql: "p.year", label: "Fiscal year" },
    firstDay: { sql: "p.first_day", label: "From", sort: true },
    lastDay: { sql: "p.last_day", label: "Through" },
    adjustment: { sql: "p.adjustment", hidden: true },
    status: { sql: "p.status", label: "Status", codes: periodStatuses },
    entries: {
      sql: `(
        select count(*)::int
        from gl_entry e
        where e.org_id = p.org_id and e.period_id = p.id
      )`,
      label: "Entries",
    },
    moved: {
      sql: `(
        select coalesce(sum(l.cents), 0)::bigint
        from gl_line l
        where l.org_id = p.org_id and l.period_id = p.id and l.cents > 0
      )`,
      label: "Debits",
      money: true,
    },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    year: { kind: "set", sql: "p.year::text", type: "text" },
    begun: { kind: "flag", sql: "p.first_day <= $today" },
  },
  search: ["p.number", "p.name"],
  defaultSort: "-number",
};

type Sums = { entries: number; moved: number };
const sumsOf = (db: Db, id: string) =>
  db.one<Sums>(sql`
    select
      count(distinct l.entry_id)::int as entries,
      coalesce(sum(l.cents) filter (where l.cents > 0), 0)::bigint as moved
    from gl_line l
    where l.org_id = ${db.scope.orgId} and l.period_id = ${id}
  `);

/** A period with what stops it, what waits, its trial balance and the actor's actions; 404. */
export const readPeriod = async (db: Db, actor: Actor, id: string): Promise<PeriodDetail> => {
  const row = await getRow(db, accountingPeriod, id, "period");
  const [facts, checks, balance, people, sums] = await Promise.all([
    periodFacts(db, row),
    row.status === "closed" ? [] : checksOf(db, row),
    row.frozen ? row.frozen.rows : trialBalance(db, row),
    namesOf(db, [row.preparedBy, row.closedBy]),
    sumsOf(db, id),
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    year: row.year,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    adjustment: row.adjustment,
    status: row.status as PeriodDetail["status"],
    version: row.version,
    ...sums,
    checks: checks.filter((c) => c.count > 0),
    blocks: [...facts.blocks],
    waits: row.waits,
    sha256: row.sha256,
    preparedBy: nameOf(row.preparedBy),
    preparedAt: row.preparedAt,
    closedBy: nameOf(row.closedBy),
    closedAt: row.closedAt,
    balance,
    actions: await actionsAsked(db, actor, periodNoun, facts),
  };
};
