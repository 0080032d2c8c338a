import { invalidField } from "#kernel/errors.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import { convertUnits } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import type { StockedItem } from "../ledger/history.service.ts";

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * A typed quantity in the item's unit: by its packs, else by the agency's units. Decimal text. 422
 * `inexact_unit` where it does not convert exactly, and what `convertUnits` refuses.
 */
export const inItemUnit = async (
  db: Db,
  item: Pick<StockedItem, "name" | "unit" | "packs">,
  amount: string,
  unit: string,
  path: string,
): Promise<string> => {
  if (same(unit, item.unit)) return amount;
  const pack = item.packs.find(({ name }) => same(name, unit));
  if (pack) return exactly(quantity(amount) * quantity(pack.quantity), item, unit, path);
  const converted = await convertUnits(db, { amount, from: unit, to: item.unit });
  const back = await convertUnits(db, { amount: converted, from: item.unit, to: unit });
  if (quantity(back) !== quantity(amount)) throw inexact(item, unit, path);
  return converted;
};

const exactly = (
  product: bigint,
  item: Pick<StockedItem, "name" | "unit">,
  unit: string,
  path: string,
): string => {
  if (product % 10_000n !== 0n) throw inexact(item, unit, path);
  return quantityText(product / 10_000n);
};

const inexact = (
  { name, unit: own }: Pick<StockedItem, "name" | "unit">,
  unit: string,
  path: string,
) =>
  invalidField(
    path,
    `${name} is counted in ${own}: this many ${unit} are no exact number of it.`,
    "inexact_unit",
  );
