import type { Tx } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { matchesOf } from "./candidates.service.ts";
import { currentList } from "./exclusion-list.service.ts";

const nothing = {
  ...{ doingBusinessAs: null, uei: null, address1: null, city: null, state: null },
  postalCode: null,
};

/**
 * Names that are no vendors' (merchants of cards), compared with the loaded exclusion list as vendors are: the
 * strongest party for each that matches. Empty without a list.
 */
export const excludedNames = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const list = names.length > 0 ? await currentList(tx) : null;
  if (!list) return new Map();
  const asked = names.map((name) => ({ ...nothing, id: name, name }));
  const found = await matchesOf(tx, list.id, asked, businessDate(tx.scope));
  return new Map(
    [...found].flatMap(([name, [first]]) => (first ? [[name, first.party.name] as const] : [])),
  );
};
