import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { placeHold } from "#areas/finance/finance.server.ts";
import { bankAlarm } from "./match.tables.ts";
import { readMatching, type Matching } from "./open.service.ts";

/** One person at a time matches an account: what is open is looked at behind this lock. */
export const lockMatching = (tx: Tx, accountId: string) =>
  tx.rows(
    sql`select pg_advisory_xact_lock(hashtext(${`bank matching ${accountId}`}))::text as locked`,
  );

/**
 * Keeps each alarm once, in the statement's history, and holds payment of the vendor whose check must
 * not have been paid so, until somebody lifts the hold.
 */
export const raiseAlarms = async (tx: Tx, actor: Actor, m: Matching): Promise<void> => {
  const known = new Set(
    (
      await tx.rows<{ lineId: string }>(sql`
        select line_id
        from bank_alarm
        where org_id = ${actor.orgId} and line_id = any(${m.alarms.map((a) => a.lineId)}::uuid[])
      `)
    ).map((a) => a.lineId),
  );
  for (const alarm of m.alarms.filter((a) => !known.has(a.lineId))) {
    const payment = alarm.paymentId ? m.payments.get(alarm.paymentId)! : null;
    const hold = payment
      ? await placeHold(
          tx,
          { ...actor, kind: "system" },
          {
            vendorId: payment.vendorId,
            reason: alarm.reason.slice(0, 500),
          },
        )
      : null;
    await insertRow(tx, bankAlarm, {
      orgId: actor.orgId!,
      lineId: alarm.lineId,
      code: alarm.code,
      paymentId: alarm.paymentId,
      holdId: hold?.id ?? null,
    });
    const line = m.lines.find((l) => l.id === alarm.lineId)!;
    note(
      tx,
      actor,
      "bankStatement",
      { id: line.statementId, number: line.statement },
      { action: "alarm", note: `Line ${line.lineNo}: ${alarm.reason}` },
    );
  }
};

/** Looks at accounts whose statements were just loaded: what must not have been paid is an alarm at once. */
export const watchAccounts = async (
  tx: Tx,
  actor: Actor,
  accountIds: readonly string[],
): Promise<void> => {
  for (const id of [...new Set(accountIds)].toSorted()) {
    await lockMatching(tx, id);
    await raiseAlarms(tx, actor, await readMatching(tx, id));
  }
};
