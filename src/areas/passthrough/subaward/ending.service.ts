// What becomes of subawards when their award is ended.
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ChildEnds, LivingChild } from "#server/origin/ends.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { subaward } from "../passthrough.tables.ts";
import { passSubaward, terminateSubaward } from "./course.service.ts";

const drafts = ["draft", "assessed", "approved"];

const living = async (db: Db, ids: readonly string[]): Promise<LivingChild[]> =>
  (
    await db.rows<{ id: string; status: string; left: number }>(sql`
      select id, status, amount - claimed as left
      from subaward
      where org_id = ${db.scope.orgId}
        and id = any(${[...ids]}::uuid[])
        and status in ('draft', 'assessed', 'approved', 'executed', 'active', 'on_hold')
    `)
  ).map(({ id, status, left }) => ({
    id,
    cents: left,
    says: `${formatCents(left)} is not asked for yet`,
    outcomes: [drafts.includes(status) ? "cancel" : "terminate"],
  }));

const tell = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  const { number, title, ownerId } = await getRow(tx, subaward, id, "subaward");
  if (ownerId && ownerId !== actor.personId)
    notify(tx, [ownerId], {
      kind: "subaward",
      title: `${number}: ${why}`.slice(0, 200),
      body: title,
      link: `/grant-management/subawards/${id}`,
    });
};

const ended =
  (action: "cancel" | "terminate") => async (tx: Tx, actor: Actor, id: string, reason: string) => {
    const at = { id, version: null, reason };
    await (action === "cancel"
      ? passSubaward(tx, actor, action, at)
      : terminateSubaward(tx, actor, at));
    await tell(tx, actor, id, reason);
  };

/** Subawards: cancelled before they are executed, terminated afterwards, or they go on. */
export const subawardEnds: ChildEnds = {
  noun: "subaward",
  living,
  outcomes: {
    cancel: { label: "It is cancelled with it", carry: ended("cancel") },
    terminate: { label: "It is terminated with it", carry: ended("terminate") },
  },
  tell,
};
