// What becomes of nonconformances when two vendors become one.
import { vendorsNamed, type VendorReference } from "#areas/vendors/vendors.server.ts";
import { sql } from "#server/db/sql.ts";
import { nonconformance } from "../quality.tables.ts";

export const nonconformanceReference: VendorReference = {
  table: nonconformance,
  rule: "move",
  label: "Nonconformances",
  href: (id) => `/admin/quality/nonconformances?vendorId=${id}`,
  after: async (tx, _actor, { to }) => {
    const name = (await vendorsNamed(tx, [to])).get(to);
    await tx.rows(sql`
      update nonconformance
      set vendor_name = coalesce(${name ?? null}, vendor_name)
      where org_id = ${tx.scope.orgId} and vendor_id = ${to}
    `);
  },
};
