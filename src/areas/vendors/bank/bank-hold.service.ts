import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";

export type BankChangeRule = { hours: number; quietDays: number };

/**
 * How long payments wait after a bank change, and how old a phone number must be to call back on:
 * the strictest `bankChangeHold` rule of the day. 409 when no rule holds.
 */
export const bankChangeRule = async (db: Db): Promise<BankChangeRule> => {
  const found = rulesOn(await listRules(db, ["bankChangeHold"]), businessDate(db.scope)).filter(
    (r) => r.key === "bankChangeHold",
  );
  if (found.length === 0)
    throw conflict(
      "no_rules",
      "No rule says how long payments wait after a bank change. An administrator adds one under Settings, Rules of law: Hold after a bank change.",
    );
  const most = (name: "hours" | "quietDays") =>
    Math.max(0, ...found.map((r) => Number(r.parameters[name] ?? 0)));
  return { hours: most("hours"), quietDays: most("quietDays") };
};

const hour = 3_600_000;
/**
 * The instant until which an account is held that was verified (or whose vendor's contacts changed)
 * at the business clock's now.
 */
export const holdFrom = (tx: Tx, rule: BankChangeRule): string =>
  new Date(businessNow(tx.scope).getTime() + rule.hours * hour).toISOString();

/**
 * Starts the hold of the current account anew while it lasts; called when contact data of the
 * vendor change. Nothing happens when no hold runs.
 */
export const restartBankHold = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  why: string,
): Promise<void> => {
  const now = businessNow(tx.scope).toISOString();
  const running = await tx.maybe<{
    id: string;
    heldUntil: Instant;
    accountLast4: string;
    number: string;
  }>(sql`
    select a.id, a.held_until, a.account_last4, v.number
    from vendor_bank_account a
    join vendor v on v.org_id = a.org_id and v.id = a.vendor_id
    where a.org_id = ${tx.scope.orgId}
      and a.vendor_id = ${vendorId}
      and a.ended_at is null
      and a.held_until > ${now}::timestamptz
    for update of a
  `);
  if (!running) return;
  const heldUntil = holdFrom(tx, await bankChangeRule(tx));
  if (heldUntil <= running.heldUntil) return;
  await tx.rows(sql`
    update vendor_bank_account
    set held_until = ${heldUntil}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${running.id}
  `);
  note(tx, actor, "vendor", vendorId, {
    number: running.number,
    action: "restartBankHold",
    before: { bankHeldUntil: running.heldUntil },
    after: { bankHeldUntil: heldUntil },
    note: why,
    event: null,
  });
};
