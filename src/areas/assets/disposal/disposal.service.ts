import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { day, type Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireUnheld } from "#server/legal-hold/held.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requestApproval, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import type { Disposal } from "../asset/asset.model.ts";
import { assetNoun } from "../asset/asset.noun.ts";
import { asset } from "../assets.tables.ts";
import { disposalWays, valueBases } from "./disposal.labels.ts";
import type { DisposalShown, GrantorSaid, Proposal } from "./disposal.model.ts";
import { assetDisposal } from "./disposal.tables.ts";
import { grantorHolds, mustAsk, shareOf } from "./share.model.ts";

type Asset = typeof asset.$inferSelect;
type Kept = typeof assetDisposal.$inferSelect;
type Step = { id: string; version: number | null };

/** The newest proposal of an asset. */
const proposalOf = (db: Db, assetId: string) =>
  db.maybe<Kept & { proposer: string | null }>(sql`
    select d.*, p.display_name as proposer
    from asset_disposal d
    left join person p on p.id = d.proposed_by
    where d.org_id = ${db.scope.orgId} and d.asset_id = ${assetId}
    order by d.created_at desc, d.id desc
    limit 1
  `);

type Facts = Pick<Asset, "federalPercent" | "disposalCents"> & { federalAwardedOn: string | null };
const reckoned = (a: Facts, d: Pick<Kept, "way" | "valueCents" | "keepsExpenses">) =>
  shareOf({
    federalPercent: a.federalPercent,
    awardedOn: a.federalAwardedOn === null ? null : day(a.federalAwardedOn),
    valueCents: d.valueCents,
    way: d.way,
    proceedsCents: a.disposalCents,
    keepsExpenses: d.keepsExpenses,
  });

/** An asset's disposal as it stands, with the share of the grantor; null where none is proposed. */
export const disposalOf = async (
  db: Db,
  a: Facts & Pick<Asset, "id" | "federalInstructions">,
): Promise<DisposalShown | null> => {
  const d = await proposalOf(db, a.id);
  if (!d) return null;
  const { shareCents, keptCents, owedCents, because, citation } = reckoned(a, d);
  return {
    way: d.way,
    valueCents: d.valueCents,
    valueOn: d.valueOn,
    basis: d.basis,
    basisWords: d.basisWords,
    reason: d.reason,
    proposedBy: d.proposer,
    grantorAskedOn: d.grantorAskedOn,
    grantorAnsweredOn: d.grantorAnsweredOn,
    grantorWords: d.grantorWords,
    keepsExpenses: d.keepsExpenses,
    shareCents,
    keptCents,
    owedCents,
    because,
    citation,
    asksGrantor: mustAsk({ ...a, instructions: a.federalInstructions, way: d.way }),
  };
};

const refuseProposal = (tx: Tx, a: Asset, said: Proposal) => {
  if (said.valueOn > businessDate(tx.scope))
    throw invalidField("valueOn", "This day is still to come.");
  if (Number(a.federalPercent) > 0 && a.federalAwardedOn === null)
    throw conflict(
      "award_day_missing",
      "Enter on the asset when its federal award was made: the limit of 2 CFR 200.313(e) follows from it.",
    );
};

/**
 * Proposes how a retired asset goes, with its value and what that rests on, and asks the approvers of
 * the policy that covers it. 409 no_policy where none does.
 */
export const proposeDisposal = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
  said: Proposal,
): Promise<Asset & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, assetNoun, {
    id,
    action: "proposeDisposal",
    version,
    reason: said.reason,
    effect: async (a) => {
      refuseProposal(tx, a, said);
      const share = reckoned(a, { ...said, keepsExpenses: false });
      await insertRow(tx, assetDisposal, {
        ...said,
        orgId: a.orgId,
        id: newId(),
        assetId: id,
        federalPercent: a.federalPercent,
        limitCents: share.limitCents,
        shareCents: share.shareCents,
        keptCents: share.keptCents,
        proposedBy: actor.personId,
      });
      approvalId = await requestApproval(tx, actor, {
        type: "assetDisposal",
        id,
        number: a.number,
        title: `Disposal of ${a.number}: ${a.name}`.slice(0, 200),
        requesterId: actor.personId,
        departmentId: a.departmentId,
        facts: {
          amount: said.valueCents,
          fundIds: [],
          departmentIds: a.departmentId ? [a.departmentId] : [],
          commodities: [],
          emergency: false,
        },
      });
      return {
        patch: { disposal: "proposed" as const },
        note: `${disposalWays[said.way]}, worth ${formatCents(said.valueCents)} by ${valueBases[said.basis].toLowerCase()}`,
      };
    },
  });
  return { ...row, approvalId };
};

const ended =
  (action: "agreeDisposal" | "leaveDisposal", disposal: Asset["disposal"]) =>
  async (tx: Tx, actor: Actor, id: string, comment = ""): Promise<void> => {
    await transition(tx, asSystem(actor), assetNoun, {
      id,
      action,
      ...(comment ? { reason: comment } : {}),
      effect: async () => ({ patch: { disposal } }),
    });
  };
