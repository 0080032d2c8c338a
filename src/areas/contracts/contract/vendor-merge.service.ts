// What becomes of contracts when two vendors become one.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MergeBlock, VendorReference } from "#areas/vendors/vendors.server.ts";
import { contract } from "../contracts.tables.ts";
import { negotiationRound } from "../negotiation/negotiation.tables.ts";

const negotiations = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ number: string; contractId: string }>(sql`
    select contract_number as number, contract_id
    from negotiation_round
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and status in ('sent', 'answered')
    order by contract_number
  `);
  return open.map((one) => ({
    sentence: `${one.number} is being negotiated. End the round first.`,
    href: `/contracts/${one.contractId}`,
  }));
};

// A contract of each award and vendor is one: where both have one, somebody has to end one of them.
const oneAward = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const both = await db.rows<{ id: string; numbers: string }>(sql`
    select min(id::text) as id, string_agg(number, ' and ' order by number) as numbers
    from contract
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and award_id is not null
      and status <> 'cancelled'
    group by award_id
    having count(distinct vendor_id) > 1
  `);
  return both.map((one) => ({
    sentence: `${one.numbers} come of one award. Cancel one of them first.`,
    href: `/contracts/${one.id}`,
  }));
};

export const contractReferences: readonly VendorReference[] = [
  {
    table: contract,
    rule: "move",
    label: "Contracts",
    blocks: oneAward,
    href: (id) => `/contracts?vendorId=${id}`,
    issued: {
      type: "contract",
      when: "r.status not in ('requested', 'drafting', 'negotiation', 'legal_review', 'in_approval', 'approved')",
    },
  },
  {
    table: negotiationRound,
    rule: "stays",
    label: "Rounds of negotiation",
    why: "What was sent and answered is kept as it was.",
    blocks: negotiations,
  },
];
