import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { transition, type TakenStep, type StepAt } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import {
  claimCost,
  liveClaims,
  releaseClaim,
  settleClaims,
  type Wanted,
} from "#areas/finance/finance.server.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import { booksOf } from "../award/books.service.ts";
import { termsOf } from "../award/terms.service.ts";
import { award, drawdown } from "../grants.tables.ts";
import { choicesOf, holdsOf, takenOf } from "./costs.service.ts";
import { certificateText } from "./drawdown.labels.ts";
import type { DrawdownAsk, DrawdownInput, PaidInput } from "./drawdown.model.ts";
import { drawdownNoun, type DrawdownRecord } from "./drawdown.noun.ts";
import { sharesOf } from "./share.model.ts";
import { findingsOf } from "./findings.service.ts";

const spendable = new Set(["active", "amended", "ended"]);
const claimer = (d: Pick<DrawdownRecord, "id" | "number">, w: AwardRecord) => ({
  kind: "drawdown",
  id: d.id,
  number: d.number,
  funderId: w.id,
  funderNumber: w.number,
});

const sumsOf = async (tx: Tx, id: string) => {
  const claims = await liveClaims(tx, { claimerId: id });
  const of = (share: "federal" | "match") =>
    claims.reduce((n, c) => n + (c.share === share ? c.cents : 0), 0);
  const [federal, match] = [of("federal"), of("match")];
  return { federal, match, outlay: federal + match };
};

const checkKind = (w: AwardRecord, input: DrawdownInput, today: string) => {
  // What a closed award drew too much is still given back (2 CFR 200.345(a), 200.346).
  if (!spendable.has(w.status) && !(w.status === "closed" && input.kind === "refund"))
    throw conflict("rule", `${w.number} is ${w.status}: nothing is drawn from it.`);
  if (input.kind === "advance" && w.method !== "advance")
    throw invalidField("kind", "This award reimburses: it pays no advance.");
  if (input.through > today) throw invalidField("through", "This day has not come yet.");
};

/**
 * Begins a request: takes of the award's paid lines what is not claimed (all of it, or the lines and
 * parts that are named), gives back what is uncovered or named, and shares it between grantor and
 * agency. 409 when another request took a line meanwhile.
 */
export const draftDrawdown = async (
  tx: Tx,
  actor: Actor,
  ask: DrawdownAsk,
): Promise<DrawdownRecord> => {
  const input: DrawdownInput = { parts: [], ...ask };
  const w = await lockRow(tx, award, input.awardId, "award");
  checkKind(w, input, businessDate(tx.scope));
  const [read, holds, terms, year] = await Promise.all([
    booksOf(tx, w),
    holdsOf(tx, w.id),
    termsOf(tx, w.id),
    fiscalYearOf(tx, businessDate(tx.scope), "through"),
  ]);
  const books = { ...read, holds };
  const taken = takenOf(choicesOf(tx, w, terms, books, input), input, books);
  if (taken.length === 0)
    throw conflict(
      "nothing_to_draw",
      "Nothing that is paid and allowed is left to draw until then.",
    );
  const sum = (share: "federal" | "match") =>
    books.claims.reduce((n, c) => n + (c.share === share ? c.cents : 0), 0);
  const before = { federal: sum("federal"), total: sum("federal") + sum("match") };
  const shares = sharesOf(taken, w.shareRate, w.amount, before);
  const id = newId();
  const made = await create(tx, actor, drawdownNoun, {
    number: { kind: "DRW", year: year.year },
    row: {
      orgId: w.orgId,
      id,
      awardId: w.id,
      kind: input.kind,
      through: input.through,
      outlay: shares.reduce((n, s) => n + s.cents, 0),
      federal: shares.reduce((n, s) => n + s.federal, 0),
      match: shares.reduce((n, s) => n + s.match, 0),
      preparedBy: actor.personId,
    },
    content: { lines: shares },
    from: [{ type: "grantAward", id: w.id }],
  });
  const ahead = input.kind === "advance";
  await claimCost(
    tx,
    actor,
    claimer(made, w),
    shares.flatMap((s): Wanted[] => [
      { costLineId: s.costLineId, cents: s.federal, share: "federal", ahead },
      { costLineId: s.costLineId, cents: s.match, share: "match", ahead },
    ]),
  );
  return made;
};

/** The lines of a request as one digest: a certificate holds for exactly these. */
const linesDigest = async (tx: Tx, id: string): Promise<string> => {
  const claims = await liveClaims(tx, { claimerId: id });
  return createHash("sha256")
    .update(JSON.stringify(claims.map((c) => [c.costLineId, c.share, c.cents, c.uncovered])))
    .digest("hex");
};

/** Checks a request line by line; 409 with the findings while there are some. */
export const checkDrawdown = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, drawdownNoun, {
    id,
    action: "check",
    version,
    effect: async (d) => {
      const open = (await findingsOf(tx, d)).filter((f) => !f.ok);
      if (open.length) throw conflict("rule", open.map((f) => f.text).join(" "));
      return { patch: { ...(await sumsOf(tx, id)), statusReason: null } };
    },
  });

/** Certifies a request as another person than prepared it, under the text of 2 CFR 200.415. */
export const certifyDrawdown = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, drawdownNoun, {
    id,
    action: "certify",
    version,
    effect: async (d) => {
      const open = (await findingsOf(tx, d)).filter((f) => !f.ok);
      if (open.length) throw conflict("rule", open.map((f) => f.text).join(" "));
      return {
        patch: {
          certifiedBy: actor.personId,
          certifiedAt: businessNow(tx.scope).toISOString(),
          certificate: certificateText,
          certifiedLines: await linesDigest(tx, id),
        },
      };
    },
  });

