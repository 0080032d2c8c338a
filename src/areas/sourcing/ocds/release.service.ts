import { extensionPoint } from "#server/area.ts";
import { newId } from "#kernel/ids.ts";
import { readConfig } from "#server/config.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Heard } from "../solicitation/publication.service.ts";
import { readParts } from "../solicitation/solicitation.list.ts";
import type { SolicitationRecord } from "../solicitation/solicitation.noun.ts";
import {
  noOutcome,
  releaseOf,
  type Outcome,
  type ReleaseSource,
  type Schemes,
} from "./release.model.ts";

type Teller = (tx: Tx, row: SolicitationRecord) => Promise<Partial<Outcome>>;
const tellers: Teller[] = [];

/**
 * Adds bidders, awards or contracts to releases; called by the nouns that own them when the server
 * starts. What is not public yet they leave out.
 */
export const releaseOutcomes = extensionPoint<Teller>(
  "outcomes in OCDS releases",
  (teller) => void tellers.push(teller),
  { required: true },
);

const outcomeOf = async (tx: Tx, row: SolicitationRecord): Promise<Outcome> => {
  const told = await Promise.all(tellers.map((tell) => tell(tx, row)));
  return {
    ...noOutcome,
    ...Object.assign({}, ...told),
    contracts: told.flatMap((each) => each.contracts ?? []),
  };
};

// Six digits are NAICS where the agency has not said otherwise; its own codes are in no list that
// others know.
const schemesOf = async (
  db: Db,
  orgId: string,
  items: readonly { commodityCode: string | null }[],
): Promise<Schemes> => {
  const codes = [...new Set(items.flatMap((i) => i.commodityCode ?? []))];
  const known =
    codes.length > 0
      ? await db.rows<{ code: string; scheme: string }>(sql`
        select code, scheme
        from commodity
        where org_id = ${orgId} and code = any(${codes}::text[])
      `)
      : [];
  const own = new Map(known.map((k) => [k.code, k.scheme]));
  return new Map(
    codes.flatMap((code) => {
      const scheme = own.get(code) ?? (/^\d{6}$/.test(code) ? "NAICS" : "OWN");
      return scheme === "OWN" ? [] : [[code, scheme] as const];
    }),
  );
};

const sourceOf = async (db: Db, row: SolicitationRecord): Promise<ReleaseSource> => {
  const [parts, names] = await Promise.all([
    readParts(db, row.orgId, row.id),
    db.one<{ agency: string; currency: string; department: string }>(sql`
      select o.name as agency, o.currency, d.name as department
      from organization o
      join department d on d.org_id = o.id and d.id = ${row.departmentId}
      where o.id = ${row.orgId}
    `),
  ]);
  return {
    ...row,
    ...names,
    ...parts,
    schemes: await schemesOf(db, row.orgId, parts.items),
    agencyId: row.orgId,
    ocid: row.ocid!,
    publishedAt: row.publishedAt!,
    dueAt: row.dueAt!,
    origin: readConfig().origin,
  };
};

/**
 * Keeps an OCDS release for every public event of a solicitation, in the transaction of the event.
 * Solicitations for invited vendors alone are published once they are decided, and not before.
 */
export const keepRelease: Heard = async (tx, _actor, row, event) => {
  const [{ n, at }, source, outcome] = await Promise.all([
    tx.one<{ n: number; at: string }>(sql`
      select
        coalesce(max(release_no), 0)::int + 1 as n,
        date_trunc('milliseconds', clock_timestamp()) as at
      from ocds_release
      where org_id = ${row.orgId} and solicitation_id = ${row.id}
    `),
    sourceOf(tx, row),
    outcomeOf(tx, row),
  ]);
  const release = releaseOf(source, outcome, event, n, at);
  await tx.rows(sql`
    insert into ocds_release (org_id, id, solicitation_id, release_no, tag, released_at, release)
    values (
      ${row.orgId}, ${newId()}, ${row.id}, ${n}, ${release.tag as string[]}, ${at},
      ${JSON.stringify(release)}::jsonb
    )
  `);
};

export type StoredRelease = {
  ocid: string;
  releasedAt: string;
  release: Record<string, unknown>;
  agency: string;
  id: string;
};

/**
 * Published releases since an instant, oldest first, at most `limit`; `after` goes on behind one.
 * `db` is the public's.
 */
export const listReleases = (
  db: Db,
  since: string | null,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<StoredRelease[]> =>
  db.rows<StoredRelease>(sql`
    select r.id, s.ocid, r.released_at, r.release, o.name as agency
    from ocds_release r
    join solicitation s on s.org_id = r.org_id and s.id = r.solicitation_id
    join organization o on o.id = r.org_id
    where (${since}::timestamptz is null or r.released_at >= ${since})
      and (
        ${after?.at ?? null}::timestamptz is null
        or (r.released_at, r.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by r.released_at, r.id
    limit ${limit}
  `);

/**
 * The releases of one process in order; empty for one that is not published. `db` is the public's.
 */
export const releasesOfProcess = (db: Db, ocid: string): Promise<StoredRelease[]> =>
  db.rows<StoredRelease>(sql`
    select r.id, s.ocid, r.released_at, r.release, o.name as agency
    from ocds_release r
    join solicitation s on s.org_id = r.org_id and s.id = r.solicitation_id
    join organization o on o.id = r.org_id
    where s.ocid = ${ocid}
    order by r.release_no
  `);