const left = ended("leaveDisposal", "");

/** What the end of an approval does to a disposal. */
export const disposalApproval = {
  approved: ended("agreeDisposal", "approved"),
  returned: left,
  rejected: left,
};

/** What an approver sees of a disposal: value with its basis, and the grantor's share. */
export const disposalSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const a = await getRow(db, asset, id, "asset");
  const d = await disposalOf(db, a);
  const facts: [string, string][] = [
    ["Asset", `${a.number}, ${a.name}`],
    ...(d
      ? ([
          ["How", disposalWays[d.way]],
          ["Fair market value", `${formatCents(d.valueCents)} on ${formatDate(d.valueOn)}`],
          ["Rests on", `${valueBases[d.basis]}: ${d.basisWords}`],
          ["The grantor's share", `${formatCents(d.shareCents)}. ${d.because} ${d.citation}`],
          ["Why", d.reason],
        ] as [string, string][])
      : []),
  ];
  return {
    facts: facts.map(([label, value]) => ({ label, value: value.trim() })),
    lines: [],
    budget: [],
    checks: d?.asksGrantor
      ? [
          {
            ok: d.grantorAnsweredOn !== null,
            text: d.grantorAnsweredOn
              ? `The grantor answered on ${formatDate(d.grantorAnsweredOn)}.`
              : "The grantor is asked for instructions before it goes.",
            citation: "2 CFR 200.313(e)",
          },
        ]
      : [],
  };
};

const refuseGrantor = (said: GrantorSaid, today: Day) => {
  for (const [path, on] of [
    ["askedOn", said.askedOn],
    ["answeredOn", said.answeredOn],
  ] as const)
    if (on && on > today) throw invalidField(path, "This day is still to come.");
  if (said.answeredOn && !said.askedOn)
    throw invalidField("askedOn", "Enter when the grantor was asked.");
  if (said.askedOn && said.answeredOn && said.answeredOn < said.askedOn)
    throw invalidField("answeredOn", "The answer is before the question.");
  if (said.answeredOn && said.words.length < 3)
    throw invalidField("words", "Enter what the grantor answered.");
};

/** Enters when the grantor was asked for instructions, and what it answered. */
export const enterGrantor = (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
  said: GrantorSaid,
): Promise<Asset> =>
  change(tx, actor, assetNoun, {
    id,
    version,
    action: "grantorSaid",
    effect: async () => {
      refuseGrantor(said, businessDate(tx.scope));
      const d = await proposalOf(tx, id);
      if (!d) throw conflict("nothing_proposed", "Propose the disposal first.");
      await updateRow(tx, assetDisposal, d.id, {
        grantorAskedOn: said.askedOn,
        grantorAnsweredOn: said.answeredOn,
        grantorWords: said.words,
        keepsExpenses: said.keepsExpenses,
      });
      return {
        patch: {},
        note: [
          said.askedOn && `asked on ${formatDate(said.askedOn)}`,
          said.answeredOn && `answered on ${formatDate(said.answeredOn)}: ${said.words}`,
        ]
          .filter(Boolean)
          .join("; "),
      };
    },
  });

/**
 * Disposes of a retired asset as it was approved: the day, what came in for it, how; what is owed to
 * the grantor is reckoned from it. Whoever keeps it does not dispose of it: one person never holds
 * both ends.
 */
export const disposeOfAsset = (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
  { disposedOn, disposalCents, reason }: Disposal,
): Promise<Asset> =>
  transition(tx, actor, assetNoun, {
    id,
    action: "dispose",
    version,
    reason,
    effect: async (a) => {
      await requireUnheld(tx, { type: "asset", id });
      if (a.custodianId === actor.personId)
        throw conflict("own_custody", "Somebody other than its custodian disposes of it.");
      const today = businessDate(tx.scope);
      if (disposedOn > today) throw invalidField("disposedOn", "This day is still to come.");
      const d = (await proposalOf(tx, id))!;
      const holds = grantorHolds({
        instructions: a.federalInstructions,
        federalPercent: a.federalPercent,
        way: d.way,
        awardedOn: a.federalAwardedOn,
        askedOn: d.grantorAskedOn,
        answeredOn: d.grantorAnsweredOn,
        today,
      });
      if (holds) throw conflict("grantor_holds", holds);
      const share = reckoned({ ...a, disposalCents }, d);
      await updateRow(tx, assetDisposal, d.id, {
        shareCents: share.shareCents,
        keptCents: share.keptCents,
      });
      return {
        patch: { disposedOn, disposalCents },
        note:
          share.owedCents > 0
            ? `${reason} Owed to the grantor: ${formatCents(share.owedCents)}. ${share.citation}`
            : reason,
      };
    },
  });
