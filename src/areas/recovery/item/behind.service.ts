import type { Cost } from "#areas/finance/finance.server.ts";
import { ordersWithoutClauses } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { filesOfRecords } from "#server/http/attachments.ts";
import { costLacks } from "./proof.model.ts";

/**
 * What each of these costs lacks before it is claimed, by what stands on file behind it: the clauses of
 * its order, and the bill of its invoice.
 */
export const lacksOfCosts = async (
  db: Db,
  costs: readonly Cost[],
): Promise<ReadonlyMap<string, string[]>> => {
  const [bare, files] = await Promise.all([
    ordersWithoutClauses(
      db,
      costs.flatMap((c) => c.purchaseOrderId ?? []),
    ),
    filesOfRecords(
      db,
      costs.flatMap((c) => c.invoiceId ?? []),
    ),
  ]);
  const filed = new Set(files.map((f) => f.objectId));
  return new Map(
    costs.map((c) => [
      c.id,
      costLacks({
        ...c,
        invoiceFiled: filed.has(c.invoiceId ?? ""),
        withoutClauses: bare.has(c.purchaseOrderId ?? ""),
      }),
    ]),
  );
};
