import type { WageDemand } from "#areas/governance/governance.public.ts";
import { wagesTogether } from "#areas/governance/governance.public.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { wageAnswers } from "./award.labels.ts";
import { demandOf } from "./wages.model.ts";

type Stored = {
  segmentId: string | null;
  number: string;
  federal: boolean;
  prevailingWages: keyof typeof wageAnswers;
  prevailingWagesSource: string;
};

/** What the awards of these segments demand, by segment. */
const ofSegments = async (
  db: Db,
  segmentIds: readonly string[],
): Promise<ReadonlyMap<string, WageDemand>> =>
  new Map(
    (
      await db.rows<Stored>(sql`
        select segment_id, number, federal, prevailing_wages, prevailing_wages_source
        from grant_award
        where org_id = ${db.scope.orgId} and segment_id = any(${[...segmentIds]}::uuid[])
      `)
    ).map((w) => [w.segmentId!, demandOf(w)]),
  );

/**
 * What the awards demand that a document names by number, ours or the grantor's, also several with
 * commas; null where none of them is here.
 */
const named = async (db: Db, written: string): Promise<WageDemand | null> => {
  const numbers = written.split(/[,;]/).map((each) => each.trim().toLowerCase());
  const found = await db.rows<Stored>(sql`
    select segment_id, number, federal, prevailing_wages, prevailing_wages_source
    from grant_award
    where org_id = ${db.scope.orgId}
      and (
        lower(number) = any(${numbers}::text[])
        or lower(grantor_number) = any(${numbers}::text[])
      )
    limit 20
  `);
  return found.length > 0 ? wagesTogether(found.map(demandOf)) : null;
};

/** What awards say of prevailing wages to whoever buys with them. */
export const awardsDemand = { ofSegments, named };
