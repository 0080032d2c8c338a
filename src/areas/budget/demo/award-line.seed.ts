import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { ensureAccountString, fiscalYearOf } from "../account/account.service.ts";
import { createLine } from "../line/line.service.ts";

type AwardLine = {
  /** Codes of the segments. */
  fund: string;
  account: string;
  award: string;
  departmentId: string;
  cents: number;
};
/** What an award has to spend, as a line of this fiscal year; gives its account string. */
export const seedAwardLine = async (
  tx: Tx,
  actor: Actor,
  of: AwardLine,
): Promise<{ id: string; code: string }> => {
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  const ids = await tx.one<{ fund: string; account: string; award: string }>(sql`
    select f.id as fund, a.id as account, w.id as award
    from segment_value f
    join segment_value a on a.org_id = f.org_id and a.kind = 'account' and a.code = ${of.account}
    join segment_value w on w.org_id = f.org_id and w.kind = 'award' and w.code = ${of.award}
    where f.org_id = ${tx.scope.orgId} and f.kind = 'fund' and f.code = ${of.fund}
  `);
  const account = await ensureAccountString(tx, actor, {
    fundId: ids.fund,
    departmentId: of.departmentId,
    accountId: ids.account,
    awardId: ids.award,
  });
  await createLine(tx, actor, {
    fiscalYearId: year.id,
    accountStringId: account.id,
    original: of.cents,
    note: "As the award says",
  });
  return account;
};
