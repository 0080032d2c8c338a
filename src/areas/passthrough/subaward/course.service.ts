import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { fiscalYearOf, refuseByTerms } from "#areas/budget/budget.server.ts";
import { invoicesNamed } from "#areas/finance/finance.server.ts";
import { screenVendors, vendorFacts } from "#areas/vendors/vendors.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { factCitation, openFacts, unknownFacts } from "./facts.model.ts";
import { encumber, releaseRest } from "./money.service.ts";
import { riskLevels, riskOf } from "./risk.model.ts";
import type { SubawardAction } from "./subaward.labels.ts";
import { subawardExecutedLetter } from "./subaward.letters.ts";
import type { RiskInput } from "./subaward.model.ts";
import { heldBack } from "../questioned/questioned.service.ts";
import { reportDueOn } from "../subaward-report/report.service.ts";
import { subawardNoun, type SubawardRecord } from "./subaward.noun.ts";
import { requireCarried } from "./subaward.service.ts";

// Neither excluded nor out of use. 2 CFR 180.300, 200.332(a).
const requireVendor = async (tx: Tx, actor: Actor, s: SubawardRecord): Promise<void> => {
  const screened = await screenVendors(tx, actor, [s.vendorId], "award", {
    type: "subaward",
    id: s.id,
    number: s.number,
  });
  const outcome = screened.get(s.vendorId)?.outcome;
  if (outcome !== "clear")
    throw conflict(
      "screening",
      outcome === "excluded"
        ? "The subrecipient is excluded from federal awards (2 CFR 200.214, 180.300)."
        : "The subrecipient's name is like one on the exclusion list: decide that in the vendor directory first.",
    );
  const vendor = await vendorFacts(tx, s.vendorId);
  if (vendor?.status !== "active")
    throw conflict("vendor", "The subrecipient is not active in the vendor directory.");
};

const requireTerms = (tx: Tx, s: SubawardRecord): Promise<void> =>
  refuseByTerms(tx, s.createdBy, [{ accountStringId: s.accountStringId }], () =>
    Promise.resolve([
      {
        accountStringId: s.accountStringId,
        path: "amount",
        cents: s.amount,
        held: s.encumbered,
        incurredOn: s.startsOn,
        subaward: true,
      },
    ]),
  );

const askForUnknown = async (tx: Tx, actor: Actor, s: SubawardRecord): Promise<void> => {
  for (const field of unknownFacts(s.facts))
    await giveTask(tx, actor, {
      personId: s.ownerId ?? undefined,
      kind: "follow_up",
      title: `${s.number}: ${field.label}`.slice(0, 200),
      detail: `It was not known when the subaward was executed. Tell the subrecipient once it is (${factCitation}${field.paragraph}).`,
      link: `/grant-management/subawards/${s.id}?tab=facts`,
      dueAt: null,
    });
};

const tellSubrecipient = async (tx: Tx, actor: Actor, s: SubawardRecord): Promise<void> => {
  const vendor = await vendorFacts(tx, s.vendorId);
  if (!vendor?.email) return;
  await queueMail(tx, {
    ...subawardExecutedLetter({
      subrecipient: vendor.name,
      number: s.number,
      title: s.title,
      amount: s.amount,
      startsOn: s.startsOn,
      endsOn: s.endsOn,
      facts: s.facts,
    }),
    orgId: s.orgId,
    to: vendor.email,
    replyTo: { personId: s.ownerId ?? actor.personId! },
  });
};

const execute = async (tx: Tx, actor: Actor, s: SubawardRecord) => {
  const open = openFacts(s.facts);
  if (open.length)
    throw conflict(
      "rule",
      `Fill these, or mark them as not known yet (${factCitation}): ${open.map((f) => f.label).join(", ")}.`,
    );
  await requireCarried(tx, s, s.id);
  await requireVendor(tx, actor, s);
  await requireTerms(tx, s);
  const today = businessDate(tx.scope);
  const year = await fiscalYearOf(tx, today);
  encumber(tx, actor, { ...s, fiscalYearId: year.id });
  await askForUnknown(tx, actor, s);
  await tellSubrecipient(tx, actor, s);
  return {
    patch: {
      executedOn: today,
      reportDueOn: await reportDueOn(tx, s, today),
      fiscalYearId: year.id,
      encumbered: s.amount,
    },
  };
};

