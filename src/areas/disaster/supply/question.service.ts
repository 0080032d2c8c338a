import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { vendorOfOrders } from "#areas/procurement/procurement.server.ts";
import { agenciesOf, type VendorReference } from "#areas/vendors/vendors.server.ts";
import type { VendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { queueMail } from "#server/mail/mail.ts";
import { supplyQuestion } from "../incident/incident.tables.ts";
import { supplyAnswers, type SupplyAnswer } from "./question.labels.ts";
import { supplyQuestionLetter } from "./question.letters.ts";
import type { AskedVendor } from "./supply.model.ts";
import { supplyNow } from "./supply.service.ts";

/** So long a question stays open, in milliseconds; one vendor is asked once in that time. */
const openFor = 3 * 86_400_000;

const pathOf = (orgId: string, id: string): string =>
  `/api/v1/public/deliveries/${tokenOf("supply-question", { orgId, id })}`;

const askOne = async (
  tx: Tx,
  actor: Actor,
  vendor: { id: string; alertId: string; headline: string },
  orders: readonly { id: string; number: string; title: string }[],
) => {
  const now = businessNow(tx.scope).getTime();
  const row = await insertRow(tx, supplyQuestion, {
    orgId: tx.scope.orgId!,
    id: newId(),
    vendorId: vendor.id,
    alertId: vendor.alertId,
    orderIds: orders.map((order) => order.id),
    orders: orders.map((order) => `${order.number} ${order.title}`).join("; "),
    askedBy: actor.personId!,
    askedAt: new Date(now).toISOString(),
    endsAt: new Date(now + openFor).toISOString(),
  });
  note(tx, actor, "supplyQuestion", row.id, { action: "ask", after: row, event: null });
  const { name, email } = await vendorOfOrders(tx, vendor.id);
  if (!email) return false;
  const path = pathOf(row.orgId, row.id);
  await queueMail(tx, {
    ...supplyQuestionLetter({ vendor: name, warning: vendor.headline, orders: row.orders, path }),
    orgId: row.orgId,
    to: email,
    replyTo: { personId: actor.personId! },
  });
  return true;
};

/**
 * Asks every vendor with open orders that a warning touches now whether it can deliver them, by
 * mail and in its portal. Who was asked within three days is not asked again. Gives how many were
 * asked, and how many of them have no address. 409 where nobody is left to ask.
 */
export const askVendors = async (
  tx: Tx,
  actor: Actor,
): Promise<{ asked: number; without: number }> => {
  const { touched } = await supplyNow(tx, actor, businessDate(tx.scope));
  const first = new Map(
    touched
      .toReversed()
      .map(({ vendorId, alertId, headline }) => [vendorId, { id: vendorId, alertId, headline }]),
  );
  // Two who press at once: the second one waits, and finds them asked.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`supply ${tx.scope.orgId}`}))`);
  const lately = await tx.rows<{ vendorId: string }>(sql`
    select vendor_id
    from supply_question
    where org_id = ${tx.scope.orgId} and ends_at > clock_timestamp()
  `);
  for (const { vendorId } of lately) first.delete(vendorId);
  if (first.size === 0)
    throw conflict("nobody_to_ask", "No vendor with open orders is inside a warning unasked.");
  let without = 0;
  for (const vendor of first.values()) {
    const orders = touched.filter((order) => order.vendorId === vendor.id);
    if (!(await askOne(tx, actor, vendor, orders))) without++;
  }
  return { asked: first.size, without };
};

type Question = {
  id: string;
  vendorId: string;
  vendor: string;
  orders: string;
  askedBy: string;
  answer: SupplyAnswer | null;
  over: boolean;
};
/** A question by its id. 404. */
export const questionOf = async (db: Db, id: string): Promise<Question> => {
  const row = await db.maybe<Question>(sql`
    select
      q.id, q.vendor_id, v.name as vendor, q.orders, q.asked_by, q.answer,
      q.ends_at < clock_timestamp() as over
    from supply_question q
    join vendor v on v.org_id = q.org_id and v.id = q.vendor_id
    where q.org_id = ${db.scope.orgId} and q.id = ${id}
  `);
  if (!row) throw notFound("question");
  return row;
};

/**
 * The vendor answers, or staff write down what it said on the phone. A later answer replaces an
 * earlier one while the question is open; who asked is told. 409 once it is over.
 */
export const answerQuestion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answer: SupplyAnswer,
): Promise<{ id: string }> => {
  const before = await questionOf(tx, id);
  if (before.over) throw conflict("question_over", "This question is over. Please call the buyer.");
  if (before.answer === answer) return { id };
  await tx.rows(sql`
    update supply_question
    set answer = ${answer}, answered_at = ${businessNow(tx.scope).toISOString()}
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "supplyQuestion", id, {
    action: "answer",
    before,
    after: { ...before, answer },
    event: null,
  });
  notify(tx, [before.askedBy], {
    kind: "supply.answered",
    title: `${before.vendor}: ${supplyAnswers[answer]}`,
    body: before.orders.slice(0, 1000),
    link: "/supply-chain-command-center",
  });
  return { id };
};

/** Who was asked in the last thirty days, and what they said. */
export const askedVendors = (db: Db): Promise<AskedVendor[]> =>
  db.rows<AskedVendor>(sql`
    select
      q.id, q.vendor_id, v.name as vendor, q.orders, q.asked_at, q.answer, q.answered_at,
      q.ends_at < clock_timestamp() as over
    from supply_question q
    join vendor v on v.org_id = q.org_id and v.id = q.vendor_id
    where q.org_id = ${db.scope.orgId} and q.asked_at > clock_timestamp() - interval '30 days'
    order by q.asked_at desc, v.name
    limit 200
  `);

/** Questions that a vendor has not answered wait on the start page of its portal. */
export const questionsWaiting: VendorWaits = async (side) => {
  const open = await side.rows<{ orgId: string; id: string; orders: string; endsAt: Instant }>(sql`
    select org_id, id, orders, ends_at
    from supply_question
    where answer is null and ends_at > clock_timestamp()
    order by ends_at
    limit 20
  `);
  if (open.length === 0) return [];
  const names = new Map((await agenciesOf(side)).map((each) => [each.orgId, each.agency]));
  return open.map(({ orgId, id, orders, endsAt }) => ({
    kind: "question",
    title: "Can you deliver?",
    detail: orders,
    at: endsAt,
    href: `${pathOf(orgId, id)}/which`,
    urgent: true,
    agency: names.get(orgId) ?? "",
  }));
};

/** What was asked stays with the vendor's record of then. */
export const questionReference: VendorReference = {
  table: supplyQuestion,
  rule: "stays",
  label: "Questions about deliveries",
  why: "They were put to the record of then.",
};
