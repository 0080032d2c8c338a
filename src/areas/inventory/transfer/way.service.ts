import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { stockLocation } from "../inventory.tables.ts";
import { locationInput } from "../location/location.model.ts";
import type { LocationRecord } from "../location/location.noun.ts";
import { enterLocation, inTurn } from "../location/location.service.ts";
import { apartRefusal } from "../movement/charge.model.ts";

type Ends = { from: LocationRecord; to: LocationRecord };

/**
 * The locations that a transfer goes between. 422 at the field for one that is unknown or out of use, where
 * both are the same or charged otherwise; 409 `on_the_way` for the one of what is on the way itself.
 */
export const endsOf = async (
  tx: Tx,
  { fromLocationId, toLocationId }: { fromLocationId: string; toLocationId: string },
): Promise<Ends> => {
  const [from, to] = await Promise.all([
    findRow(tx, stockLocation, fromLocationId),
    findRow(tx, stockLocation, toLocationId),
  ]);
  const wrong = (field: keyof typeof names, sentence: string, code: string) =>
    invalidField(field, sentence, code);
  const names = { fromLocationId: from, toLocationId: to };
  for (const field of ["fromLocationId", "toLocationId"] as const) {
    const at = names[field];
    if (!at) throw wrong(field, "Choose a location of the stores.", "no_location");
    if (at.role === "transit")
      throw conflict(
        "on_the_way",
        "What is on the way is moved by its transfer: record its arrival there, or call it back.",
      );
    if (at.status === "retired")
      throw wrong(field, `${at.name} is out of use.`, "location_retired");
  }
  if (from!.id === to!.id) throw wrong("toLocationId", "It is there already.", "wrong_ends");
  const why = apartRefusal(from!, to!);
  if (why) throw wrong("toLocationId", why, "charged_apart");
  return { from: from!, to: to! };
};

const freeCode = (codes: readonly string[]): string => {
  const taken = new Set(codes.map((code) => code.toLowerCase()));
  for (let at = 1; ; at += 1) {
    const code = at === 1 ? "TRANSIT" : `TRANSIT-${at}`;
    if (!taken.has(code.toLowerCase())) return code;
  }
};

/**
 * Where what is taken from a location lies while it is on the way: one for all of the agency that is charged
 * alike, made the first time.
 */
export const wayOf = async (tx: Tx, actor: Actor, from: LocationRecord): Promise<string> => {
  await inTurn(tx);
  const there = await tx.maybe<{ id: string }>(sql`
    select id
    from stock_location
    where org_id = ${tx.scope.orgId}
      and role = 'transit'
      and charge_account_id is not distinct from ${from.chargeAccountId}::uuid
    limit 1
  `);
  if (there) return there.id;
  const codes = await tx.rows<{ code: string }>(sql`
    select code
    from stock_location
    where org_id = ${tx.scope.orgId} and code ilike 'transit%'
  `);
  const { placeId, chargeAt, chargeAccountId } = from;
  const code = freeCode(codes.map((one) => one.code));
  const input = { code, name: "On the way", placeId, chargeAt, chargeAccountId };
  return (await enterLocation(tx, actor, locationInput.parse(input), "transit")).id;
};