/** Records that a certified request went to the grantor; 409 when its lines changed since. */
export const submitDrawdown = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { reference }: { reference: string },
) =>
  transition(tx, actor, drawdownNoun, {
    id,
    action: "submit",
    version,
    effect: async (d) => {
      if ((await linesDigest(tx, id)) !== d.certifiedLines)
        throw conflict(
          "certificate_lapsed",
          "A line changed after the certificate: check and certify the request again.",
        );
      return { patch: { submittedOn: businessDate(tx.scope), reference } };
    },
  });

const withoutCertificate = {
  certifiedBy: null,
  certifiedAt: null,
  certificate: null,
  certifiedLines: null,
};

/**
 * The certifier sends a request back before it went out: its certificate ends, what it took stays its
 * own, and who prepared it hears why.
 */
export const sendBackDrawdown = (tx: Tx, actor: Actor, of: TakenStep) =>
  transition(tx, actor, drawdownNoun, {
    ...of,
    action: "sendBack",
    effect: async (d) => {
      if (d.preparedBy)
        notify(tx, [d.preparedBy], {
          kind: "drawdown",
          title: `${d.number} came back from its certifier`,
          body: of.reason ?? "",
          link: `/grant-management/drawdowns/${d.id}`,
        });
      return { patch: { statusReason: of.reason, ...withoutCertificate } };
    },
  });

/** Records that the grantor returned a request; what it took stays its own. */
export const returnDrawdown = (tx: Tx, actor: Actor, of: TakenStep) =>
  transition(tx, actor, drawdownNoun, {
    ...of,
    action: "return",
    effect: async () => ({ patch: { statusReason: of.reason, ...withoutCertificate } }),
  });

/** Cancels a request; what it took is free. */
export const cancelDrawdown = (tx: Tx, actor: Actor, of: TakenStep) =>
  transition(tx, actor, drawdownNoun, {
    ...of,
    action: "cancel",
    effect: async () => {
      await releaseClaim(tx, actor, of.id);
      return { patch: { statusReason: of.reason, ...withoutCertificate } };
    },
  });

/**
 * Records that the grantor approved less: the last lines are given back until the grantor's share is
 * what was approved, with the match that went along.
 */
export const approvePartly = (
  tx: Tx,
  actor: Actor,
  of: TakenStep,
  { approved }: { approved: number },
) =>
  transition(tx, actor, drawdownNoun, {
    ...of,
    action: "approvePartly",
    effect: async (d) => {
      if (approved <= 0 || approved >= d.federal)
        throw invalidField("approved", `Enter less than ${formatCents(d.federal)}.`);
      const claims = await liveClaims(tx, { claimerId: d.id });
      let over = d.federal - approved;
      const back: Wanted[] = [];
      for (const c of claims
        .filter((each) => each.share === "federal" && each.cents > 0)
        .reverse()) {
        if (over === 0) break;
        const part = Math.min(over, c.cents);
        over -= part;
        // The grantor never paid it, so it is free at once.
        const given = { costLineId: c.costLineId, settled: true };
        back.push({ ...given, cents: -part, share: "federal" });
        const match = claims.find((m) => m.share === "match" && m.costLineId === c.costLineId);
        const own = match ? Math.round((match.cents * part) / c.cents) : 0;
        if (own) back.push({ ...given, cents: -own, share: "match" });
      }
      await claimCost(tx, actor, claimer(d, await getRow(tx, award, d.awardId, "award")), back);
      return {
        patch: { ...(await sumsOf(tx, d.id)), approved, statusReason: of.reason },
      };
    },
  });

/** Records the money that came; it is what was asked for, or what was approved of it. */
export const payDrawdown = (tx: Tx, actor: Actor, { id, version }: StepAt, input: PaidInput) =>
  transition(tx, actor, drawdownNoun, {
    id,
    action: "pay",
    version,
    effect: async (d) => {
      if (input.paidOn > businessDate(tx.scope))
        throw invalidField("paidOn", "This day has not come yet.");
      if (d.submittedOn !== null && input.paidOn < d.submittedOn)
        throw invalidField(
          "paidOn",
          `The request was sent on ${formatDate(d.submittedOn)}: its money came on that day or later.`,
        );
      const due = d.approved ?? d.federal;
      if (input.paid !== undefined && input.paid !== due)
        throw invalidField(
          "paid",
          `${formatCents(due)} were asked for. Record first that the grantor approved less, or that it was returned.`,
        );
      await settleClaims(tx, d.id);
      return { patch: { ...input, paid: due } };
    },
  });

/** Brings back to its draft a request whose lines lost their payment before it was sent. */
export const lapseDrawdown = async (tx: Tx, actor: Actor, id: string, why: string) => {
  const d = await getRow(tx, drawdown, id, "drawdown");
  if (d.status !== "checked" && d.status !== "certified") return;
  await transition(tx, { ...actor, kind: "system" }, drawdownNoun, {
    id,
    action: "lapse",
    effect: async () => ({
      patch: {
        ...withoutCertificate,
        statusReason: `The certificate lapsed: ${why}.`,
      },
    }),
  });
};

/** Compares a payment with the bank, as another person than prepared the request. */
export const reconcileDrawdown = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, drawdownNoun, { id, action: "reconcile", version });
