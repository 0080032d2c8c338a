import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import { unseal } from "#server/auth/sealing.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { tinOwner } from "./vendor.service.ts";

/** A vendor as tax forms name it; of its number the last four digits. */
export type PayeeRecord = {
  id: string;
  number: string;
  name: string;
  tinLast4: string | null;
  tinKind: "ein" | "ssn" | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

/** These vendors as tax forms name them, by name; unknown ones are left out. */
export const payeesOf = (db: Db, ids: readonly string[]): Promise<PayeeRecord[]> =>
  db.rows<PayeeRecord>(sql`
    select id, number, name, tin_last4, tin_kind, address1, address2, city, state, postal_code
    from vendor
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by name, id
  `);

/**
 * Whole tax numbers of vendors, for a file that the law demands; the history of each vendor says who took it and
 * what for. The caller asks who may.
 */
export const takeTins = async (
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  why: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.rows<{ id: string; number: string; tinSealed: string }>(sql`
    select id, number, tin_sealed
    from vendor
    where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[]) and tin_sealed is not null
    order by id
  `);
  for (const row of rows)
    note(tx, actor, "vendor", row, { action: "revealTin", note: why, event: null });
  return new Map(
    rows.map(({ id, tinSealed }) => [
      id,
      unseal("vendor-tin", tinOwner(tx.scope.orgId!, id), tinSealed),
    ]),
  );
};
