import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Outcome } from "./screening.service.ts";

/** A vendor and the moment before which its screening is asked for. */
export type ScreeningAsked = { vendorId: string; before: Instant };
/** The newest screening before a moment, with what a person decided of it until then. */
export type ScreenedBefore = {
  outcome: Outcome;
  at: Instant;
  decision: "clear" | "excluded" | null;
};

/**
 * The screening that stood behind each of some vendors at a moment, in the order of the question; null
 * where none was made before.
 */
export const screenedBefore = async (
  db: Db,
  asked: readonly ScreeningAsked[],
): Promise<(ScreenedBefore | null)[]> => {
  if (asked.length === 0) return [];
  const found = await db.rows<ScreenedBefore & { place: number }>(sql`
    select a.place::int as place, s.outcome, s.at, d.decision
    from unnest(
      ${asked.map(({ vendorId }) => vendorId)}::uuid[],
      ${asked.map(({ before }) => before)}::timestamptz[]
    )
    with ordinality a (vendor_id, before, place)
    join lateral (
        select n.id, n.outcome, n.at
        from vendor_screening n
        where n.org_id = ${db.scope.orgId} and n.vendor_id = a.vendor_id and n.at <= a.before
        order by n.at desc, n.id desc
        limit 1
      ) s
      on true
    left join lateral (
        select x.decision
        from vendor_screening_decision x
        where x.org_id = ${db.scope.orgId} and x.screening_id = s.id and x.at <= a.before
        order by x.at desc
        limit 1
      ) d
      on true
  `);
  const by = new Map(
    found.map(({ place, outcome, at, decision }) => [place, { outcome, at, decision }]),
  );
  return asked.map((_each, n) => by.get(n + 1) ?? null);
};
