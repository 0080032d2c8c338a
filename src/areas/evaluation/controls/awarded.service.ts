import type { SolicitationAward } from "#areas/sourcing/sourcing.server.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AwardPart } from "../award/scenario.model.ts";

/** An award that stands, with what its evaluation holds in writing. */
export type Awarded = {
  id: string;
  number: string;
  solicitationId: string;
  evaluationId: string | null;
  status: string;
  totalCents: number;
  parts: AwardPart[];
  postedAt: Instant;
  finalisedAt: Instant | null;
  analysisKind: "price" | "cost" | null;
  analysis: number;
  finding: number;
  responsive: number;
  members: { personId: string; declared: boolean }[];
};

/** The awards of some solicitations that were not withdrawn, by solicitation. */
export const awardedIn = async (
  db: Db,
  solicitationIds: readonly string[],
): Promise<ReadonlyMap<string, Awarded>> =>
  new Map(
    (
      await db.rows<Awarded>(sql`
        select
          a.id, a.number, a.solicitation_id, a.evaluation_id, a.status, a.total_cents, a.parts,
          a.posted_at, a.finalised_at, e.analysis_kind,
          coalesce(
            (
              select length(btrim(t.text))
              from evaluation_text t
              where t.org_id = a.org_id
                and t.evaluation_id = a.evaluation_id
                and t.kind = 'analysis'
            ),
            0
          ) as analysis,
          coalesce(
            (
              select length(btrim(t.text))
              from evaluation_text t
              where t.org_id = a.org_id and t.evaluation_id = a.evaluation_id and t.kind = 'finding'
            ),
            0
          ) as finding,
          (
            select count(*)::int
            from evaluation_bid b
            where b.org_id = a.org_id and b.evaluation_id = a.evaluation_id and b.responsive
          ) as responsive,
          coalesce(
            (
              select jsonb_agg(jsonb_build_object(
                  'personId', m.person_id, 'declared',
                  m.declared_at is not null and m.bidders_declared_at is not null
                ) order by m.person_id)
              from evaluation_member m
              where m.org_id = a.org_id
                and m.evaluation_id = a.evaluation_id
                and m.recused_at is null
            ),
            '[]'
          ) as members
        from award a
        left join evaluation e on e.org_id = a.org_id and e.id = a.evaluation_id
        where a.org_id = ${db.scope.orgId}
          and a.solicitation_id = any(${[...solicitationIds]}::uuid[])
          and a.status <> 'withdrawn'
      `)
    ).map((row) => [row.solicitationId, row]),
  );

/** The day on which an award was made; null while it is an intent. */
export const madeOn = (db: Db, { status, postedAt, finalisedAt }: Awarded): Day | null =>
  status === "waiting" || status === "final" ? dayIn(db.scope, finalisedAt ?? postedAt) : null;

/** What solicitations were awarded for, and everybody who had a hand in the award or its evaluation. */
export const awardsOfSolicitations = (
  db: Db,
  solicitationIds: readonly string[],
): Promise<SolicitationAward[]> =>
  db.rows<SolicitationAward>(sql`
    select
      s.id as solicitation_id,
      (
        select a.total_cents
        from award a
        where a.org_id = ${db.scope.orgId} and a.solicitation_id = s.id and a.status <> 'withdrawn'
      ) as cents,
      array(
        select p.id
        from evaluation e
        cross join lateral (
          select unnest(array[e.coordinator_id, e.memo_signed_by, e.approved_by])
          union
          select m.person_id
          from evaluation_member m
          where m.org_id = e.org_id and m.evaluation_id = e.id
        ) p (id)
        where e.org_id = ${db.scope.orgId} and e.solicitation_id = s.id and p.id is not null
        union
        select p.id
        from award a
        cross join lateral unnest(array[a.posted_by, a.finalised_by]) p (id)
        where a.org_id = ${db.scope.orgId} and a.solicitation_id = s.id and p.id is not null
      ) as people
    from unnest(${[...solicitationIds]}::uuid[]) s (id)
  `);

/** What the check for exclusion came to that was made of a winner for its award. */
export type Screened = {
  vendorId: string;
  objectId: string;
  outcome: "clear" | "possible" | "excluded";
};

/**
 * The last check of each vendor for some awards, or for solicitations whose quotations were awarded,
 * with what a person decided of a match.
 */
export const screenedFor = (db: Db, objectIds: readonly string[]): Promise<Screened[]> =>
  db.rows<Screened>(sql`
    select
      distinct on (s.object_id, s.vendor_id) s.vendor_id, s.object_id,
      coalesce(d.decision, s.outcome) as outcome
    from vendor_screening s
    left join vendor_screening_decision d on d.org_id = s.org_id and d.screening_id = s.id
    where s.org_id = ${db.scope.orgId}
      and s.object_id = any(${[...objectIds]}::uuid[])
      and s.trigger = 'award'
    order by s.object_id, s.vendor_id, s.at desc, s.id desc
  `);
