import { counted } from "#kernel/words.ts";
import { sql } from "#server/db/sql.ts";
import { keyStore } from "#server/keystore.ts";
import type { Invariant } from "#server/operation/checking.ts";
import { sealScope } from "./bid/under-seal.service.ts";

type Sealed = { number: string; id: string; envelopes: string[] };

/** As many are asked of the key store at once. */
const atOnce = 2_000;

const lackingOf = async (ids: readonly string[]) => {
  const found = { unknown: 0, erased: 0 };
  for (let from = 0; from < ids.length; from += atOnce) {
    const { unknown, erased } = await keyStore().lacking(ids.slice(from, from + atOnce));
    found.unknown += unknown.length;
    found.erased += erased.length;
  }
  return found;
};

/**
 * A database and a key store of two days do not fit: bids of after the key store's copy have no part in
 * it, and of those withdrawn after the database's backup the part is gone. Says how many of which
 * solicitation, never whose.
 */
export const partsRule: Invariant = {
  name: "bids.parts",
  label: "Sealed bids have their part in the key store",
  area: "sourcing",
  what: "Every bid under seal has its part of the key in the key store.",
  todo: "After a restore bring back the newest copy of the key store. Where there is none, extend the solicitation and ask for the bids again.",
  check: async ({ app, actor }) => {
    const sealed = await app.database.read(sealScope(actor.orgId!)).rows<Sealed>(sql`
      select s.id, s.number, array_agg(e.id order by e.id) as envelopes
      from bid_envelope e
      join bid b on b.org_id = e.org_id and b.id = e.bid_id
      join solicitation s on s.org_id = b.org_id and s.id = b.solicitation_id
      where e.org_id = ${actor.orgId} and e.state = 'sealed' and b.status = 'submitted'
      group by s.id, s.number
      order by s.number
      limit 1000
    `);
    // Whether it answers is the machine's matter; a rehearsal beside has none.
    if (sealed.length === 0 || !(await keyStoreAnswers())) return [];
    const found = [];
    for (const { id, number, envelopes } of sealed) {
      const { unknown, erased } = await lackingOf(envelopes);
      if (unknown)
        found.push({
          sentence: `${number}: the key store holds no part of ${counted(unknown, "sealed envelope")}; its copy is older than they are.`,
          link: `/rfq-builder/${id}`,
        });
      if (erased)
        found.push({
          sentence: `${number}: the parts of ${counted(erased, "sealed envelope")} were erased: these bids were withdrawn or replaced after the database's backup.`,
          link: `/rfq-builder/${id}`,
        });
    }
    return found;
  },
};

const keyStoreAnswers = async (): Promise<boolean> => {
  try {
    await keyStore().status();
    return true;
  } catch {
    return false;
  }
};
