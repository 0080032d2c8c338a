import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { cardCycle } from "../cards.tables.ts";
import { cycleLife, type CycleAction, type CycleFacts, type CycleStatus } from "./cycle.labels.ts";

export type CycleStored = typeof cardCycle.$inferSelect;
type Told = Pick<CycleFacts, "lines" | "linesCents" | "unapproved">;

/** What the lines of a cycle come to, in cents, and how many are not approved. */
export const cycleTold = (db: Db, id: string): Promise<Told> =>
  db.one<Told>(sql`
    select
      count(*)::int as lines, coalesce(sum(cents), 0)::bigint as lines_cents,
      count(*) filter (where status <> 'approved')::int as unapproved
    from card_line
    where org_id = ${db.scope.orgId} and cycle_id = ${id}
  `);

export const cycleNoun = defineNoun<CycleStatus, CycleAction, typeof cardCycle, CycleStored & Told>(
  {
    name: "cardCycle",
    path: "card-cycles",
    page: "/payments/card-cycles",
    table: cardCycle,
    cycle: cycleLife,
    number: ({ number }) => number,
    read: "cards.read",
    facts: cycleTold,
    keepsFiles: ["reconciled", "invoiced"],
  },
);
