import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { copilotSetting } from "../assistant.tables.ts";

const usual = 90;
type Stored = typeof copilotSetting.$inferSelect;

const stored = (db: Db): Promise<Stored | null> =>
  db.maybe<Stored>(sql`select * from copilot_setting where org_id = ${db.scope.orgId}`);

/** For how many days an agency keeps what its people ask the copilot. */
export const keepDaysOf = async (db: Db): Promise<number> => (await stored(db))?.keepDays ?? usual;

/** Says for how many days conversations are kept; what is older goes on the next morning. */
export const keepFor = async (
  tx: Tx,
  actor: Actor,
  { keepDays }: { keepDays: number },
): Promise<{ keepDays: number }> => {
  const before = await stored(tx);
  const after = before
    ? await updateRow(tx, copilotSetting, before.id, { keepDays })
    : await insertRow(tx, copilotSetting, { orgId: tx.scope.orgId!, id: newId(), keepDays });
  note(
    tx,
    actor,
    "copilotSetting",
    { id: after.id, number: "" },
    {
      action: "change",
      before: { keepDays: before?.keepDays ?? usual },
      after: { keepDays },
    },
  );
  return { keepDays };
};

/** Each morning: conversations that were kept for their days go, with what was said in them. */
export const copilotDay: AgencyDay = {
  name: "copilot",
  at: "04:40",
  afterRestore: {
    kind: "flows",
    due: "select 0::int as due, 0::int as people, null::timestamptz as since",
    drop: async () => {},
  },
  run: (app, orgId) =>
    app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        delete from copilot_conversation
        where org_id = ${orgId}
          and last_at < clock_timestamp() - make_interval(days => coalesce(
            (select s.keep_days from copilot_setting s where s.org_id = ${orgId}), ${usual}
          ))
      `),
    ),
};
