import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { raw, sql, type Sql } from "#server/db/sql.ts";
import {
  actionsFor,
  announce,
  defineNoun,
  nextNumber,
  transition,
  type StepAt,
  type TakenStep,
} from "#server/lifecycle.ts";
import { keyedDigest, seal, unseal } from "#server/auth/sealing.ts";
import {
  vendor,
  vendorBankAccount,
  vendorBankChange,
  type KnownNumber,
} from "../vendors.tables.ts";
import { bankChangeRule, holdFrom } from "./bank-hold.service.ts";
import {
  bankChangeCycle,
  type BankChangeInput,
  type BankChangeRow,
  type BankDetail,
  type CallBackInput,
} from "./bank.model.ts";

export const bankChangeNoun = defineNoun({
  name: "vendorBankChange",
  read: "vendor.read",
  path: "vendor-bank-changes",
  table: vendorBankChange,
  cycle: bankChangeCycle,
  number: (r) => r.number,
});
export type BankChangeRecord = typeof vendorBankChange.$inferSelect;

const day = 86_400_000;
/** What a sealed account belongs to. */
export const bankOwner = (orgId: string, vendorId: string) => `${orgId}/${vendorId}/bank`;

/**
 * Numbers to call back on: those known at least `quietDays` before now. The number that the vendor
 * was entered with always counts.
 */
export const knownNumbers = async (
  tx: Tx,
  vendorId: string,
  quietDays: number,
): Promise<KnownNumber[]> => {
  const before = new Date(businessNow(tx.scope).getTime() - quietDays * day).toISOString();
  return tx.rows<KnownNumber>(sql`
    select 'vendor' as key, name as who, phone, phone_since::text as since
    from vendor
    where org_id = ${tx.scope.orgId}
      and id = ${vendorId}
      and phone is not null
      and (phone_since is null or phone_since <= ${before}::timestamptz)
    union all
    select
      id::text, name || case when title = '' then '' else ', ' || title end, phone,
      phone_since::text
    from vendor_contact
    where org_id = ${tx.scope.orgId}
      and vendor_id = ${vendorId}
      and active
      and phone is not null
      and phone_since <= ${before}::timestamptz
  `);
};

/**
 * Other vendors that are paid to the account of this digest, or for which it is proposed, as JSON;
 * `own` and `digest` are columns of the statement around it.
 */
const sharedWith = (own: Sql, digest: Sql) => sql`
  coalesce(
    (
      select json_agg(json_build_object(
          'id', o.id, 'number', o.number, 'name', o.name
        ) order by o.number)
      from vendor o
      where o.org_id = levee_org()
        and o.id <> ${own}
        and o.id in (
          select s.vendor_id
          from vendor_bank_account s
          where s.org_id = levee_org() and s.account_digest = ${digest} and s.ended_at is null
          union
          select s.vendor_id
          from vendor_bank_change s
          where s.org_id = levee_org() and s.account_digest = ${digest} and s.status = 'proposed'
        )
    ),
    '[]'
  )
`;

const openChange = (tx: Tx, vendorId: string, orgId: string) =>
  tx.maybe(sql`
    select 1 as ok
    from vendor_bank_change
    where org_id = ${orgId} and vendor_id = ${vendorId} and status = 'proposed'
  `);

const accountInUse = (tx: Tx, vendorId: string, orgId: string, digest: string) =>
  tx.maybe(sql`
    select 1 as ok
    from vendor_bank_account
    where org_id = ${orgId}
      and vendor_id = ${vendorId}
      and ended_at is null
      and account_digest = ${digest}
  `);

/**
 * Proposes new bank details. They do nothing until another person has called the vendor on a number
 * known before. 409 while another change is open
 * (`bank_change_open`) or when the account is the current one. The account number is sealed; only
 * its last four digits leave the server.
 */
