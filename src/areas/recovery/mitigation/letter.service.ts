import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { day, type Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { donatedIn } from "../donated/donated.service.ts";
import { mitigationShare, planCeilings } from "../law/hazard-mitigation.data.ts";
import {
  hazardCeiling,
  mitigationDays,
  type MitigationDays,
} from "../law/hazard-mitigation.model.ts";
import { paMitigationLetter } from "../proof.tables.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { managementOf } from "../request/proof.service.ts";
import type { Entitlement, LetterInput } from "./letter.model.ts";

type Letter = typeof paMitigationLetter.$inferSelect;

const lettersOf = (db: Db, declarationId: string) =>
  db.rows<Letter>(sql`
    select *
    from pa_mitigation_letter
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by dated_on desc, created_at desc
    limit 200
  `);

const daysWith = (declaredOn: string, letters: readonly Letter[]): MitigationDays =>
  mitigationDays(declaredOn, letters.find((l) => l.kind === "extension")?.untilOn ?? null);

/** The days of hazard mitigation money of a declaration, with what FEMA extended. 404. */
export const mitigationDaysOf = async (db: Db, declarationId: string): Promise<MitigationDays> => {
  const d = await getRow(db, paDeclaration, declarationId, "declaration");
  return daysWith(d.declaredOn, await lettersOf(db, declarationId));
};

/**
 * Records a letter of FEMA: an estimate of the assistance, which the ceiling follows from, or more time to
 * apply. 404, 409 where the same letter stands, 422 where it is of a day to come, or extends too far.
 */
export const recordLetter = async (
  tx: Tx,
  actor: Actor,
  declarationId: string,
  said: LetterInput,
): Promise<{ id: string }> => {
  const d = await lockRow(tx, paDeclaration, declarationId, "declaration");
  const today = businessDate(tx.scope);
  if (said.datedOn > today) throw invalidField("datedOn", "This day has not come yet.");
  if (said.datedOn < d.declaredOn)
    throw invalidField("datedOn", "The letter is of after the declaration.");
  const letters = await lettersOf(tx, d.id);
  if (letters.some((l) => l.kind === said.kind && l.document === said.document))
    throw conflict("known", `${said.document} is recorded already.`);
  if (said.kind === "extension") {
    const { applyUntil, extendableTo } = daysWith(d.declaredOn, letters);
    if (said.datedOn > applyUntil)
      throw invalidField("datedOn", "FEMA extends a time to apply while it is open.");
    if (said.untilOn <= applyUntil)
      throw invalidField("untilOn", "Enter a day after the one that holds.");
    if (said.untilOn > extendableTo)
      throw invalidField("untilOn", "FEMA's region may not extend as far. Check the day.");
  }
  const row = await insertRow(tx, paMitigationLetter, {
    orgId: d.orgId,
    id: newId(),
    declarationId: d.id,
    kind: said.kind,
    datedOn: said.datedOn as Day,
    document: said.document,
    assistanceCents: said.kind === "estimate" ? said.assistanceCents : null,
    enhanced: said.kind === "estimate" ? said.enhanced : null,
    untilOn: said.kind === "extension" ? (said.untilOn as Day) : null,
    recordedBy: actor.personId,
  });
  note(tx, actor, "paDeclaration", d, { action: "mitigationLetter", after: row });
  return { id: row.id };
};

const ceilingOf = (letter: Letter | undefined): Entitlement["ceiling"] => {
  if (!letter) return null;
  const [assistance, enhanced] = [letter.assistanceCents!, letter.enhanced!];
  const { citation, verified } = planCeilings[enhanced ? "enhanced" : "standard"];
  return {
    assistance,
    enhanced,
    cents: hazardCeiling(assistance, enhanced),
    datedOn: letter.datedOn,
    document: letter.document,
    citation,
    verified,
  };
};

/** What the law gives a declaration: days and ceiling of mitigation, management costs, donated work. 404. */
export const entitlementOf = async (db: Db, declarationId: string): Promise<Entitlement> => {
  const d = await getRow(db, paDeclaration, declarationId, "declaration");
  const [letters, management, donated, { cost }] = await Promise.all([
    lettersOf(db, d.id),
    managementOf(db, d.id),
    donatedIn(db, d.id),
    db.one<{ cost: number }>(sql`
      select coalesce(sum(cost_cents), 0)::bigint as cost
      from pa_mitigation
      where org_id = ${db.scope.orgId}
        and declaration_id = ${d.id}
        and program = 'HMGP'
        and status in ('draft', 'submitted', 'awarded')
    `),
  ]);
  const days = daysWith(d.declaredOn, letters);
  return {
    applyUntil: day(days.applyUntil),
    extendableTo: day(days.extendableTo),
    performUntil: day(days.performUntil),
    daysCitation: days.citation,
    daysVerified: days.verified,
    ceiling: ceilingOf(letters.find((l) => l.kind === "estimate")),
    applied: Math.floor((cost * mitigationShare.rate) / 10_000),
    management,
    donated,
    letters: letters.map(({ id, kind, datedOn, document, assistanceCents, untilOn }) => ({
      id,
      kind,
      datedOn,
      document,
      assistanceCents,
      untilOn,
    })),
  };
};
