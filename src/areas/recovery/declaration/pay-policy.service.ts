import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { laborClassesOf } from "#areas/assets/assets.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { PayPolicy } from "../law/hours.model.ts";
import { paPayPolicy } from "../proof.tables.ts";
import { paDeclaration } from "../recovery.tables.ts";
import type { payPolicyInput } from "./declaration.model.ts";

/** Policies of pay of single classes of work, which hold there in place of the declaration's. */
export const policiesOf = (
  db: Db,
  declarationId: string,
): Promise<(PayPolicy & { id: string; laborClassId: string })[]> =>
  db.rows(sql`
    select id, labor_class_id, title, adopted_on, contingent
    from pa_pay_policy
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by title, id
  `);

/** Says which policy of pay holds for a class of work. 422 for an unknown class or one that has one. */
export const addPayPolicy = async (
  tx: Tx,
  actor: Actor,
  declarationId: string,
  input: z.output<typeof payPolicyInput>,
): Promise<{ id: string }> => {
  const d = await lockRow(tx, paDeclaration, declarationId, "declaration");
  const labor = (await laborClassesOf(tx)).find((c) => c.id === input.laborClassId);
  if (!labor) throw invalidField("laborClassId", "Choose a class of work.");
  if ((await policiesOf(tx, d.id)).some((p) => p.laborClassId === labor.id))
    throw invalidField("laborClassId", `${labor.name} has a policy of pay already.`);
  const row = await insertRow(tx, paPayPolicy, {
    ...input,
    orgId: d.orgId,
    id: newId(),
    declarationId: d.id,
    createdBy: actor.personId,
  });
  note(tx, actor, "paDeclaration", d, { action: "payPolicy", after: row });
  return { id: row.id };
};