export const proposeBankChange = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  input: BankChangeInput,
): Promise<BankChangeRecord> => {
  const orgId = actor.orgId!;
  const row = await lockRow(tx, vendor, vendorId, "vendor");
  if (row.status === "inactive") throw conflict("not_in_this_status", "This vendor is out of use.");
  if (await openChange(tx, vendorId, orgId))
    throw conflict("bank_change_open", "Another change of bank details is open. Decide it first.");
  const digest = keyedDigest("vendor-bank", orgId, `${input.routingNumber}:${input.accountNumber}`);
  if (await accountInUse(tx, vendorId, orgId, digest))
    throw invalidField("accountNumber", "This is the account that the vendor is paid to already.");
  const { quietDays } = await bankChangeRule(tx);
  const { others } = await tx.one<{ others: { number: string }[] }>(
    sql`select ${sharedWith(sql`${vendorId}::uuid`, sql`${digest}::text`)} as others`,
  );
  const { accountNumber, ...rest } = input;
  const made = await insertRow(tx, vendorBankChange, {
    ...rest,
    orgId,
    id: newId(),
    vendorId,
    number: await nextNumber(tx, "BC"),
    accountSealed: seal("vendor-bank", bankOwner(orgId, vendorId), accountNumber),
    accountDigest: digest,
    accountLast4: accountNumber.slice(-4),
    knownNumbers: await knownNumbers(tx, vendorId, quietDays),
    proposedBy: actor.personId,
    proposedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "vendor", row, {
    action: "proposeBankChange",
    after: {
      bankChange: made.number,
      bank: made.bankName,
      routingNumber: made.routingNumber,
      account: `ends in ${made.accountLast4}`,
      ...(others.length > 0 && { sameAccountAs: others.map((o) => o.number).join(", ") }),
    },
    note: input.reason,
    data: { bankChangeId: made.id },
  });
  return made;
};

const switchAccount = async (tx: Tx, actor: Actor, change: BankChangeRecord): Promise<string> => {
  // Waits for a release that pays this vendor, and lets one that comes later wait.
  const { number } = await lockRow(tx, vendor, change.vendorId, "vendor");
  const now = businessNow(tx.scope).toISOString();
  const heldUntil = holdFrom(tx, await bankChangeRule(tx));
  await tx.rows(sql`
    update vendor_bank_account
    set ended_at = ${now}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${change.orgId} and vendor_id = ${change.vendorId} and ended_at is null
  `);
  const {
    bankName,
    routingNumber,
    accountSealed,
    accountDigest,
    accountLast4,
    accountType,
    orgId,
    vendorId,
  } = change;
  await insertRow(tx, vendorBankAccount, {
    orgId,
    id: newId(),
    vendorId,
    changeId: change.id,
    bankName,
    routingNumber,
    accountSealed,
    accountDigest,
    accountLast4,
    accountType,
    effectiveAt: now,
    heldUntil,
  });
  note(tx, actor, "vendor", vendorId, {
    number,
    action: "changeBank",
    after: { bank: bankName, routingNumber, account: `ends in ${accountLast4}`, heldUntil },
    note: change.number,
    event: "vendor.change",
  });
  return heldUntil;
};

/**
 * Verifies a change after a call-back: never by its proposer, only on a number of the list taken at
 * the proposal, called after the proposal.
 * The account takes effect at once and payments to it wait as the agency's rule `bankChangeHold`
 * says.
 */
export const verifyBankChange = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  call: CallBackInput,
): Promise<BankChangeRecord> =>
  transition(tx, actor, bankChangeNoun, {
    id,
    action: "verify",
    version,
    effect: async (record) => {
      const change = record as BankChangeRecord;
      const known = change.knownNumbers.find((n) => n.key === call.numberKey);
      if (!known)
        throw invalidField(
          "numberKey",
          "Call a number that was known before the change was proposed.",
          "not_a_known_number",
        );
      // People enter minutes: a call in the minute of the proposal came after it.
      if (Date.parse(call.calledAt) < Math.floor(Date.parse(change.proposedAt) / 60_000) * 60_000)
        throw invalidField("calledAt", "The call was before the change was proposed.");
      if (Date.parse(call.calledAt) > businessNow(tx.scope).getTime() + 60_000)
        throw invalidField("calledAt", "The call is in the future.");
      const heldUntil = await switchAccount(tx, actor, change);
      return {
        patch: {
          decidedBy: actor.personId,
          decidedAt: businessNow(tx.scope).toISOString(),
          calledWho: call.calledWho,
          calledPhone: known.phone,
          calledAt: call.calledAt,
          callNote: call.callNote,
        },
        note: `Called ${known.who} on ${known.phone}; payments wait until ${heldUntil}`,
      };
    },
  });

