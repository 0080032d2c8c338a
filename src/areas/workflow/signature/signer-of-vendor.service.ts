import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { signatureSigner } from "./signature.tables.ts";

/** Papers that vendors sign, as the vendors area looks after them when two records become one. */
export const signersOfVendors = {
  table: signatureSigner,
  label: "Papers to sign",
  why: "Who signed stands as it was signed.",
  /** Papers that still wait for a vendor's signature. */
  blocks: async (db: Db, vendorIds: readonly string[]) => {
    const open = await db.rows<{ number: string; link: string }>(sql`
      select distinct r.number, r.link
      from signature_signer s
      join signature_request r on r.org_id = s.org_id and r.id = s.request_id
      where s.org_id = ${db.scope.orgId}
        and s.vendor_id = any(${vendorIds}::uuid[])
        and s.status in ('waiting', 'asked')
        and r.status = 'open'
      order by r.number
    `);
    return open.map((one) => ({
      sentence: `${one.number} waits for the vendor's signature. Have it signed or withdraw it first.`,
      href: one.link,
    }));
  },
};
