import { invalid, type FieldError } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { accountFacts } from "./account.service.ts";

/** What a document charges to an account string with an award, before it commits to it. */
export type TermCharge = {
  accountStringId: string;
  /** Where the form shows it. */
  path: string;
  cents: number;
  /** Cents that the ledger holds for it already: of its requisition, of its order. */
  held: number;
  /** The day on which the cost is, or will be, incurred. */
  incurredOn: Day;
  /** Cents of one unit, where that is known: equipment is told by it. */
  unitCents?: number | null;
  /** It is a subaward, not a purchase. */
  subaward?: boolean;
};
type AwardCharge = TermCharge & { awardId: string; code: string };
type Asked = { requesterId: string | null; charges: readonly AwardCharge[] };

const checkers: ((tx: Tx, asked: Asked) => Promise<FieldError[]>)[] = [];

/**
 * Who holds awards says here what their terms forbid: one sentence per charge that they stop, at its
 * path. Asked when a requisition or order is sent and when an invoice is approved.
 */
export const awardTerms = extensionPoint<(tx: Tx, asked: Asked) => Promise<FieldError[]>>(
  "terms of awards",
  (check) => void checkers.push(check),
);

/** Refuses what the terms of the awards that pay forbid: 422 award_terms, each at its path. */
export const refuseByTerms = async (
  tx: Tx,
  requesterId: string | null,
  charges: readonly { accountStringId: string }[],
  detail: () => Promise<readonly TermCharge[]>,
): Promise<void> => {
  if (checkers.length === 0 || charges.length === 0) return;
  const facts = await accountFacts(
    tx,
    charges.map((c) => c.accountStringId),
  );
  if (![...facts.values()].some((f) => f.awardId)) return;
  const awarded = (await detail()).flatMap((c): AwardCharge[] => {
    const { awardId, code } = facts.get(c.accountStringId.toLowerCase())!;
    return awardId ? [{ ...c, awardId, code }] : [];
  });
  const stops = (
    await Promise.all(checkers.map((check) => check(tx, { requesterId, charges: awarded })))
  ).flat();
  if (stops.length) throw invalid("award_terms", stops.map((s) => s.message).join(" "), stops);
};

/** The account strings that spend an award (never its revenue), with what the ledger holds of each, in cents. */
export const accountsOfAward = (
  db: Db,
  segmentId: string,
): Promise<{ id: string; code: string; committed: number; expended: number; budget: number }[]> =>
  db.rows(sql`
    select
      s.id, s.code, coalesce(sum(l.pre_encumbered + l.encumbered), 0)::bigint as committed,
      coalesce(sum(l.expended), 0)::bigint as expended,
      coalesce(sum(l.original + l.adjusted), 0)::bigint as budget
    from account_string s
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    left join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    where s.org_id = ${db.scope.orgId} and s.award_id = ${segmentId}
    group by s.id, s.code
    order by s.code
  `);

/**
 * What the ledger held on the account strings of an award at the end of a day, in cents: `ordered` is
 * encumbered (an obligation), what is only asked for is not in it.
 */
export const accountsOfAwardUntil = (
  db: Db,
  segmentId: string,
  until: string,
): Promise<{ id: string; ordered: number; expended: number }[]> =>
  db.rows(sql`
    select
      s.id, coalesce(sum(e.encumbered), 0)::bigint as ordered,
      coalesce(sum(e.expended), 0)::bigint as expended
    from account_string s
    left join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    left join commitment_entry e
      on e.org_id = l.org_id
      and e.budget_line_id = l.id
      and e.posted_on <= ${until}::date
    where s.org_id = ${db.scope.orgId} and s.award_id = ${segmentId}
    group by s.id, s.code
    order by s.code
  `);

/** The award segment of each of these account strings that has one. */
export const awardSegmentsOf = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    [...(await accountFacts(db, accountStringIds)).values()].flatMap((f) =>
      f.awardId ? [[f.id, f.awardId] as const] : [],
    ),
  );

/** The code of a segment as it stands in account strings; null where there is none. */
export const segmentCodeOf = async (db: Db, id: string): Promise<string | null> =>
  (
    await db.maybe<{ code: string }>(sql`
      select code
      from segment_value
      where org_id = ${db.scope.orgId} and id = ${id}
    `)
  )?.code ?? null;

/** Sets the days of an award's segment, as its revision or a new end says. */
export const setSegmentDays = async (
  tx: Tx,
  id: string,
  days: { startsOn: string; endsOn: string },
): Promise<void> => {
  await tx.rows(sql`
    update segment_value
    set starts_on = ${days.startsOn}, ends_on = ${days.endsOn}, version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${id} and kind = 'award'
  `);
};

/** An award segment by its code, null when there is none. */
export const awardSegment = (
  db: Db,
  code: string,
): Promise<{ id: string; name: string; endsOn: string | null } | null> =>
  db.maybe(sql`
    select id, name, ends_on
    from segment_value
    where org_id = ${db.scope.orgId} and kind = 'award' and code = ${code}
  `);
