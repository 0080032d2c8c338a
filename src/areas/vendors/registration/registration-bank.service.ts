import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bankChangeRule } from "../bank/bank-hold.service.ts";
import { bankChangeInput } from "../bank/bank.model.ts";
import { proposeBankChange } from "../bank/bank.service.ts";
import { vendorContact } from "../vendors.tables.ts";
import type { RegistrationRecord } from "./submission.service.ts";
import { vendorRegistration } from "./registration.tables.ts";
import { accountOf } from "./decision.service.ts";

/**
 * Takes the bank details of an accepted registration out of quarantine into a proposed bank change,
 * which another person must verify by a call. For the vendor's first
 * account an independent number is entered here, with where it was found; later ones are called on
 * numbers known before.
 */
export const proposeFromRegistration = async (
  tx: Tx,
  actor: Actor,
  id: string,
  callBack: { phone: string; source: string } | null,
): Promise<RegistrationRecord> => {
  const r = await lockRow(tx, vendorRegistration, id, "vendor registration");
  if (r.status !== "active" || !r.accountSealed || !r.vendorId)
    throw conflict(
      "not_in_this_status",
      "Only bank details of an accepted registration can be proposed.",
    );
  if (r.bankChangeId) throw conflict("proposed", "These bank details were proposed already.");
  const first = !(await tx.maybe(sql`
    select 1 as ok
    from vendor_bank_account
    where org_id = ${r.orgId} and vendor_id = ${r.vendorId}
    limit 1
  `));
  if (first && !callBack)
    throw invalidField("phone", "Enter a number that you found independently of the registration.");
  if (first && callBack) {
    const { quietDays } = await bankChangeRule(tx);
    await insertRow(tx, vendorContact, {
      orgId: r.orgId,
      id: newId(),
      vendorId: r.vendorId,
      name: "Independent number",
      title: callBack.source,
      phone: callBack.phone,
      email: null,
      phoneSince: new Date(businessNow(tx.scope).getTime() - quietDays * 86_400_000).toISOString(),
    });
  }
  const change = await proposeBankChange(
    tx,
    actor,
    r.vendorId,
    bankChangeInput.parse({
      bankName: r.bankName,
      routingNumber: r.routingNumber,
      accountNumber: accountOf(r),
      accountType: r.accountType,
      reason: `Entered by ${r.submittedByName} in ${r.number}${callBack ? `; number to call from: ${callBack.source}` : ""}`,
    }),
  );
  const after = await updateRow(tx, vendorRegistration, id, { bankChangeId: change.id });
  note(tx, actor, "vendorRegistration", r, {
    action: "proposeBank",
    after: { bankChange: change.number },
    note: callBack?.source ?? null,
  });
  return after;
};