/**
 * Rejects (another person, with a reason) or withdraws (the proposer) a proposed change; the
 * current account stays.
 */
export const endBankChange = async (
  tx: Tx,
  actor: Actor,
  action: "reject" | "withdraw",
  { id, version, reason }: TakenStep,
): Promise<BankChangeRecord> => {
  const ended = await transition(tx, actor, bankChangeNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => ({
      patch: { decidedBy: actor.personId, decidedAt: businessNow(tx.scope).toISOString() },
    }),
  });
  announce(tx, ended.orgId, "vendor.change", ended.vendorId);
  return ended;
};

type StoredChange = Omit<BankChangeRow, "actions">;

/**
 * The vendor's account (masked), its hold, and every change of it, newest first. 404 for a vendor
 * that is not there.
 */
export const readBank = async (db: Db, actor: Actor, vendorId: string): Promise<BankDetail> => {
  const org = db.scope.orgId;
  const now = businessNow(db.scope).toISOString();
  const [, current, changes, rule] = await Promise.all([
    getRow(db, vendor, vendorId, "vendor"),
    db.maybe<NonNullable<BankDetail["current"]>>(sql`
      select
        id, bank_name, routing_number, account_last4, account_type, effective_at,
        case when held_until > ${now}::timestamptz then held_until end as held_until,
        ${sharedWith(raw("vendor_bank_account.vendor_id"), raw("vendor_bank_account.account_digest"))} as shared_with
      from vendor_bank_account
      where org_id = ${org} and vendor_id = ${vendorId} and ended_at is null
    `),
    db.rows<StoredChange>(sql`
      select
        c.id, c.number, c.vendor_id, c.status, c.bank_name, c.routing_number, c.account_last4,
        c.account_type, c.reason, c.known_numbers, c.proposed_by, p.display_name as proposer,
        c.proposed_at, d.display_name as decider, c.decided_at, c.called_who, c.called_phone,
        c.called_at, c.call_note, c.version,
        case
          when c.status = 'proposed' then ${sharedWith(raw("c.vendor_id"), raw("c.account_digest"))}
          else '[]'
        end as shared_with
      from vendor_bank_change c
      left join person p on p.id = c.proposed_by
      left join person d on d.id = c.decided_by
      where c.org_id = ${org} and c.vendor_id = ${vendorId}
      order by c.proposed_at desc, c.number desc
    `),
    bankChangeRule(db),
  ]);
  return {
    current,
    changes: changes.map((c) => ({ ...c, actions: actionsFor(actor, bankChangeNoun, c as never) })),
    canPropose:
      actor.permissions.has("vendor.editBank") && !changes.some((c) => c.status === "proposed"),
    holdHours: rule.hours,
  };
};

export type PayableAccount = {
  id: string;
  routingNumber: string;
  accountNumber: string;
  accountType: "checking" | "savings";
  heldUntil: Instant | null;
};

/**
 * Where a vendor is paid by ACH, with the account number in clear, for writing a payment file:
 * never send it to a browser. Null without a verified account; `heldUntil` is the instant until
 * which payments must wait.
 */
export const payableBankAccount = async (
  tx: Db,
  vendorId: string,
): Promise<PayableAccount | null> => {
  const row = await tx.maybe<{
    id: string;
    routingNumber: string;
    accountSealed: string;
    accountType: "checking" | "savings";
    heldUntil: Instant;
  }>(sql`
    select id, routing_number, account_sealed, account_type, held_until
    from vendor_bank_account
    where org_id = ${tx.scope.orgId} and vendor_id = ${vendorId} and ended_at is null
  `);
  if (!row) return null;
  return {
    id: row.id,
    routingNumber: row.routingNumber,
    accountType: row.accountType,
    accountNumber: unseal("vendor-bank", bankOwner(tx.scope.orgId!, vendorId), row.accountSealed),
    heldUntil: Date.parse(row.heldUntil) > businessNow(tx.scope).getTime() ? row.heldUntil : null,
  };
};
