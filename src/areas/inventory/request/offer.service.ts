import { quantityText } from "#kernel/quantity.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { keepsStores } from "../location/stores.service.ts";
import { freeOf, shelfRefusal } from "../movement/pick.model.ts";
import type { StockOffer } from "./request.model.ts";

type Found = Pick<StockOffer, "id" | "number" | "name" | "unit">;

// Items of the commodity, and those whose names have every word of three letters or more that was typed.
const itemsLike = (db: Db, commodity: string, words: readonly string[]): Promise<Found[]> =>
  db.rows<Found>(sql`
    select i.id, i.number, i.name, i.unit
    from stock_item i
    where i.org_id = ${db.scope.orgId}
      and i.status = 'active'
      and (
        (${commodity} <> '' and i.commodity_code = ${commodity})
        or (
          ${words.length > 0}::boolean
          and not exists (
            select
            from unnest(${[...words]}::text[]) w(word)
            where strpos(lower(i.name), w.word) = 0
          )
        )
      )
    order by i.name, i.id
    limit 100
  `);

const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}/-]+/u))]
    .filter((word) => word.length > 2)
    .slice(0, 8);

/**
 * What the stores have free of what is described by words or a commodity, most of it first: at most five
 * items. Nothing for an agency without stores, which pays no statement for it.
 */
export const stockOffers = async (
  db: Db,
  asked: { description: string; commodity: string },
): Promise<StockOffer[]> => {
  const words = wordsOf(asked.description);
  if ((words.length === 0 && !asked.commodity) || !(await keepsStores(db))) return [];
  const items = await itemsLike(db, asked.commodity, words);
  const today = businessDate(db.scope);
  const shelves = (
    await shelvesOf(
      db,
      items.map(({ id }) => id),
    )
  ).filter((shelf) => shelfRefusal(shelf, today) === null && freeOf(shelf) > 0n);
  const isNamed = ({ name }: Found) => words.every((word) => name.toLowerCase().includes(word));
  return items
    .flatMap((item) => {
      const own = shelves
        .filter(({ itemId }) => itemId === item.id)
        .toSorted((a, b) => Number(freeOf(b) - freeOf(a)));
      if (own.length === 0) return [];
      const free = own.reduce((sum, shelf) => sum + freeOf(shelf), 0n);
      const places = [...new Set(own.map(({ location }) => location))].slice(0, 3);
      return [{ ...item, free: quantityText(free), places }];
    })
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, 5);
};
