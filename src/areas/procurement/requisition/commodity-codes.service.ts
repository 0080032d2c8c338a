import { invalid } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { unknownCodes } from "#areas/vendors/vendors.server.ts";

/**
 * 422 at the path of every line whose commodity code neither the product's lists nor the agency
 * know: like purchases are compared by codes.
 */
export const refuseUnknownCodes = async (
  db: Db,
  lines: readonly { commodityCode?: string | null; path: string }[],
): Promise<void> => {
  const unknown = new Set(
    await unknownCodes(
      db,
      lines.flatMap((l) => l.commodityCode || []),
    ),
  );
  if (unknown.size === 0) return;
  const errors = lines.flatMap(({ commodityCode, path }) =>
    commodityCode && unknown.has(commodityCode)
      ? [
          {
            path: `${path}.commodityCode`,
            message: `${commodityCode} is no commodity code that the agency knows. Choose one from the list, leave it out, or ask an administrator to add it.`,
          },
        ]
      : [],
  );
  throw invalid(
    "unknown_commodity",
    "Some commodity codes are not known. Nothing was saved.",
    errors,
  );
};
