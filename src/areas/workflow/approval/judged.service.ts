// What controls ask of approvals: how far a document stood below the next policy, and how fast it was decided.
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An approved document, and the amount in cents from which another policy would have decided it. */
export type BelowPolicy = {
  documentId: string;
  number: string;
  amount: number;
  policy: string | null;
  below: number | null;
};

/**
 * How each approval of some documents stood to the next policy of its kind: the end of the policy that
 * decided, else the least beginning above the amount among those that were in force. `below` is null
 * where no policy begins above.
 */
export const belowPolicies = (db: Db, documentIds: readonly string[]): Promise<BelowPolicy[]> =>
  db.rows<BelowPolicy>(sql`
    select
      q.document_id, q.document_number as number, q.amount, p.name as policy,
      coalesce(
        (p.condition ->> 'amountBelow')::bigint,
        (
          select min((n.condition ->> 'amountMin')::bigint)
          from approval_policy n
          where n.org_id = q.org_id
            and n.document_type = q.document_type
            and n.published_at <= greatest(q.requested_at, p.published_at)
            and (n.status = 'published' or n.updated_at > q.requested_at)
            and (n.condition ->> 'amountMin')::bigint > q.amount
        )
      ) as below
    from approval_request q
    left join approval_policy p on p.org_id = q.org_id and p.id = q.policy_id
    where q.org_id = ${db.scope.orgId}
      and q.document_id = any(${[...documentIds]}::uuid[])
      and q.status = 'approved'
    order by q.document_id, q.requested_at
  `);

/**
 * A decision on a document, by whoever took it, not in whose name. `behind`: the decision of the same
 * person on another document that came before it within an hour, with the seconds between both.
 */
export type PacedDecision = {
  documentId: string;
  number: string;
  personId: string;
  decidedAt: Instant;
  behind: { number: string; seconds: number } | null;
};

/**
 * The decisions on some documents with the one that each followed. Those of one instant were told by
 * another system, by their day or hour, and follow none of each other; of a batch each has its own.
 */
export const pacedDecisions = (db: Db, documentIds: readonly string[]): Promise<PacedDecision[]> =>
  db.rows<PacedDecision>(sql`
    with decided as (
      select
        q.org_id, q.document_id, q.document_number as number, a.decided_by as person_id,
        a.decided_at
      from approval_request q
      join approval_step s on s.org_id = q.org_id and s.request_id = q.id
      join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
      where q.org_id = ${db.scope.orgId}
        and q.document_id = any(${[...documentIds]}::uuid[])
        and a.decided_by is not null
        and a.decided_at is not null
      group by 1, 2, 3, 4, 5
    )
    select
      d.document_id, d.number, d.person_id, d.decided_at,
      (array_agg(
        jsonb_build_object(
          'number', q.document_number, 'seconds',
          floor(extract(epoch from d.decided_at - a.decided_at))
        ) order by a.decided_at desc,
        q.document_number
      ) filter (where q.document_id <> d.document_id))[1] as behind
    from decided d
    left join approval_assignee a
      on a.org_id = d.org_id
      and a.decided_by = d.person_id
      and a.decided_at < d.decided_at
      and a.decided_at >= d.decided_at - interval '1 hour'
    left join approval_step s on s.org_id = a.org_id and s.id = a.step_id
    left join approval_request q on q.org_id = s.org_id and q.id = s.request_id
    group by 1, 2, 3, 4
    order by d.document_id, d.decided_at, d.person_id
  `);
