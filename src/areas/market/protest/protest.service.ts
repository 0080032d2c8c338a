import { dayAfter } from "#kernel/holidays.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { getRow, insertNumbered, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type Noun, type StepAt } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { moveSolicitation, endSolicitation } from "#areas/sourcing/sourcing.server.ts";
import { protestLetter } from "./letters.service.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import {
  asSystem,
  awardNoun,
  evaluateAgain,
  award,
  endOfDay,
  protestPolicy,
} from "#areas/evaluation/evaluation.server.ts";
import type { ProtestStatus, Remedy } from "./protest.labels.ts";
import {
  protestCycle,
  type FilingInput,
  type ProtestAction,
  type ProtestFacts,
} from "./protest.model.ts";
import { protest } from "./protest.tables.ts";

export type ProtestRecord = typeof protest.$inferSelect;
export type LoadedProtest = ProtestRecord & ProtestFacts;

/**
 * The facts of a protest beside its row; `status` of the award, who had a part in it, and whether
 * an appeal is in time by the business clock.
 */
export const loadProtest = async (db: Db, row: ProtestRecord): Promise<LoadedProtest> => {
  const facts = await db.one<{ awardStatus: string; insiders: string[] }>(sql`
    select
      a.status as award_status,
      array_remove(
        array[s.buyer_id,
        a.posted_by] || coalesce(
          (
            select array_agg(m.person_id)
            from evaluation_member m
            where m.org_id = a.org_id and m.evaluation_id = a.evaluation_id
          ),
          '{}'
        ),
        null
      ) as insiders
    from award a
    join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id
    where a.org_id = ${db.scope.orgId} and a.id = ${row.awardId}
  `);
  return {
    ...row,
    ...facts,
    appealOpen: row.appealUntil !== null && businessNow(db.scope) < new Date(row.appealUntil),
  };
};
export const protestNoun: Noun<ProtestStatus, ProtestAction, typeof protest, LoadedProtest> = {
  name: "protest",
  path: "protests",
  table: protest,
  cycle: protestCycle,
  number: (row) => row.number,
  load: loadProtest,
};

const toDeciders = async (tx: Tx, row: ProtestRecord, title: string) =>
  notify(tx, await peopleWhoMay(tx, "protest.decide"), {
    kind: "protest",
    title,
    body: "Somebody who had no part in the award decides.",
    link: `/bid-evaluation/protests/${row.id}`,
  });

const stayAward = async (
  tx: Tx,
  actor: Actor,
  row: Pick<ProtestRecord, "awardId" | "solicitationId" | "number">,
): Promise<void> => {
  const about = await lockRow(tx, award, row.awardId, "award");
  if (about.status !== "intent") return;
  await transition(tx, asSystem(actor), awardNoun, {
    id: row.awardId,
    action: "hold",
    reason: row.number,
  });
  await moveSolicitation(tx, asSystem(actor), row.solicitationId, "hold", { reason: row.number });
};

/** The award goes on when no other protest stays it. */
const releaseAward = async (tx: Tx, actor: Actor, row: ProtestRecord): Promise<void> => {
  const about = await lockRow(tx, award, row.awardId, "award");
  if (
    about.status !== "held" ||
    (await tx.maybe(sql`
      select 1
      from protest
      where org_id = ${row.orgId}
        and award_id = ${row.awardId}
        and id <> ${row.id}
        and stay
        and status in ('filed', 'under_review', 'appealed')
    `))
  )
    return;
  await transition(tx, asSystem(actor), awardNoun, {
    id: row.awardId,
    action: "resume",
    reason: row.number,
  });
  await moveSolicitation(tx, asSystem(actor), row.solicitationId, "resume", { reason: row.number });
};

const awardToProtest = (tx: Tx, vendor: ActingVendor, who: Actor, input: FilingInput) =>
  tx.maybe<typeof award.$inferSelect>(sql`
    select a.*
    from award a
    where a.org_id = ${who.orgId}
      and a.id = ${input.awardId}
      and exists (
        select 1
        from bid b
        where b.org_id = a.org_id
          and b.solicitation_id = a.solicitation_id
          and b.vendor_id = ${vendor.id}
          and b.opened_at is not null
      )
    for update
  `);

const openProtest = (tx: Tx, vendor: ActingVendor, who: Actor, awardId: string) =>
  tx.maybe(sql`
    select 1
    from protest
    where org_id = ${who.orgId}
      and award_id = ${awardId}
      and vendor_id = ${vendor.id}
      and status in ('filed', 'under_review', 'appealed')
  `);

/**
 * Files a bidder's protest against an intent to award. One that comes after the window is kept as
 * late and stays nothing; one in time stays the award where the
 * agency's policy says so. 404 for an award of which this vendor was no bidder; 409 for a second
 * open protest.
 */
