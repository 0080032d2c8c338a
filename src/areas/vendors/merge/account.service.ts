import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { nextNumber } from "#server/lifecycle.ts";
import { bankChangeRule } from "../bank/bank-hold.service.ts";
import { bankOwner, knownNumbers } from "../bank/bank.service.ts";
import { vendorBankAccount, vendorBankChange } from "../vendors.tables.ts";

type Account = typeof vendorBankAccount.$inferSelect;

const currentAccount = (tx: Tx, vendorId: string) =>
  tx.maybe<Account>(sql`
    select *
    from vendor_bank_account
    where org_id = ${tx.scope.orgId} and vendor_id = ${vendorId} and ended_at is null
    for update
  `);

/**
 * Ends the accounts of both records, and proposes the one that stays anew for the kept record: it
 * is paid to once somebody called the vendor on a number known before, as after any bank change.
 */
export const restateAccount = async (
  tx: Tx,
  actor: Actor,
  merge: {
    number: string;
    proposedBy: string;
    account: "kept" | "merged" | "none";
    from: string;
    to: string;
  },
): Promise<void> => {
  const [kept, merged] = [await currentAccount(tx, merge.to), await currentAccount(tx, merge.from)];
  const stays = { kept, merged, none: null }[merge.account];
  const orgId = actor.orgId!;
  const now = businessNow(tx.scope).toISOString();
  await tx.rows(sql`
    update vendor_bank_account
    set ended_at = ${now}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${orgId} and vendor_id in (${merge.from}, ${merge.to}) and ended_at is null
  `);
  if (!stays) return;
  const { quietDays } = await bankChangeRule(tx);
  const number = unseal("vendor-bank", bankOwner(orgId, stays.vendorId), stays.accountSealed);
  await insertRow(tx, vendorBankChange, {
    orgId,
    id: newId(),
    vendorId: merge.to,
    number: await nextNumber(tx, "BC"),
    bankName: stays.bankName,
    routingNumber: stays.routingNumber,
    accountSealed: seal("vendor-bank", bankOwner(orgId, merge.to), number),
    accountDigest: stays.accountDigest,
    accountLast4: stays.accountLast4,
    accountType: stays.accountType,
    reason: `${merge.number}: two records became one, so the account is verified again.`,
    knownNumbers: await knownNumbers(tx, merge.to, quietDays),
    proposedBy: merge.proposedBy,
    proposedAt: now,
  });
};