type Open = { requests: number; invoices: string[]; reviews: number; done: number };
const openOf = (tx: Tx, s: SubawardRecord): Promise<Open> =>
  tx.one<Open>(sql`
    select
      count(*) filter (where r.status = 'submitted')::int as requests,
      coalesce(array_agg(r.invoice_id) filter (where r.status = 'accepted'), '{}') as invoices,
      (
        select count(*)
        from desk_review d
        where d.org_id = ${s.orgId} and d.subaward_id = ${s.id} and d.status = 'drawn'
      )::int as reviews,
      (
        select count(*)
        from desk_review d
        where d.org_id = ${s.orgId} and d.subaward_id = ${s.id} and d.status = 'done'
      )::int as done
    from subaward_request r
    where r.org_id = ${s.orgId} and r.subaward_id = ${s.id}
  `);

/** What closing a subaward asks, in sentences; none when it can be closed. 2 CFR 200.344. */
const openToClose = async (tx: Tx, s: SubawardRecord): Promise<string[]> => {
  const [{ requests, invoices, reviews, done }, held] = await Promise.all([
    openOf(tx, s),
    heldBack(tx, s.id),
  ]);
  const unpaid = (await invoicesNamed(tx, invoices)).filter((i) => i.status !== "paid").length;
  const unknown = unknownFacts(s.facts).length;
  return [
    ...(requests ? [`${counted(requests, "payment request")} waits for a decision.`] : []),
    ...(unpaid ? [`${counted(unpaid, "invoice")} of it is not paid.`] : []),
    ...(held
      ? [`${formatCents(held)} are questioned or not allowed: decide, and record what came back.`]
      : []),
    ...(reviews ? [`${counted(reviews, "desk review")} is not done.`] : []),
    ...(s.claimed > 0 && s.riskLevel !== "low" && !done
      ? ["Its risk is not low and nobody reviewed its costs."]
      : []),
    ...(unknown ? [`${counted(unknown, "field")} of ${factCitation} is not known yet.`] : []),
  ];
};

/** Assesses a subrecipient's risk; the level says how often its costs are reviewed. */
export const assessRisk = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { answers }: RiskInput,
): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    id,
    action: "assess",
    version,
    effect: async () => {
      const { points, level } = riskOf(answers.map((a) => a.points));
      return {
        patch: {
          risk: answers,
          riskPoints: points,
          riskLevel: level,
          reviewEvery: riskLevels[level].months,
          assessedBy: actor.personId,
          assessedOn: businessDate(tx.scope),
        },
        note: riskLevels[level].label,
      };
    },
  });

const saidWhy = ({ reason }: TakenStep) => (reason ? { statusReason: reason } : {});

/** Approves a subaward: screens the subrecipient and asks the award's terms. */
export const approveSubaward = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action: "approve",
    effect: async (s) => {
      await requireCarried(tx, s, s.id);
      await requireVendor(tx, actor, s);
      await requireTerms(tx, s);
      return { patch: { approvedBy: actor.personId } };
    },
  });

/** Records a subaward as executed: every field of 2 CFR 200.332(b)(1) filled or marked; encumbers. */
export const executeSubaward = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action: "execute",
    effect: (s) => execute(tx, actor, s),
  });

/** Ends a subaward on today's day; costs up to it can still be asked for. */
export const endSubaward = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action: "end",
    effect: async () => ({ patch: { ...saidWhy(at), endedOn: businessDate(tx.scope) } }),
  });

/** Closes a subaward of which nothing is open, and gives back what was not claimed. 409. */
export const closeSubaward = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action: "close",
    effect: async (s) => {
      const open = await openToClose(tx, s);
      if (open.length) throw conflict("rule", open.join(" "));
      releaseRest(tx, actor, s);
      return { patch: { ...saidWhy(at), encumbered: 0, closedOn: businessDate(tx.scope) } };
    },
  });

/** Terminates a subaward and gives back what was not claimed. */
export const terminateSubaward = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action: "terminate",
    effect: async (s) => {
      releaseRest(tx, actor, s);
      return { patch: { ...saidWhy(at), encumbered: 0, endedOn: businessDate(tx.scope) } };
    },
  });

/** A step that changes nothing but the status and its reason. */
export const passSubaward = (
  tx: Tx,
  actor: Actor,
  action: Extract<SubawardAction, "sendBack" | "activate" | "hold" | "resume" | "cancel">,
  at: TakenStep,
): Promise<SubawardRecord> =>
  transition(tx, actor, subawardNoun, {
    ...at,
    action,
    effect: async () => ({ patch: saidWhy(at) }),
  });
