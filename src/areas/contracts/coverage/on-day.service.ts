import type { CoverageAsked, OrderCoverage } from "#areas/procurement/procurement.server.ts";
import type { Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { isBond } from "./coverage.labels.ts";
import { isGap, standingOf, type Demand, type Held } from "./coverage.model.ts";

/** A certificate that was accepted, and when somebody ended it. */
type Once = Held & { endedAt: Instant | null };
type Of = {
  id: string;
  number: string;
  ceiling: number;
  insuranceRequired: boolean;
  demands: Demand[];
  held: Once[];
};

const contractsOf = (db: Db, ids: readonly string[]): Promise<Of[]> =>
  db.rows<Of>(sql`
    select
      c.id, c.number, c.ceiling, c.insurance_required,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'kind', d.kind, 'amount', d.amount, 'percent', d.percent::text, 'citation', d.citation
            ) order by d.kind)
          from coverage_demand d
          where d.org_id = c.org_id and d.contract_id = c.id
        ),
        '[]'
      ) as demands,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'kind', h.kind, 'amount', h.amount, 'fromOn', h.from_on, 'toOn', h.to_on, 'endedAt',
              case when h.status = 'ended' then h.updated_at end
            ) order by h.from_on)
          from coverage_certificate h
          where h.org_id = c.org_id and h.contract_id = c.id and h.status in ('accepted', 'ended')
        ),
        '[]'
      ) as held
    from contract c
    where c.org_id = ${db.scope.orgId} and c.id = any(${[...new Set(ids)]}::uuid[])
  `);

const heldUntil = (db: Db, { endedAt, toOn, ...held }: Once): Held => {
  const ended = endedAt && dayIn(db.scope, endedAt);
  return { ...held, toOn: ended && (toOn === null || ended < toOn) ? ended : toOn };
};

/**
 * The insurance that contracts of orders demand, and what of it lacked on the day of each; bonds are
 * asked with the contract. The amounts are those that the contract demands now; a certificate that
 * somebody ended counts until that day.
 */
export const insuranceOn = async (
  db: Db,
  asked: readonly CoverageAsked[],
): Promise<OrderCoverage[]> => {
  const contracts = new Map(
    (
      await contractsOf(
        db,
        asked.map(({ contractId }) => contractId),
      )
    ).map((c) => [c.id, c]),
  );
  return asked.flatMap(({ orderId, contractId, day }): OrderCoverage[] => {
    const c = contracts.get(contractId);
    if (!c) return [];
    const held = c.held.map((each) => heldUntil(db, each));
    const demands = c.demands.filter(({ kind }) => !isBond(kind));
    return [
      {
        orderId,
        contract: c.number,
        demanded: c.insuranceRequired || demands.length > 0,
        certificate: c.insuranceRequired,
        gaps: demands
          .map((demand) => standingOf(demand, held, c.ceiling, day))
          .filter(isGap)
          .map(({ text }) => text),
      },
    ];
  });
};
