import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DemandedPaper } from "./papers.service.ts";
import type { PayStored } from "./pay.noun.ts";

/** The bills and the insurance of material that an application has paid while it is not in place yet. */
export const demandedOfStored = async (db: Db, a: PayStored): Promise<DemandedPaper[]> => {
  const { stored } = await db.one<{ stored: boolean }>(sql`
    select coalesce(bool_or(stored_quantity > 0), false) as stored
    from pay_application_line
    where org_id = ${db.scope.orgId} and application_id = ${a.id}
  `);
  if (!stored) return [];
  const files = a.storedFileIds.length;
  return [
    {
      title: "Bills and insurance of stored material",
      ok: files > 0,
      says: files > 0 ? `${files} on file` : "the contractor has not attached them",
      citation: "",
    },
  ];
};
