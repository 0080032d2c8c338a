import { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import { vendorContract, type VendorContract } from "./vendor-contract.model.ts";

/**
 * The vendor's contracts in every agency from the day on that they go out for signature, those in
 * force first. `db` is the vendor's side: no other vendor's row can be named.
 */
export const contractsOfVendor = async (db: Db): Promise<VendorContract[]> => {
  const [contracts, agencies] = await Promise.all([
    db.rows<Omit<VendorContract, "agency">>(sql`
      select
        id, org_id, number, title, status, kind, price_type, starts_on, ends_on, option_count,
        option_months, options_used, ceiling, drawn, retainage_percent, insurance_required
      from contract
      order by status in ('active', 'out_for_signature') desc, ends_on desc, id
      limit 200
    `),
    agenciesOf(db),
  ]);
  const names = new Map(agencies.map((agency) => [agency.orgId, agency.agency]));
  return contracts.map((c) => ({ ...c, agency: names.get(c.orgId) ?? "" }));
};

export const vendorContractEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-contracts",
    permission: "vendorPortal.read",
    tag: "vendor-portal",
    summary: "Your contracts, in every agency, with what is left of each",
    response: z.object({ items: z.array(vendorContract) }),
    handler: async ({ app, actor }) => ({
      items: await contractsOfVendor(vendorSide(app.database, actor)),
    }),
  }),
];
