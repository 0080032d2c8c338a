import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import { keyedDigest, seal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { AgencyBank, AgencyBankInput } from "./agency-bank.model.ts";
import { agencyBankAccount } from "./payment.tables.ts";
import { accountRetired } from "./run-gate.model.ts";

export type AgencyAccount = typeof agencyBankAccount.$inferSelect;
/** What account numbers are sealed and told apart for. */
export const agencyBankPurpose = "agency-bank";
const purpose = agencyBankPurpose;
const byAge = (a: AgencyAccount, b: AgencyAccount) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;
const blank = {
  id: null,
  number: "Not set up",
  active: false,
  fundIds: [],
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

/** The agency's accounts, those that are in use first; account numbers are not in them. */
export const readAgencyBanks = async (db: Db, actor: Actor): Promise<AgencyBank[]> => {
  const rows = await db.rows<Omit<AgencyBank, "canEdit">>(sql`
    select
      id, bank_name || ' ••' || account_last4 as number, active, fund_ids, bank_name, company_name,
      immediate_destination, originating_routing, immediate_origin, company_id, entry_description,
      account_last4, next_check_number, version
    from agency_bank_account
    where org_id = ${db.scope.orgId}
    order by active desc, created_at, id
    limit 200
  `);
  const canEdit = actor.permissions.has("payment.bank");
  return rows.map((row) => ({ ...row, canEdit }));
};

/**
 * One account, or the first of those in use; what an empty form holds where there is none. 404 for
 * one that is named and not here.
 */
export const readAgencyBank = async (
  db: Db,
  actor: Actor,
  id: string | null = null,
): Promise<AgencyBank> => {
  const all = await readAgencyBanks(db, actor);
  const found = id ? all.find((a) => a.id === id) : all.find((a) => a.active);
  if (id && !found) throw notFound("bank account");
  return found ?? { ...blank, canEdit: actor.permissions.has("payment.bank") };
};

const notSetUp = () =>
  conflict(
    "no_agency_account",
    "The agency's own bank account is not set up. A treasurer or administrator enters it under Payments, Bank accounts.",
  );

const lockAll = (tx: Tx): Promise<AgencyAccount[]> =>
  tx.rows<AgencyAccount>(sql`
    select *
    from agency_bank_account
    where org_id = ${tx.scope.orgId} and active
    order by id
    for update
  `);

/**
 * The account of a run, locked with the others that are in use: check, trace and file numbers are
 * taken one release at a time. A run from before accounts were named takes the only one. 409 when
 * none is set up, or the run's is not in use any more.
 */
export const lockAgencyBank = async (tx: Tx, id: string | null): Promise<AgencyAccount> => {
  const all = await lockAll(tx);
  const row = id ? all.find((a) => a.id === id) : all.length === 1 ? all[0] : undefined;
  if (row) return row;
  throw all.length === 0 ? notSetUp() : conflict("account_retired", accountRetired);
};

const shown = ({ accountSealed: _s, accountDigest: _d, ...row }: AgencyAccount) => row;

const sealed = (orgId: string, id: string, account: string) => ({
  accountSealed: seal(purpose, `${orgId} ${id}`, account),
  accountDigest: keyedDigest(purpose, orgId, account),
  accountLast4: account.slice(-4),
});

// Two in use that are one and the same would number checks twice.
const requireOther = (
  tx: Tx,
  all: readonly AgencyAccount[],
  input: AgencyBankInput,
  before: AgencyAccount | null,
) => {
  const digest = input.accountNumber
    ? keyedDigest(purpose, tx.scope.orgId!, input.accountNumber)
    : before?.accountDigest;
  const same = all.find(
    (a) =>
      a.id !== before?.id &&
      a.originatingRouting === input.originatingRouting &&
      a.accountDigest === digest,
  );
  if (same)
    throw conflict(
      "account_exists",
      `${same.bankName} ••${same.accountLast4} is in use already. Change that account in place of adding it once more.`,
    );
};

// Of a fund that two accounts name nobody knows from which it is paid.
const requireFunds = async (
  tx: Tx,
  all: readonly AgencyAccount[],
  id: string | null,
  fundIds: readonly string[],
) => {
  const other = all.find((a) => a.id !== id && a.fundIds.some((f) => fundIds.includes(f)));
  if (other)
    throw invalidField(
      "fundIds",
      `A fund of these is paid from ${other.bankName} ••${other.accountLast4} already. Take it off there first.`,
    );
  if (fundIds.length === 0) return;
  const known = new Set((await listFunds(tx)).map((f) => f.id));
  if (fundIds.some((id) => !known.has(id)))
    throw invalidField("fundIds", "One of these is not a fund of the agency.");
};

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

// Runs that are not released yet go out from the account that takes the place of theirs.
const moveRuns = (tx: Tx, from: string, to: string) =>
  tx.rows(sql`
    update payment_run
    set agency_account_id = ${to}
    where org_id = ${tx.scope.orgId}
      and agency_account_id = ${from}
      and status in ('proposed', 'in_approval', 'approved', 'returned')
  `);

const noted = (
  tx: Tx,
  actor: Actor,
  action: string,
  before: AgencyAccount | null,
  after: AgencyAccount,
) =>
  note(tx, actor, "agencyBankAccount", after.id, {
    number: `${after.bankName} ••${after.accountLast4}`,
    action,
    before: before ? shown(before) : null,
    after: shown(after),
    event: "agencyBankAccount.edit",
  });

/**
 * Sets up or changes an account that payments are drawn on: the one named, else the first that is in
 * use. Another account number or bank is
 * another account: the old one is kept for its
 * payments, and check numbers begin anew; an account that the agency had before is taken up where
 * it was left. Gives its id. 412 for a stale version, 422 for a number or fund that cannot be, 409 for
 * an account that is in use already.
 */
export const saveAgencyBank = async (
  tx: Tx,
  actor: Actor,
  input: AgencyBankInput,
  version: number | null,
  id: string | null = null,
): Promise<string> => {
  const all = await lockAll(tx);
  const before = id ? all.find((a) => a.id === id) : all.toSorted(byAge)[0];
  if (id && !before) throw notFound("bank account");
  if (before) requireVersion(before.version, version);
  requireOther(tx, all, input, before ?? null);
  await requireFunds(tx, all, before?.id ?? null, input.fundIds);
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
  if (before && another) await moveRuns(tx, before.id, after.id);
  noted(tx, actor, another ? "set" : "edit", before ?? null, after);
  return after.id;
};

/**
 * Sets up one more account beside those in use, or takes one up again that the agency had before.
 * Gives its id. 422 and 409 as a change.
 */
export const addAgencyBank = async (
  tx: Tx,
  actor: Actor,
  input: AgencyBankInput,
): Promise<string> => {
  const all = await lockAll(tx);
  await requireFunds(tx, all, null, input.fundIds);
  requireOther(tx, all, input, null);
  const after = (await takeUpAgain(tx, input)) ?? (await insertAccount(tx, actor, input));
  noted(tx, actor, "set", null, after);
  return after.id;
};

/**
 * Ends the use of an account: its payments keep it, no run is drawn on it any more. 409 while a run
 * waits that is drawn on it, and for the last one.
 */
export const retireAgencyBank = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<void> => {
  const all = await lockAll(tx);
  const before = all.find((a) => a.id === id);
  if (!before) throw notFound("bank account");
  requireVersion(before.version, version);
  if (all.length === 1)
    throw conflict("last_account", "This is the only account in use. Add the other one first.");
  const waits = await tx.maybe<{ number: string }>(sql`
    select number
    from payment_run
    where org_id = ${tx.scope.orgId}
      and agency_account_id = ${id}
      and status in ('proposed', 'in_approval', 'approved', 'returned')
    order by number
    limit 1
  `);
  if (waits)
    throw conflict(
      "account_in_use",
      `${waits.number} waits to be drawn on this account. Release or cancel it first.`,
    );
  noted(tx, actor, "retire", before, await updateRow(tx, agencyBankAccount, id, { active: false }));
};
