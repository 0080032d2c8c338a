import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { placeUnderContract } from "#areas/procurement/procurement.server.ts";
import {
  awardShares,
  tellContracts,
  type ContractEvent,
} from "#areas/evaluation/evaluation.server.ts";
import type { Outcome } from "#areas/sourcing/sourcing.server.ts";
import type { ContractRecord } from "./contract.noun.ts";

/** Orders of its award that have gone out to its vendor: they are placed under it. */
export const ordersOfShare = async (tx: Tx, actor: Actor, c: ContractRecord) => {
  if (!c.awardId || c.lotId) return [];
  const share = (await awardShares(tx, c.awardId)).find((each) => each.vendorId === c.vendorId);
  return placeUnderContract(tx, actor, share?.orderIds ?? [], c);
};

// Every share of the award has a contract that was signed, or one for each of its lots.
const isComplete = async (tx: Tx, c: ContractRecord): Promise<boolean> => {
  const [shares, signed] = await Promise.all([
    awardShares(tx, c.awardId!),
    tx.rows<{ vendorId: string; lotId: string | null }>(sql`
      select vendor_id, lot_id
      from contract
      where org_id = ${c.orgId}
        and award_id = ${c.awardId}
        and original_ceiling is not null
        and status <> 'cancelled'
    `),
  ]);
  return shares.every((share) => {
    const own = signed.filter((each) => each.vendorId === share.vendorId);
    return share.lines.every((line) =>
      own.some((each) => each.lotId === null || each.lotId === line.lotId),
    );
  });
};

/** Tells the solicitation of a contract that came of its award; others have none. */
export const tellAwardOf = async (
  tx: Tx,
  actor: Actor,
  c: ContractRecord,
  event: ContractEvent,
): Promise<void> => {
  if (c.awardId && c.solicitationId)
    await tellContracts(tx, actor, c.solicitationId, event, await isComplete(tx, c));
};

type Told = {
  id: string;
  number: string;
  title: string;
  awardId: string;
  vendorId: string;
  status: string;
  ceiling: number;
  startsOn: string;
  endsOn: string;
  lotId: string | null;
  lotNo: number | null;
  master: string | null;
  jointCeiling: number | null;
  signedAt: string;
  amendments: { id: string; date: string; description: string }[];
};

const statusOf = (status: string): "active" | "terminated" =>
  status === "active" || status === "suspended" ? "active" : "terminated";

/** Signed contracts of a solicitation's awards for open data, with their amendments. */
export const contractOutcome = async (
  db: Db,
  row: { orgId: string; id: string },
): Promise<Partial<Outcome>> => {
  const contracts = await db.rows<Told>(sql`
    select
      c.id, c.number, c.title, c.award_id, c.vendor_id, c.status, c.ceiling, c.starts_on, c.ends_on,
      c.lot_id, c.lot_no, m.number as master, m.ceiling as joint_ceiling, v.created_at as signed_at,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'id', a.number, 'date', a.applied_at, 'description', a.title
            ) order by a.sequence)
          from contract_amendment a
          where a.org_id = c.org_id and a.contract_id = c.id and a.status = 'applied'
        ),
        '[]'
      ) as amendments
    from contract c
    join contract_version v on v.org_id = c.org_id and v.contract_id = c.id and v.version_no = 1
    left join contract_master m on m.org_id = c.org_id and m.id = c.master_id
    where c.org_id = ${row.orgId} and c.solicitation_id = ${row.id} and c.award_id is not null
    order by c.number
  `);
  return {
    contracts: contracts.map((c) => ({
      id: c.id,
      awardId: `${c.awardId}-${c.vendorId}`,
      title: `${c.number}: ${c.title}`,
      description: c.master
        ? `Lot ${c.lotNo} of ${c.master}; all its lots together come to at most ${formatCents(c.jointCeiling!)}.`
        : "",
      lotId: c.lotId,
      cents: c.ceiling,
      signedAt: c.signedAt,
      status: statusOf(c.status),
      period: { startDate: `${c.startsOn}T00:00:00Z`, endDate: `${c.endsOn}T23:59:59Z` },
      amendments: c.amendments.map((each) => ({
        ...each,
        date: new Date(each.date).toISOString(),
      })),
    })),
  };
};
