/** Where something lies: one row of the balances. */
export type Place = { itemId: string; locationId: string; lotId: string | null; fundId: string };

/** A place and what it gains or loses, in decimal text of the item's unit. */
export type PlaceChange = Place & { by: string };
