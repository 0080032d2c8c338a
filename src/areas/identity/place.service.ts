import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import type { Client } from "./identity.model.ts";
import { tokenHash } from "./token.service.ts";

/** A place is forgotten when nobody signed in from it for so long. */
const lifeDays = 90;

const addressPlace = (client: Client) => tokenHash(`address:${addressForLimits(client.address)}`);
const browserPlace = (client: Client) =>
  client.browser ? tokenHash(`browser:${client.browser}`) : "";

/** Whether the person has signed in from this network address, or with this very browser. */
export type Known = { address: boolean; browser: boolean };

/** What of the client's place is known for the account of an email address; nothing for an unknown one. */
export const knownPlace = (db: Db, email: string, client: Client): Promise<Known> =>
  db.one<Known>(sql`
    select
      coalesce(bool_or(w.place = ${addressPlace(client)}), false) as address,
      coalesce(bool_or(w.place = ${browserPlace(client)}), false) as browser
    from person p
    join sign_in_place w on w.person_id = p.id
    where p.email = ${email}
      and w.place in (${addressPlace(client)}, ${browserPlace(client)})
      and w.seen_at > clock_timestamp() - make_interval(days => ${lifeDays})
  `);

/**
 * What attempts are counted by: a browser that the person has signed in with counts by itself, so
 * that nobody at the same address uses its attempts up.
 */
export const countedBy = (client: Client, known: Known): string =>
  known.browser ? `browser ${browserPlace(client)}` : addressForLimits(client.address);

/**
 * Remembers from where a person signed in. True where they never used this device before: their
 * browser, where it names itself, else the network address.
 */
export const rememberPlace = async (db: Db, personId: string, client: Client): Promise<boolean> => {
  const device = browserPlace(client) || addressPlace(client);
  let fresh = false;
  for (const place of [addressPlace(client), browserPlace(client)].filter(Boolean).sort()) {
    const kept = await db.one<{ made: boolean }>(sql`
      insert into sign_in_place (person_id, place)
      values (${personId}, ${place})
      on conflict (person_id, place)
      do update set seen_at = clock_timestamp()
      returning (xmax = 0) as made
    `);
    if (place === device) fresh = kept.made;
  }
  return fresh;
};

/** Forgets every place of a person: whoever knew the old password is nobody's acquaintance. */
export const forgetPlaces = (db: Db, personId: string): Promise<unknown> =>
  db.rows(sql`delete from sign_in_place where person_id = ${personId}`);

/** Removes places where nobody signed in for long. */
export const forgetOldPlaces = (db: Db): Promise<unknown> =>
  db.rows(sql`
    delete from sign_in_place
    where seen_at < clock_timestamp() - make_interval(days => ${lifeDays})
  `);
