// What becomes of requests for funds when their award is ended.
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ChildEnds, LivingChild } from "#server/origin/ends.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { drawdown } from "../grants.tables.ts";
import { cancelDrawdown } from "./drawdown.service.ts";

const living = async (db: Db, ids: readonly string[]): Promise<LivingChild[]> =>
  (
    await db.rows<{ id: string; status: string; federal: number }>(sql`
      select id, status, federal
      from drawdown
      where org_id = ${db.scope.orgId}
        and id = any(${[...ids]}::uuid[])
        and status in ('draft', 'checked', 'certified', 'returned', 'submitted', 'partly_approved')
    `)
  ).map(({ id, status, federal }) => {
    const sent = status === "submitted" || status === "partly_approved";
    return {
      id,
      cents: federal,
      says: `${formatCents(federal)} ${sent ? "is asked for and not paid" : "is not asked for yet"}`,
      outcomes: sent ? [] : ["cancel"],
    };
  });

const tell = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  const { number, preparedBy } = await getRow(tx, drawdown, id, "drawdown");
  if (preparedBy && preparedBy !== actor.personId)
    notify(tx, [preparedBy], {
      kind: "drawdown",
      title: `${number}: ${why}`.slice(0, 200),
      body: "",
      link: `/grant-management/drawdowns/${id}`,
    });
};

/** Drawdowns: cancelled before they are sent; what was sent goes on. */
export const drawdownEnds: ChildEnds = {
  noun: "drawdown",
  living,
  outcomes: {
    cancel: {
      label: "It is cancelled with it, and its costs are free",
      carry: async (tx, actor, id, reason) => {
        await cancelDrawdown(tx, actor, { id, version: null, reason });
        await tell(tx, actor, id, reason);
      },
    },
  },
  tell,
};
