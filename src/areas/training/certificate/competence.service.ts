import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Competence } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Best = { holderId: string; code: string; validUntil: Day | null };

/** The best verified certificate of each person and code that began by a day: the one that ends last. */
const bestOf = (
  db: Db,
  people: readonly string[],
  codes: readonly string[] | null,
  on: Day,
): Promise<Best[]> =>
  db.rows<Best>(sql`
    select distinct on (holder_id, code) holder_id, code, valid_until
    from person_certificate
    where org_id = ${db.scope.orgId}
      and status = 'valid'
      and valid_from <= ${on}
      and holder_id = any(${[...people]}::uuid[])
      and (
        ${codes ? [...codes] : null}::text[] is null
        or code = any(${codes ? [...codes] : null}::text[])
      )
    order by holder_id, code, valid_until desc nulls first
  `);

/** How people stand to codes on a day, for every area that asks. */
export const competencesOf = async (
  db: Db,
  people: readonly string[],
  codes: readonly string[],
  on: Day = businessDate(db.scope),
): Promise<ReadonlyMap<string, readonly Competence[]>> => {
  const found = new Map(
    (await bestOf(db, people, codes, on)).map((one) => [`${one.holderId} ${one.code}`, one]),
  );
  return new Map(
    people.map((id) => [
      id,
      codes.map((code): Competence => {
        const best = found.get(`${id} ${code}`);
        if (!best) return { code, state: "missing", until: null };
        const held = best.validUntil === null || best.validUntil >= on;
        return { code, state: held ? "held" : "expired", until: best.validUntil };
      }),
    ]),
  );
};
