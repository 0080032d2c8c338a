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

export const contractReferences: readonly VendorReference[] = [
  {
    table: contract,
    rule: "move",
    label: "Contracts",
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
