import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { sql } from "#server/db/sql.ts";
import { vendorThread } from "./portal.tables.ts";

/** Messages go with the record; of two threads about one document the older record's stays there. */
export const threadReference: VendorReference = {
  table: vendorThread,
  rule: "combine",
  label: "Message threads",
  href: (id) => `/vendor-directory/${id}?tab=messages`,
  combine: async (tx, { from, to }) => {
    await tx.rows(sql`
      update vendor_thread t
      set vendor_id = ${to}
      where t.org_id = ${tx.scope.orgId}
        and t.vendor_id = ${from}
        and not exists (
          select 1
          from vendor_thread k
          where k.org_id = t.org_id
            and k.vendor_id = ${to}
            and k.object_type = t.object_type
            and k.object_id = t.object_id
        )
    `);
  },
};
