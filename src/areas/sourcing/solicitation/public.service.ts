import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";
import { readParts, type Parts } from "./solicitation.list.ts";
import type { Notice } from "./notice.model.ts";

/** Rows of one page of the public list. */
export const pageSize = 25;
const mostCounted = 1000;

export type Sought = {
  q: string;
  show: "open" | "closed" | "all";
  kind: string;
  agency: string;
  code: string;
  page: number;
};

// The page is cut before names are added; an agency that publishes nothing (any more) has none, and
// drops out with its rows.
const named = (cut: Sql, order: Sql): Sql => sql`
  select
    n.id, n.ocid, n.number, n.kind, n.status, n.title, n.summary, o.name as agency, o.slug,
    d.name as department, n.due_at, n.questions_until, n.published_at, n.updated_at, n.addenda,
    o.time_zone, n.federal
  from (${cut}) n
  join organization o on o.id = n.org_id
  join department d on d.org_id = n.org_id and d.id = n.department_id
  order by ${order}
`;
// The limit stands in the text, so that the kept plan knows how few rows are wanted and reads them
// in the order of an index.
const cutBy = (limit: number, offset: number): Sql => sql`
  limit ${raw(String(Math.trunc(limit)))}${offset > 0 ? sql` offset ${offset}` : raw("")}
`;
const listed = (
  from: Sql,
  where: Sql,
  inner: Sql,
  order: Sql,
  limit: number,
  offset: number,
): Sql =>
  named(
    sql`select n.* from ${from} where ${where} order by ${inner} ${cutBy(limit, offset)}`,
    order,
  );
const like = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

// `words` are in small letters. The planner takes every word for a rare one. A short word leads the
// others by its own index (it knows how common that is); and where more is found than
// is counted (`common`), the page is read in the order of its index until it is full.
const wordsIn = (q: string, common: boolean): Sql[] => {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
  const isShort = (word: string) => [...word].length < 3;
  const text = common || words.some(isShort) ? sql`(n.words || '')` : sql`n.words`;
  return words.map((word) =>
    isShort(word) && !common
      ? sql`n.short_parts @> array[lower(${word})] and ${text} like lower(${like(word)})`
      : sql`${text} like lower(${like(word)})`,
  );
};

// What is sought by the beginning of a commodity code is read in the order of the deadline from its
// own table (`c`), and counted there alone where nothing else is asked.
const byCode = sql`
  solicitation_notice_code c
  join solicitation_notice n on n.org_id = c.org_id and n.id = c.notice_id
`;

const shown = (sought: Sought): Sql[] => {
  const due = sought.code ? sql`c.due_at` : sql`n.due_at`;
  const isOpen = sought.code ? sql`c.is_open` : sql`n.status in ('published', 'questions_closed')`;
  // The statement's own moment can be looked up in an index; the clock, which moves on from row to
  // row, cannot.
  const when =
    sought.show === "open"
      ? [sql`${isOpen} and ${due} > statement_timestamp()`]
      : sought.show === "closed"
        ? [sql`${due} <= statement_timestamp()`]
        : [];
  return [
    ...when,
    ...(sought.code ? [sql`c.code = ${sought.code.replace(/[^0-9A-Za-z.-]/g, "")}`] : []),
  ];
};
const narrowed = (sought: Sought, common: boolean): Sql[] => [
  ...wordsIn(sought.q, common),
  ...(sought.kind ? [sql`n.kind = ${sought.kind}`] : []),
  ...(sought.agency
    ? [sql`n.org_id = (select id from organization where slug = ${sought.agency})`]
    : []),
];
const all = (conditions: readonly Sql[]) =>
  conditions.length ? join(conditions, " and ") : sql`true`;

const foundIn = (table: Sql, where: Sql, most: Sql) => sql`
  with found as materialized (
    select n.org_id, n.id, n.due_at
    from ${table}
    where ${where}
    limit ${most}
  )
`;

const cutOfFound = (order: (at: Sql, key: Sql) => Sql, offset: number) => sql`
  select n.*
  from (
    select org_id, id
    from found
    order by ${order(sql`due_at`, sql`id`)} ${cutBy(pageSize, offset)}
  ) f
  join solicitation_notice n on n.org_id = f.org_id and n.id = f.id
`;

/**
 * Published solicitations of all agencies: open ones with the nearest deadline first, others newest
 * first. `db` is the public's.
 */
