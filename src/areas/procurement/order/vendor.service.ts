import { conflict, notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

export type VendorFacts = {
  name: string;
  email: string | null;
  status: string;
  screeningResult: string | null;
  insuranceAsked: boolean;
};

export type OrderVendor = VendorFacts & { vendorId: string; awarded: boolean };

/** What an order asks of its vendor before it is made or goes out; 404 when there is none. */
export const vendorOf = async (tx: Db, id: string): Promise<VendorFacts> => {
  const vendor = await tx.maybe<VendorFacts>(sql`
    select
      name, email, status, screening_result,
      coalesce(insurance_expires_on < ${businessDate(tx.scope)}::date, false) as insurance_asked
    from vendor
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  if (!vendor) throw notFound("vendor");
  return vendor;
};

/**
 * The vendor of an order, and whether an award decided for it. `insuranceAsked`: the certificate is
 * not in force today, or there is none and the order comes of an award. Only then the policy is
 * read.
 */
export const vendorOfOrder = (tx: Tx, id: string): Promise<OrderVendor> =>
  tx.one<OrderVendor>(sql`
    select
      v.name, v.email, v.status, v.screening_result, v.id as vendor_id, a.id is not null as awarded,
      coalesce(
        v.insurance_expires_on < ${businessDate(tx.scope)}::date, a.id is not null
      ) as insurance_asked
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    where o.org_id = ${tx.scope.orgId} and o.id = ${id}
  `);

/** An order goes to an active vendor that is not excluded from federal awards. */
export const refuseVendor = (
  vendor: Pick<VendorFacts, "name" | "status" | "screeningResult">,
): void => {
  if (vendor.status !== "active")
    throw conflict(
      "vendor_not_active",
      `${vendor.name} is not an active vendor (${vendor.status.replace("_", " ")}).`,
    );
  if (vendor.screeningResult === "excluded")
    throw conflict(
      "vendor_excluded",
      `${vendor.name} is excluded from federal awards (SAM.gov). It cannot be ordered from. 2 CFR 200.214`,
    );
};
