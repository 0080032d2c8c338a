import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { join, sql, type Sql } from "#server/db/sql.ts";
import type { OpportunityDetail, OpportunityQuery, OpportunityRow } from "./opportunity.model.ts";
import { readParts } from "./solicitation.list.ts";

const mostCounted = 10_000;
const likeText = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

// The role levee_vendor sees published solicitations and its own vendor records, invitations and
// bids, and nothing else: no condition here keeps others out.
const from = sql`
  solicitation s
  join organization o on o.id = s.org_id
  join department d on d.org_id = s.org_id and d.id = s.department_id
  left join vendor v on v.org_id = s.org_id and v.status <> 'inactive'
  left join solicitation_invitation i
    on i.org_id = s.org_id
    and i.solicitation_id = s.id
    and i.vendor_id = v.id
`;
const fits = sql`
  exists (
    select 1
    from solicitation_item x, vendor mine, unnest(mine.commodity_codes) c
    where x.org_id = s.org_id
      and x.solicitation_id = s.id
      and x.commodity_code is not null
      and left(c, 4) = left(x.commodity_code, 4)
  )
`;
const columns = sql`
  
    s.id, s.number, s.kind, s.title, s.summary, s.status, o.name as agency, d.name as department,
    s.due_at, s.questions_until, s.published_at, s.addenda, i.status as invitation, ${fits} as fits,
    v.id is not null as registered
`;

const conditions = (query: OpportunityQuery): Sql[] => [
  query.show === "open"
    ? sql`s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp()`
    : query.show === "closed"
      ? sql`(s.status not in ('published', 'questions_closed') or s.due_at <= clock_timestamp())`
      : query.show === "mine"
        ? sql`i.id is not null`
        : sql`true`,
  ...(query.q ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map(
      (word) => sql`
        (
          s.number ilike ${likeText(word)}
          or s.title ilike ${likeText(word)}
          or s.summary ilike ${likeText(word)}
          or o.name ilike ${likeText(word)}
        )
      `,
    ),
  ...(query.kind ? [sql`s.kind = any(${query.kind.split(",")}::text[])`] : []),
  ...(query.fits === "true" ? [fits] : []),
];

/**
 * What a vendor may answer, in all agencies: published solicitations and those it is invited to,
 * the next deadline first. `db` is the vendor's side.
 */
export const listOpportunities = async (db: Db, query: OpportunityQuery) => {
  const where = join(conditions(query), " and ");
  const newest = query.show !== "open";
  const [items, { n }] = await Promise.all([
    db.rows<OpportunityRow>(sql`
      select ${columns}
      from ${from}
      where ${where}
      order by ${newest ? sql`s.due_at desc nulls first, s.id desc` : sql`s.due_at, s.id`}
      limit ${query.limit}
      offset ${(query.page - 1) * query.limit}
    `),
    db.one<{ n: number }>(sql`
      select count(*)::int as n
      from (select 1 from ${from} where ${where} limit ${mostCounted + 1}) c
    `),
  ]);
  return {
    items,
    total: Math.min(n, mostCounted),
    totalCapped: n > mostCounted,
    page: query.page,
    limit: query.limit,
    nextCursor: null,
  };
};

type Head = OpportunityRow &
  Pick<
    OpportunityDetail,
    | "description"
    | "protection"
    | "envelopes"
    | "awardBy"
    | "priceFormula"
    | "prebidAt"
    | "prebidPlace"
    | "prebidMandatory"
    | "bidBondPercent"
    | "performanceBondPercent"
    | "paymentBondPercent"
    | "setAside"
    | "localPreferencePercent"
    | "construction"
    | "deliverTo"
    | "invitedOnly"
    | "contactName"
    | "contactEmail"
    | "timeZone"
    | "currency"
    | "declineReason"
    | "closedAt"
    | "openedAt"
    | "endedReason"
    | "open"
    | "questionsOpen"
  > & { orgId: string };

/**
 * One solicitation as the vendor reads it, with whether it is open by the database's clock. @throws
 * 404 for one that is not offered to it.
 */
export const readOpportunity = async (
  db: Db,
  id: string,
): Promise<Omit<OpportunityDetail, "outcome"> & { orgId: string }> => {
  const head = await db.maybe<Head>(sql`
    select
      ${columns}, s.org_id, s.invited_only, s.description, s.protection, s.envelopes, s.award_by,
      s.price_formula, s.prebid_at, s.prebid_place, s.prebid_mandatory, s.bid_bond_percent,
      s.performance_bond_percent, s.payment_bond_percent, s.set_aside, s.local_preference_percent,
      s.construction, s.deliver_to, s.contact_name, s.contact_email, o.time_zone, o.currency,
      i.decline_reason, s.closed_at, s.opened_at, s.ended_reason,
      s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp() as open,
      s.status = 'published' and s.due_at > clock_timestamp() and coalesce(
        s.questions_until > clock_timestamp(), true
      ) as questions_open
    from ${from}
    where s.id = ${id}
    limit 1
  `);
  if (!head) throw notFound("solicitation");
  return { ...head, ...(await readParts(db, head.orgId, id)) };
};