export const publicSolicitations = async (
  db: Db,
  sought: Sought,
): Promise<{ items: Notice[]; total: number; capped: boolean }> => {
  const [due, id] = sought.code ? [sql`c.due_at`, sql`c.notice_id`] : [sql`n.due_at`, sql`n.id`];
  const table = sought.code ? byCode : sql`solicitation_notice n`;
  const order = (at: Sql, key: Sql) =>
    sought.show === "open" ? sql`${at}, ${key}` : sql`${at} desc, ${key} desc`;
  const offset = (sought.page - 1) * pageSize;
  const page = (common: boolean) =>
    db.rows<Notice>(
      listed(
        table,
        all([...shown(sought), ...narrowed(sought, common)]),
        order(due, id),
        order(sql`n.due_at`, sql`n.id`),
        pageSize,
        offset,
      ),
    );
  const narrow = narrowed(sought, false);
  const where = all([...shown(sought), ...narrow]);
  const most = raw(String(mostCounted + 1));
  const answer = (n: number, items: Notice[]) => ({
    items,
    total: Math.min(n, mostCounted),
    capped: n > mostCounted,
  });
  if (sought.q) {
    // What a search found is counted and cut in one: it reads every match.
    const found = foundIn(table, where, most);
    const cut = cutOfFound(order, offset);
    const rows = await db.rows<Notice & { found: number }>(sql`
      ${found}
      select t.found, p.*
      from (select count(*)::int as found from found) t
      left join (${named(cut, order(sql`n.due_at`, sql`n.id`))}) p on true
      order by ${order(sql`p.due_at`, sql`p.id`)}
    `);
    const n = rows[0]!.found;
    return answer(
      n,
      n > mostCounted
        ? await page(true)
        : rows.filter((row) => row.id).map(({ found: _found, ...row }) => row),
    );
  }
  const countedIn = sought.code && narrow.length === 0 ? sql`solicitation_notice_code c` : table;
  const [{ n }, items] = await Promise.all([
    db.one<{ n: number }>(sql`
      select count(*)::int as n
      from (select 1 from ${countedIn} where ${where} limit ${most}) c
    `),
    page(false),
  ]);
  return answer(n, items);
};

// The latest of each code first, then of all: as many rows are read as there are codes times the
// limit, however much was ever published.
const latestByCode = (codes: readonly string[], limit: number): Sql => sql`
  select n.*
  from (
    select distinct c.org_id, c.notice_id, c.published_at
    from unnest(${[...codes]}::text[]) as k
    cross join lateral (
      select *
      from solicitation_notice_code
      where code = k
      order by published_at desc, notice_id desc ${cutBy(limit, 0)}
    ) c
    order by c.published_at desc, c.notice_id desc ${cutBy(limit, 0)}
  ) f
  join solicitation_notice n on n.org_id = f.org_id and n.id = f.notice_id
`;

/** What was published last, for feeds. `db` is the public's. */
export const latestNotices = (
  db: Db,
  codes: readonly string[] = [],
  limit = 50,
): Promise<Notice[]> => {
  const order = sql`n.published_at desc, n.id desc`;
  return db.rows<Notice>(
    codes.length
      ? named(latestByCode(codes, limit), order)
      : listed(sql`solicitation_notice n`, sql`true`, order, order, limit, 0),
  );
};

const columns = sql`
  
    s.id, s.ocid, s.number, s.kind, s.status, s.title, s.summary, o.name as agency, o.slug,
    d.name as department, s.due_at, s.questions_until, s.published_at, s.updated_at, s.addenda,
    o.time_zone, s.federal
`;
const from = sql`
  solicitation s
  join organization o on o.id = s.org_id
  join department d on d.org_id = s.org_id and d.id = s.department_id
`;

export type PublicSolicitation = Notice &
  Parts & {
    orgId: string;
    description: string;
    protection: "sealed" | "held";
    envelopes: number;
    awardBy: "whole" | "lot" | "item";
    priceFormula: "lowest" | "proportional" | "linear" | "qualifications";
    prebidAt: Instant | null;
    prebidPlace: string;
    prebidMandatory: boolean;
    bidBondPercent: string | null;
    performanceBondPercent: string | null;
    paymentBondPercent: string | null;
    setAside: string;
    localPreferencePercent: string | null;
    deliverTo: string;
    contactName: string;
    contactEmail: string | null;
    closedAt: string | null;
    openedAt: string | null;
    endedReason: string | null;
    open: boolean;
  };

/** One published solicitation whole, by its id or by agency and number. @throws 404 */
export const publicSolicitation = async (
  db: Db,
  which: { id: string } | { slug: string; number: string },
): Promise<PublicSolicitation> => {
  const wanted =
    "id" in which
      ? sql`s.id = ${which.id}`
      : sql`o.slug = ${which.slug} and s.number = ${which.number}`;
  const head = await db.maybe<
    Omit<PublicSolicitation, keyof Awaited<ReturnType<typeof readParts>>>
  >(sql`
    select
      ${columns}, s.org_id, s.description, s.protection, s.envelopes, s.award_by, s.price_formula,
      s.prebid_at, s.prebid_place, s.prebid_mandatory, s.bid_bond_percent,
      s.performance_bond_percent, s.payment_bond_percent, s.set_aside, s.local_preference_percent,
      s.deliver_to, s.contact_name, s.contact_email, s.closed_at, s.opened_at, s.ended_reason,
      s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp() as open
    from ${from}
    where ${wanted}
  `);
  if (!head) throw notFound("solicitation");
  return { ...head, ...(await readParts(db, head.orgId, head.id)) };
};

/** The stored file of a published document. @throws 404 */
export const publicDocument = async (
  db: Db,
  id: string,
  documentId: string,
): Promise<{ name: string; sha256: string; mediaType: string }> => {
  const file = await db.maybe<{ name: string; sha256: string; mediaType: string }>(sql`
    select f.name, f.sha256, f.media_type
    from solicitation_document x
    join stored_file f on f.org_id = x.org_id and f.id = x.file_id
    where x.solicitation_id = ${id} and x.id = ${documentId}
  `);
  if (!file) throw notFound("document");
  return file;
};
