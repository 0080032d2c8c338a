import { notFound } from "../../../kernel/errors.ts";
import type { Db } from "../../../server/db/db.ts";
import { join, sql, type Sql } from "../../../server/db/sql.ts";
import { readParts, type Parts } from "./solicitation.list.ts";
import type { Notice } from "./notice.model.ts";

/** Rows of one page of the public list. */
export const pageSize = 25;
const mostCounted = 1000;

export type Sought = { q: string; show: "open" | "closed" | "all"; kind: string; agency: string; code: string; page: number };

const columns = sql`s.id, s.ocid, s.number, s.kind, s.status, s.title, s.summary, o.name as agency, o.slug, d.name as department, s.due_at, s.questions_until, s.published_at, s.updated_at, s.addenda, o.time_zone, s.federal`;
const from = sql`solicitation s join organization o on o.id = s.org_id join department d on d.org_id = s.org_id and d.id = s.department_id`;
const like = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

const conditions = (sought: Sought): Sql[] => [
  sql`s.published_at is not null and s.status not in ('draft', 'review') and not s.invited_only`,
  ...(sought.show === "open" ? [sql`s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp()`] : sought.show === "closed" ? [sql`s.due_at <= clock_timestamp()`] : []),
  ...sought.q.split(/\s+/).filter(Boolean).slice(0, 6).map((word) => sql`(s.number || ' ' || s.title || ' ' || s.summary) ilike ${like(word)}`),
  ...(sought.kind ? [sql`s.kind = ${sought.kind}`] : []), ...(sought.agency ? [sql`o.slug = ${sought.agency}`] : []),
  ...(sought.code ? [sql`(s.org_id, s.id) in (select i.org_id, i.solicitation_id from solicitation_item i where i.commodity_code like ${`${sought.code.replace(/[^0-9A-Za-z]/g, "")}%`})`] : []),
];

/** Published solicitations of all agencies: open ones with the nearest deadline first, others newest first. `db` is the public's. */
export const publicSolicitations = async (db: Db, sought: Sought): Promise<{ items: Notice[]; total: number; capped: boolean }> => {
  const where = join(conditions(sought), " and ");
  const [items, { n }] = await Promise.all([
    db.rows<Notice>(sql`select ${columns} from ${from} where ${where} order by ${sought.show === "open" ? sql`s.due_at, s.id` : sql`s.due_at desc nulls first, s.id desc nulls first`} limit ${pageSize} offset ${(sought.page - 1) * pageSize}`),
    db.one<{ n: number }>(sql`select count(*)::int as n from (select 1 from ${from} where ${where} limit ${mostCounted + 1}) c`),
  ]);
  return { items, total: Math.min(n, mostCounted), capped: n > mostCounted };
};

/** What was published or changed last, for feeds. `db` is the public's. */
export const latestNotices = (db: Db, codes: readonly string[] = [], limit = 50): Promise<Notice[]> =>
  db.rows<Notice>(sql`select ${columns} from ${from} where s.published_at is not null and s.status not in ('draft', 'review') and not s.invited_only ${codes.length ? sql`and exists (select 1 from solicitation_item i where i.org_id = s.org_id and i.solicitation_id = s.id and i.commodity_code like any(${codes.map((c) => `${c}%`)}::text[]))` : sql``} order by s.published_at desc nulls first, s.id desc nulls first limit ${limit}`);

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
