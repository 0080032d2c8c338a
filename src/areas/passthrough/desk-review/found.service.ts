import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { awardNamed } from "#areas/grants/grants.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { deskReview, subaward } from "../passthrough.tables.ts";

type Line = { payee: string; description: string; cents: number; questioned: number; note: string };

const criteria =
  "Costs charged to a federal award are necessary, reasonable and adequately documented.\n2 CFR 200.403(a), (g)";

const unsupported = (db: Db, reviewId: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select c.payee, c.description, c.cents, l.questioned, l.note
    from desk_review_line l
    join subaward_cost c on c.org_id = l.org_id and c.id = l.cost_id
    where l.org_id = ${db.scope.orgId} and l.review_id = ${reviewId} and l.result = 'not_supported'
    order by l.place
  `);

const wordsOf = ({ payee, description, cents, note }: Line): string =>
  `${payee}${description && `, ${description}`}, ${formatCents(cents)}: ${note}`;

/**
 * What a finished desk review tells of a finding that an auditor takes over from it: the costs that were
 * not supported, and what is questioned of them as known questioned costs of the award (2 CFR 200.516(a)(4)).
 * 404 for whom it is not; 409 while it is not done, or where everything was supported.
 */
export const deskReviewFound = async (db: Db, actor: Actor, id: string) => {
  if (!actor.permissions.has("subaward.read")) throw notFound("desk review");
  const review = await getRow(db, deskReview, id, "desk review");
  if (!review.doneOn) throw conflict("rule", `${review.number} is not done yet.`);
  const lines = await unsupported(db, id);
  if (lines.length === 0)
    throw conflict("rule", `${review.number} found every drawn cost supported.`);
  const of = await getRow(db, subaward, review.subawardId, "subaward");
  const [award, vendors, { drawn }] = await Promise.all([
    awardNamed(db, of.awardId),
    vendorsNamed(db, [of.vendorId]),
    db.one<{ drawn: number }>(sql`
      select count(*)::int as drawn
      from desk_review_line
      where org_id = ${db.scope.orgId} and review_id = ${id}
    `),
  ]);
  const cents = lines.reduce((sum, line) => sum + line.questioned, 0);
  const head = `${counted(lines.length, "cost")} of ${drawn} drawn not supported.`;
  return {
    number: review.number,
    title: `Costs of ${vendors.get(of.vendorId)} that are not supported (${of.number})`,
    criteria,
    condition: [head, ...lines.map(wordsOf), review.conclusion].filter(Boolean).join("\n"),
    questioned: cents > 0 ? [{ award: award.listing, known: cents, likely: cents }] : [],
    foundOn: review.doneOn,
    // Whoever looked at the costs does not answer for them.
    responderId: of.ownerId === review.doneBy ? null : of.ownerId,
    from: { type: "subaward", id: review.subawardId },
  };
};