export const fileProtest = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  input: FilingInput,
): Promise<ProtestRecord> => {
  const about = await awardToProtest(tx, vendor, who, input);
  if (!about) throw notFound("award");
  if (about.status === "withdrawn")
    throw conflict("withdrawn", "This intent to award is withdrawn.");
  if (await openProtest(tx, vendor, who, about.id))
    throw conflict("open_protest", "You have an open protest against this award.");
  const policy = await protestPolicy(tx);
  const now = businessNow(tx.scope);
  const timely = now < new Date(about.windowEndsAt);
  const stay = timely && about.windowRule.stay && about.status !== "final";
  const today = businessDate(tx.scope);
  const year = await fiscalYearOf(tx, today);
  const row = await insertNumbered(tx, protest, "PRT", year.year, {
    orgId: who.orgId!,
    id: newId(),
    solicitationId: about.solicitationId,
    awardId: about.id,
    vendorId: vendor.id,
    identityId: vendor.identityId,
    grounds: input.grounds,
    relief: input.relief,
    filedBy: who.personId!,
    filedByName: who.name,
    filedAt: now.toISOString(),
    timely,
    stay,
    decideBy: dayAfter(today, policy.decisionDays),
  });
  if (stay) await stayAward(tx, who, row);
  note(tx, who, "protest", row, { action: "file", after: row });
  await toDeciders(
    tx,
    row,
    `${vendor.name} protests an award${stay ? ": it is stayed" : timely ? "" : " (late)"}`,
  );
  return row;
};

const answerVendor = async (
  tx: Tx,
  row: ProtestRecord,
  subject: string,
  text: string,
): Promise<void> => {
  const vendor = await tx.one<{ email: string | null }>(
    sql`select email from vendor where org_id = ${row.orgId} and id = ${row.vendorId}`,
  );
  if (vendor.email)
    await queueMail(tx, {
      ...protestLetter({ id: row.id, subject, text }),
      to: vendor.email,
      orgId: row.orgId,
    });
};

/**
 * Carries out what a sustained protest asks for: the bids are evaluated again, or the solicitation
 * ends and is published anew.
 */
const remedy = async (
  tx: Tx,
  actor: Actor,
  row: ProtestRecord,
  what: Remedy,
  reason: string,
): Promise<void> => {
  const why = `${row.number} sustained: ${reason}`;
  // The award is held by this protest, or by none: what follows is the decision's, whoever decides.
  if (what === "re_evaluate")
    return void (await evaluateAgain(tx, asSystem(actor), row.awardId, null, why));
  await endSolicitation(tx, asSystem(actor), "cancel", {
    id: row.solicitationId,
    version: null,
    reason: why,
  });
};

type Decision = { reason: string | null; remedy: Remedy | null };
const needRemedy = (given: Remedy | null): Remedy => {
  if (!given) throw invalidField("remedy", "Say what follows: evaluate again, or solicit again.");
  return given;
};

/** Takes a step of a protest on the agency's side; nobody who had a part in the award may. */
export const decideProtest = async (
  tx: Tx,
  actor: Actor,
  action: Exclude<ProtestAction, "withdraw" | "appeal">,
  { id, version }: StepAt,
  { reason, remedy: wanted }: Decision,
): Promise<ProtestRecord> => {
  const now = businessNow(tx.scope).toISOString();
  const what = action === "sustain" || action === "reverse" ? needRemedy(wanted) : null;
  const appealUntil =
    action === "deny" || action === "dismiss"
      ? await endOfDay(tx, dayAfter(businessDate(tx.scope), (await protestPolicy(tx)).appealDays))
      : null;
  const row = await transition(tx, actor, protestNoun, {
    id,
    action,
    version,
    reason,
    effect: async (record) => {
      if (action === "overrideStay")
        return {
          to: record.status as "filed" | "under_review" | "appealed",
          patch: { stay: false, stayOverrideReason: reason },
        };
      if (action === "take") return;
      const first = { decision: reason, decidedBy: actor.personId, decidedAt: now };
      const second = {
        appealDecision: reason,
        appealDecidedBy: actor.personId,
        appealDecidedAt: now,
      };
      return {
        patch: {
          ...(action === "uphold" || action === "reverse" ? second : first),
          ...(appealUntil ? { appealUntil } : {}),
          ...(what ? { remedy: what } : {}),
        },
      };
    },
  });
  if (what) await remedy(tx, actor, row, what, reason ?? "");
  else if (action !== "take") await releaseAward(tx, actor, row);
  if (action !== "take" && action !== "overrideStay")
    await answerVendor(tx, row, `Decision on your protest ${row.number}`, reason ?? "");
  return row;
};

const ownRow = async (tx: Tx, vendor: ActingVendor, id: string): Promise<ProtestRecord> => {
  const row = await getRow(tx, protest, id, "protest");
  if (row.vendorId !== vendor.id) throw notFound("protest");
  return row;
};

/** The vendor takes its protest back; the award goes on where nothing else stays it. */
export const withdrawProtest = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  id: string,
): Promise<ProtestRecord> => {
  await ownRow(tx, vendor, id);
  const row = await transition(tx, who, protestNoun, { id, action: "withdraw", version: null });
  await releaseAward(tx, who, row);
  return row;
};

/**
 * The vendor appeals a denial in time; a protest that stayed the award stays it again while the
 * award is not final.
 */
export const appealProtest = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  id: string,
  grounds: string,
): Promise<ProtestRecord> => {
  await ownRow(tx, vendor, id);
  const policy = await protestPolicy(tx);
  const row = await transition(tx, who, protestNoun, {
    id,
    action: "appeal",
    version: null,
    effect: async () => ({
      patch: { appealGrounds: grounds, appealedAt: businessNow(tx.scope).toISOString() },
    }),
  });
  const about = await getRow(tx, award, row.awardId, "award");
  const stay = row.timely && policy.stay && about.status === "intent";
  if (stay) await stayAward(tx, who, row);
  await toDeciders(tx, row, `${row.number} is appealed`);
  return stay === row.stay ? row : updateRow(tx, protest, id, { stay });
};
