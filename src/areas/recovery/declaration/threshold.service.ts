import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { shippedThresholds, type Threshold } from "../law/thresholds.data.ts";
import { paThreshold } from "../recovery.tables.ts";
import type { thresholdInput } from "./declaration.model.ts";

/** The thresholds that are loaded: those of the program and those of the agency's notices. */
export const thresholdsOf = async (db: Db): Promise<Threshold[]> => {
  const own = await db.rows<Threshold>(sql`
    select fiscal_year, minimum_cents, large_cents, source, verified
    from pa_threshold
    where org_id = ${db.scope.orgId}
    order by fiscal_year
    limit 200
  `);
  return [
    ...shippedThresholds.filter((s) => !own.some((o) => o.fiscalYear === s.fiscalYear)),
    ...own,
  ].toSorted((a, b) => a.fiscalYear - b.fiscalYear);
};

/** The thresholds of a fiscal year; null where its notice is not loaded. */
export const thresholdOf = async (db: Db, fiscalYear: number): Promise<Threshold | null> =>
  (await thresholdsOf(db)).find((t) => t.fiscalYear === fiscalYear) ?? null;

/**
 * Loads the notice of a fiscal year. Declarations of that year without thresholds freeze them now; what
 * is frozen is never changed.
 */
export const loadThreshold = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof thresholdInput>,
): Promise<{ id: string }> => {
  if (input.largeCents <= input.minimumCents)
    throw invalidField("largeCents", "A large project is above the least amount.");
  if (await thresholdOf(tx, input.fiscalYear))
    throw invalidField("fiscalYear", "The notice of this year is loaded already.");
  const row = await insertRow(tx, paThreshold, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  note(tx, actor, "paThreshold", row.id, {
    number: String(row.fiscalYear),
    action: "load",
    after: row,
    event: null,
  });
  await tx.rows(sql`
    update pa_declaration
    set
      minimum_cents = ${row.minimumCents}, large_cents = ${row.largeCents},
      threshold_source = ${row.source}, version = version + 1
    where org_id = ${tx.scope.orgId} and fiscal_year = ${row.fiscalYear} and large_cents is null
  `);
  return { id: row.id };
};
