import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { vendorsByName } from "#areas/vendors/vendors.server.ts";
import { merchantKey } from "../cards.model.ts";
import { cardMerchant } from "../cards.tables.ts";

type Merchant = { id: string; merchantKey: string };

/** Merchants by their key; new ones are entered, as the vendor whose name they bear. */
export const merchantsOf = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = new Map(names.map((name) => [merchantKey(name), name]));
  const read = () =>
    tx.rows<Merchant>(sql`
      select id, merchant_key
      from card_merchant
      where org_id = ${tx.scope.orgId} and merchant_key = any(${[...wanted.keys()]}::text[])
    `);
  const known = new Set((await read()).map((each) => each.merchantKey));
  const fresh = [...wanted].filter(([key]) => !known.has(key));
  if (fresh.length > 0) {
    const vendors = await vendorsByName(tx);
    const byKey = new Map(vendors.map((vendor) => [merchantKey(vendor.name), vendor]));
    await insertRows(
      tx,
      cardMerchant,
      fresh.map(([key, name]) => ({
        ...{ orgId: tx.scope.orgId!, id: newId(), merchantKey: key, name },
        vendorId: byKey.get(key)?.id ?? null,
        vendorName: byKey.get(key)?.name ?? "",
      })),
    );
  }
  return new Map((await read()).map((each) => [each.merchantKey, each.id]));
};
