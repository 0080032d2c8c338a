import { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { contractKinds, contractStatuses, priceTypes } from "../contract/contract.labels.ts";

const names = <K extends string>(labels: Readonly<Record<K, unknown>>) =>
  Object.keys(labels) as [K, ...K[]];

/** What a vendor sees of a contract: never who wrote it, why the vendor was chosen, or its plan. */
export const vendorContract = z
  .object({
    id: z.string(),
    orgId: z.string(),
    agency: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names(contractStatuses)),
    kind: z.enum(names(contractKinds)),
    priceType: z.enum(names(priceTypes)),
    startsOn: z.string(),
    endsOn: z.string(),
    optionCount: z.number(),
    optionMonths: z.number(),
    optionsUsed: z.number(),
    ceiling: z.number(),
    drawn: z.number(),
    retainagePercent: z.string(),
    insuranceRequired: z.boolean(),
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        status: z.string(),
        amount: z.number(),
      }),
    ),
  })
  .meta({ id: "VendorContract" });
export type VendorContract = z.output<typeof vendorContract>;

/**
 * The vendor's contracts in every agency from the day on that they go out for signature, those that
 * end last first, with the newest fifty orders of each. `db` is the vendor's side: no other
 * vendor's row can be named.
 */
export const contractsOfVendor = (db: Db): Promise<VendorContract[]> =>
  db.rows<VendorContract>(sql`
    select
      c.id, c.org_id, g.name as agency, c.number, c.title, c.status, c.kind, c.price_type,
      c.starts_on, c.ends_on, c.option_count, c.option_months, c.options_used, c.ceiling, c.drawn,
      c.retainage_percent, c.insurance_required,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'id', o.id, 'number', o.number, 'title', o.title, 'status', o.status,
              'amount', o.amount
            ) order by o.number desc)
          from (
            select p.id, p.number, p.title, p.status, p.amount
            from purchase_order p
            where p.org_id = c.org_id and p.contract_id = c.id
            order by p.number desc
            limit 50
          ) o
        ),
        '[]'
      ) as orders
    from contract c
    join organization g on g.id = c.org_id
    order by c.status in ('active', 'out_for_signature') desc, c.ends_on desc, c.id
    limit 200
  `);

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
