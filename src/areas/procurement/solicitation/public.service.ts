import { notFound } from "../../../kernel/errors.ts";
import type { Db } from "../../../server/db/db.ts";
import { join, raw, sql, type Sql } from "../../../server/db/sql.ts";
import { readParts, type Parts } from "./solicitation.list.ts";
import type { Notice } from "./notice.model.ts";

/** Rows of one page of the public list. */
export const pageSize = 25;
const mostCounted = 1000;

export type Sought = { q: string; show: "open" | "closed" | "all"; kind: string; agency: string; code: string; page: number };

// The page is cut before names are added; an agency that publishes nothing (any more) has none, and drops out with its rows.
// The limit stands in the text, so that the kept plan knows how few rows are wanted and reads them in the order of an index.
const listed = (where: Sql, order: Sql, limit: number, offset: number): Sql => sql`select n.id, n.ocid, n.number, n.kind, n.status, n.title, n.summary, o.name as agency, o.slug, d.name as department, n.due_at, n.questions_until, n.published_at, n.updated_at, n.addenda, o.time_zone, n.federal
  from (select * from solicitation_notice n where ${where} order by ${order} limit ${raw(String(Math.trunc(limit)))}${offset > 0 ? sql` offset ${offset}` : raw("")}) n join organization o on o.id = n.org_id join department d on d.org_id = n.org_id and d.id = n.department_id order by ${order}`;
const like = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
const isOpen = sql`n.status in ('published', 'questions_closed')`;

// The planner takes every word for a rare one. A short word leads the others by its own index (it knows how common that is); and where more is found than
// is counted (`common`), the page is read in the order of its index until it is full.
const wordsIn = (q: string, common: boolean): Sql[] => {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6), isShort = (word: string) => [...word].length < 3;
  const text = common || words.some(isShort) ? sql`(n.words || '')` : sql`n.words`;
  return words.map((word) => (isShort(word) && !common ? sql`n.short_parts @> array[lower(${word})] and ${text} ilike ${like(word)}` : sql`${text} ilike ${like(word)}`));
};

const conditions = (sought: Sought, common = false, counted = false): Sql[] => [
  // The statement's own moment can be looked up in an index; the clock, which moves on from row to row, cannot. Counting what is open in a commodity goes by
  // its code alone: nearly all of it is due later, which the planner does not know.
  sought.show === "open" ? sql`${isOpen} and n.due_at > ${counted && sought.code ? sql`clock_timestamp()` : sql`statement_timestamp()`}` : sought.show === "closed" ? sql`n.due_at <= statement_timestamp()` : sql`true`,
  ...wordsIn(sought.q, common),
  ...(sought.kind ? [sql`n.kind = ${sought.kind}`] : []), ...(sought.agency ? [sql`n.org_id = (select id from organization where slug = ${sought.agency})`] : []),
  ...(sought.code ? [sql`n.codes && ${[sought.code.replace(/[^0-9A-Za-z.-]/g, "")]}::text[]`] : []),
];

/** Published solicitations of all agencies: open ones with the nearest deadline first, others newest first. `db` is the public's. */
export const publicSolicitations = async (db: Db, sought: Sought): Promise<{ items: Notice[]; total: number; capped: boolean }> => {
  const page = (common: boolean) => db.rows<Notice>(listed(join(conditions(sought, common), " and "), sought.show === "open" ? sql`n.due_at, n.id` : sql`n.due_at desc, n.id desc`, pageSize, (sought.page - 1) * pageSize));
  const count = db.one<{ n: number }>(sql`select count(*)::int as n from (select 1 from solicitation_notice n where ${join(conditions(sought, false, true), " and ")} limit ${raw(String(mostCounted + 1))}) c`);
  const [{ n }, items] = await Promise.all([count, sought.q ? count.then((c) => page(c.n > mostCounted)) : page(false)]);
  return { items, total: Math.min(n, mostCounted), capped: n > mostCounted };
};

/** What was published last, for feeds. `db` is the public's. */
export const latestNotices = (db: Db, codes: readonly string[] = [], limit = 50): Promise<Notice[]> =>
  db.rows<Notice>(listed(codes.length ? sql`n.codes && ${[...codes]}::text[]` : sql`true`, sql`n.published_at desc, n.id desc`, limit, 0));

const columns = sql`s.id, s.ocid, s.number, s.kind, s.status, s.title, s.summary, o.name as agency, o.slug, d.name as department, s.due_at, s.questions_until, s.published_at, s.updated_at, s.addenda, o.time_zone, s.federal`;
const from = sql`solicitation s join organization o on o.id = s.org_id join department d on d.org_id = s.org_id and d.id = s.department_id`;

export type PublicSolicitation = Notice & Parts & { orgId: string; description: string; protection: "sealed" | "held"; envelopes: number; awardBy: "whole" | "lot" | "item"; priceFormula: "lowest" | "proportional" | "linear" | "qualifications"; prebidAt: string | null; prebidPlace: string; prebidMandatory: boolean; bidBondPercent: string | null; performanceBondPercent: string | null; paymentBondPercent: string | null; setAside: string; localPreferencePercent: string | null; deliverTo: string; contactName: string; contactEmail: string | null; closedAt: string | null; openedAt: string | null; endedReason: string | null; open: boolean };

/** One published solicitation whole, by its id or by agency and number. @throws 404 */
export const publicSolicitation = async (db: Db, which: { id: string } | { slug: string; number: string }): Promise<PublicSolicitation> => {
  const head = await db.maybe<PublicSolicitation>(sql`select ${columns}, s.org_id, s.description, s.protection, s.envelopes, s.award_by, s.price_formula, s.prebid_at, s.prebid_place, s.prebid_mandatory, s.bid_bond_percent, s.performance_bond_percent, s.payment_bond_percent, s.set_aside, s.local_preference_percent, s.deliver_to, s.contact_name, s.contact_email, s.closed_at, s.opened_at, s.ended_reason,
    s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp() as open from ${from} where ${"id" in which ? sql`s.id = ${which.id}` : sql`o.slug = ${which.slug} and s.number = ${which.number}`}`);
  if (!head) throw notFound("solicitation");
  return { ...head, ...(await readParts(db, head.orgId, head.id)) };
};

/** The stored file of a published document. @throws 404 */
export const publicDocument = async (db: Db, id: string, documentId: string): Promise<{ name: string; sha256: string; mediaType: string }> => {
  const file = await db.maybe<{ name: string; sha256: string; mediaType: string }>(sql`select f.name, f.sha256, f.media_type from solicitation_document x join stored_file f on f.org_id = x.org_id and f.id = x.file_id where x.solicitation_id = ${id} and x.id = ${documentId}`);
  if (!file) throw notFound("document");
  return file;
};
