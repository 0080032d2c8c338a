import type { Db } from "#server/db/db.ts";

/** How much of an item lies in the stores, in its unit, as decimal text; nothing is booked yet. */
export const onHandOf = async (_db: Db, _itemId: string): Promise<string> => "0";
