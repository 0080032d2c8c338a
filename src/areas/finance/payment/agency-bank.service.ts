import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keyedDigest, seal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { AgencyBank, AgencyBankInput } from "./agency-bank.model.ts";
import { agencyBankAccount } from "./payment.tables.ts";

export type AgencyAccount = typeof agencyBankAccount.$inferSelect;
const purpose = "agency-bank";
const blank = {
  id: null,
  number: "Not set up",
  bankName: "",
  companyName: "",
  immediateDestination: "",
  originatingRouting: "",
  immediateOrigin: "",
  companyId: "",
  entryDescription: "VENDOR PAY",
  accountLast4: null,
  nextCheckNumber: 1001,
  version: 0,
};

/** The account that payments are drawn on now; the account number is not in it. */
export const readAgencyBank = async (db: Db, actor: Actor): Promise<AgencyBank> => {
  const row = await db.maybe<Omit<AgencyBank, "canEdit">>(sql`
    select
      id, bank_name || ' ••' || account_last4 as number, bank_name, company_name,
      immediate_destination, originating_routing, immediate_origin, company_id, entry_description,
      account_last4, next_check_number, version
    from agency_bank_account
    where org_id = ${db.scope.orgId} and active
  `);
  return { ...(row ?? blank), canEdit: actor.permissions.has("payment.bank") };
};

/**
 * The active account, locked: check and trace numbers are taken from it one release at a time. 409
 * when none is set up.
 */
export const lockAgencyBank = async (tx: Tx): Promise<AgencyAccount> => {
  const row = await tx.maybe<AgencyAccount>(sql`
    select *
    from agency_bank_account
    where org_id = ${tx.scope.orgId} and active
    for update
  `);
  if (!row)
    throw conflict(
      "no_agency_account",
      "The agency's own bank account is not set up. A treasurer or administrator enters it under Payments, Bank.",
    );
  return row;
};

const shown = ({ accountSealed: _s, accountDigest: _d, ...row }: AgencyAccount) => row;

const sealed = (orgId: string, id: string, account: string) => ({
  accountSealed: seal(purpose, `${orgId} ${id}`, account),
  accountDigest: keyedDigest(purpose, orgId, account),
  accountLast4: account.slice(-4),
});

const insertAccount = async (tx: Tx, actor: Actor, input: AgencyBankInput) => {
  if (!input.accountNumber) throw invalidField("accountNumber", "Enter the number of the account.");
  const orgId = actor.orgId!;
  const id = newId();
  const { accountNumber, nextCheckNumber, ...rest } = input;
  return insertRow(tx, agencyBankAccount, {
    ...rest,
    orgId,
    id,
    ...sealed(orgId, id, accountNumber),
    nextCheckNumber: nextCheckNumber ?? 1001,
    createdBy: actor.personId,
  });
};

const drawnOn = async (tx: Tx, id: string) =>
  (await tx.maybe(sql`
    select 1 as ok
    from payment
    where org_id = ${tx.scope.orgId} and agency_account_id = ${id}
    limit 1
  `)) !== null;

const changeAccount = async (tx: Tx, before: AgencyAccount, input: AgencyBankInput) => {
  const { accountNumber: _a, nextCheckNumber, ...rest } = input;
  if (
    nextCheckNumber &&
    nextCheckNumber !== before.nextCheckNumber &&
    (await drawnOn(tx, before.id))
  )
    throw invalidField(
      "nextCheckNumber",
      "Payments were drawn on this account already: its check numbers run on without gaps. Void a spoiled check in place of skipping its number.",
    );
  return updateRow(tx, agencyBankAccount, before.id, {
    ...rest,
    ...(nextCheckNumber ? { nextCheckNumber } : {}),
  });
};

// An account that was drawn on before goes on with its own check and trace numbers: two checks of
// one number on it would be two payments to the bank.
const takeUpAgain = async (tx: Tx, input: AgencyBankInput): Promise<AgencyAccount | null> => {
  if (!input.accountNumber) return null;
  const { accountNumber, nextCheckNumber: _n, ...rest } = input;
  const known = await tx.maybe<AgencyAccount>(sql`
    select *
    from agency_bank_account
    where org_id = ${tx.scope.orgId}
      and not active
      and originating_routing = ${input.originatingRouting}
      and account_digest = ${keyedDigest(purpose, tx.scope.orgId!, accountNumber)}
    order by next_check_number desc, created_at desc
    limit 1
    for update
  `);
  return known && updateRow(tx, agencyBankAccount, known.id, { ...rest, active: true });
};

/**
 * Sets up or changes the account that payments are drawn on. Another account number or bank is
 * another account: the old one is kept for its
 * payments, and check numbers begin anew; an account that the agency had before is taken up where
 * it was left. 412 for a stale version, 422 for a number that cannot be.
 */
export const saveAgencyBank = async (
  tx: Tx,
  actor: Actor,
  input: AgencyBankInput,
  version: number | null,
): Promise<void> => {
  const before = await tx.maybe<AgencyAccount>(sql`
    select *
    from agency_bank_account
    where org_id = ${tx.scope.orgId} and active
    for update
  `);
  if (before) requireVersion(before.version, version);
  const another =
    !before ||
    input.originatingRouting !== before.originatingRouting ||
    (input.accountNumber &&
      keyedDigest(purpose, actor.orgId!, input.accountNumber) !== before.accountDigest);
  if (before && another) await updateRow(tx, agencyBankAccount, before.id, { active: false });
  const after =
    before && !another
      ? await changeAccount(tx, before, input)
      : ((await takeUpAgain(tx, input)) ?? (await insertAccount(tx, actor, input)));
  note(tx, actor, "agencyBankAccount", after.id, {
    number: `${after.bankName} ••${after.accountLast4}`,
    action: another ? "set" : "edit",
    before: before ? shown(before) : null,
    after: shown(after),
    event: "agencyBankAccount.edit",
  });
};
