import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { laborClassesOf } from "#areas/assets/assets.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paBenefitSheet } from "../proof.tables.ts";
import type { benefitInput, BenefitRow } from "./benefit.model.ts";
import { hourCostOf, type BenefitSheet } from "./hour-cost.model.ts";

type Stored = BenefitSheet & { id: string; source: string };
/** All worksheets of benefits, the newest day of each class first. */
export const benefitSheets = (db: Db): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select id, labor_class_id, from_day, regular_wage, overtime_wage, premium_wage, benefits, source
    from pa_benefit_sheet
    where org_id = ${db.scope.orgId}
    order by labor_class_id, from_day desc
    limit 1000
  `);

/** Worksheets with what an hour costs by them. */
export const benefitRows = async (db: Db): Promise<BenefitRow[]> => {
  const [sheets, classes] = await Promise.all([benefitSheets(db), laborClassesOf(db)]);
  return sheets.map((s) => ({
    ...s,
    benefits: [...s.benefits],
    laborClass: classes.find((c) => c.id === s.laborClassId)?.name ?? "",
    regularBenefit: hourCostOf(s, "regular").benefit,
    overtimeBenefit: hourCostOf(s, "overtime").benefit,
  }));
};

/**
 * Adds a worksheet from a day on; one is never changed, a later day brings the next. 422 for an unknown
 * class, or where one begins on this day already.
 */
export const addBenefitSheet = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof benefitInput>,
): Promise<{ id: string }> => {
  if (!(await laborClassesOf(tx)).some((c) => c.id === input.laborClassId))
    throw invalidField("laborClassId", "Choose a class of work.");
  const same = (await benefitSheets(tx)).some(
    (s) => s.laborClassId === input.laborClassId && s.fromDay === input.fromDay,
  );
  if (same) throw invalidField("fromDay", "A worksheet begins on this day already.");
  const row = await insertRow(tx, paBenefitSheet, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  // Wages stay out of the record of who did what: who may read that may not read wages.
  note(tx, actor, "paBenefitSheet", row.id, {
    number: row.fromDay,
    action: "add",
    after: { laborClassId: row.laborClassId, fromDay: row.fromDay, source: row.source },
  });
  return { id: row.id };
};
