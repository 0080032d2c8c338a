import { workOfAccounts } from "#areas/budget/budget.server.ts";
import {
  noAwardPays,
  wagesTogether,
  type WageDemand,
} from "#areas/governance/governance.public.ts";
import { accountsOfRequisitionLines } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

const unsaid: WageDemand = {
  demanded: "notKnown",
  because:
    "federal money, and no requisition of it names the award that says whether the law of its program demands them",
};

type Sought = { id: string; federal: boolean };

/**
 * Whether prevailing wages are demanded of the work of these solicitations, by their ids: what the
 * awards say that pay for the requisitions behind them.
 */
export const wagesOfSolicitations = async (
  db: Db,
  solicitations: readonly Sought[],
): Promise<ReadonlyMap<string, WageDemand>> => {
  const lines = await db.rows<{ solicitationId: string; lineId: string }>(sql`
    select solicitation_id, requisition_line_id as line_id
    from solicitation_item
    where org_id = ${db.scope.orgId}
      and solicitation_id = any(${solicitations.map(({ id }) => id)}::uuid[])
      and requisition_line_id is not null
  `);
  const shares = lines.length
    ? await accountsOfRequisitionLines(
        db,
        lines.map(({ lineId }) => lineId),
      )
    : [];
  const work = await workOfAccounts(
    db,
    shares.map(({ accountStringId }) => accountStringId),
  );
  const wagesOf = ({ id, federal }: Sought): WageDemand => {
    const own = new Set(lines.flatMap((l) => (l.solicitationId === id ? l.lineId : [])));
    const said = shares
      .filter(({ lineId }) => own.has(lineId))
      .flatMap(({ accountStringId }) => work.get(accountStringId)?.wages ?? [])
      .filter((each) => each !== noAwardPays);
    return said.length > 0 ? wagesTogether(said) : federal ? unsaid : noAwardPays;
  };
  return new Map(solicitations.map((each) => [each.id, wagesOf(each)]));
};
