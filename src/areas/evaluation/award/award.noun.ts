import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Noun } from "#server/lifecycle.ts";
import type { InsuranceStanding } from "#areas/procurement/procurement.public.ts";
import {
  insuranceStandings,
  insuranceStop,
  ofSolicitation,
} from "#areas/procurement/procurement.server.ts";
import { awardCycle, type AwardAction, type AwardFacts } from "./award.fields.model.ts";
import type { AwardStatus } from "./award.labels.ts";
import { award } from "./award.tables.ts";

export type AwardRecord = typeof award.$inferSelect;
export type LoadedAward = AwardRecord & AwardFacts & { insurance: InsuranceStanding[] };
export const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

export const loadAward = async (db: Db, row: AwardRecord): Promise<LoadedAward> => {
  const { open } = await db.one<{ open: number }>(sql`
    select count(*)::int as open
    from protest
    where org_id = ${db.scope.orgId}
      and award_id = ${row.id}
      and stay
      and status in ('filed', 'under_review', 'appealed')
  `);
  const insurance =
    row.status === "intent" || row.status === "held"
      ? await insuranceStandings(
          db,
          await ofSolicitation(db, row.solicitationId),
          row.parts.map((part) => part.vendorId),
        )
      : [];
  return {
    ...row,
    windowOver: businessNow(db.scope) >= new Date(row.windowEndsAt),
    openProtests: open,
    uninsured: insuranceStop(insurance),
    insurance,
  };
};
export const awardNoun: Noun<AwardStatus, AwardAction, typeof award, LoadedAward> = {
  name: "award",
  path: "awards",
  table: award,
  cycle: awardCycle,
  number: (row) => row.number,
  load: loadAward,
};
