import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { type Kept, nothingKept } from "./identity.model.ts";
import { forgetPlaces } from "./place.service.ts";
import { forgetPrincipal } from "./principal.service.ts";
import { spend } from "./rate-limit.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { tokenHash } from "./token.service.ts";
import {
  droppedInWords,
  dropWaysIn,
  endOthers,
  tellOfChange,
  type Change,
} from "./ways.service.ts";
import {
  matchTotp,
  newBackupCodes,
  newTotpSecret,
  openSecret,
  sealSecret,
  totpText,
  totpUri,
} from "./totp.service.ts";

type Factor = { secretSealed: string; lastStep: number; confirmedAt: string | null };

/** A person's second factor as stored, locked for the transaction; null when none was set up. */
export const factorOf = (db: Db, personId: string): Promise<Factor | null> =>
  db.maybe<Factor>(sql`
    select secret_sealed, last_step, confirmed_at
    from two_factor
    where person_id = ${personId}
    for update
  `);

const matchCode = async (
  tx: Tx,
  personId: string,
  factor: Factor,
  code: string,
): Promise<boolean> => {
  const { nowMs } = await tx.one<{ nowMs: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`,
  );
  const step = await matchTotp(
    openSecret(factor.secretSealed, personId),
    code,
    nowMs,
    factor.lastStep,
  );
  if (step === null) return false;
  await tx.rows(sql`update two_factor set last_step = ${step} where person_id = ${personId}`);
  return true;
};

const tell = (tx: Tx, personId: string, kind: Change, what: string, more: string[] = []) =>
  tellOfChange(tx, personId, {
    kind,
    subject: `${what} for your Levee account`,
    paragraphs: [`${what} just now.`, ...more],
  });

const normal = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

const matchBackupCode = async (tx: Tx, personId: string, code: string): Promise<boolean> => {
  const used = await tx.rows(sql`
    update backup_code
    set used_at = clock_timestamp()
    where person_id = ${personId}
      and hash = ${tokenHash(`${personId}:${normal(code)}`)}
      and used_at is null
    returning hash
  `);
  return used.length > 0;
};

/**
 * True when `code` is the current authenticator code, not used before, or an unused backup code;
 * uses it up.
 */
export const matchSecondFactor = async (
  tx: Tx,
  personId: string,
  code: string,
): Promise<boolean> => {
  const factor = await factorOf(tx, personId);
  if (!factor?.confirmedAt) return false;
  return (await matchCode(tx, personId, factor, code)) || matchBackupCode(tx, personId, code);
};

export type FactorState = { totp: boolean; confirmed_at: string | null; backup_codes_left: number };

/** Whether a second factor is on, since when, and how many backup codes are left. */
export const factorState = async (db: Db, personId: string): Promise<FactorState> => {
  const row = await db.maybe<{ confirmedAt: Instant | null; left: number }>(sql`
    select
      f.confirmed_at,
      (
        select count(*)
        from backup_code b
        where b.person_id = f.person_id and b.used_at is null
      )::int as left
    from two_factor f
    where f.person_id = ${personId}
  `);
  return {
    totp: Boolean(row?.confirmedAt),
    confirmed_at: row?.confirmedAt ?? null,
    backup_codes_left: row?.confirmedAt ? row.left : 0,
  };
};

/**
 * Begins setting up an authenticator: a secret that counts only once a code of it was typed back.
 * @throws 409 when one is on already.
 */
export const enrol = async (
  db: IdentityDb,
  personId: string,
  email: string,
): Promise<{ secret: string; uri: string }> => {
  await spend(db, "sensitive", `mfa:${personId}`);
  const secret = newTotpSecret();
  const stored = await db.rows(sql`
    insert into two_factor (person_id, secret_sealed)
    values (${personId}, ${sealSecret(secret, personId)})
    on conflict (person_id)
    do update set secret_sealed = excluded.secret_sealed, last_step = 0
    where two_factor.confirmed_at is null
    returning person_id
  `);
  if (!stored.length)
    throw conflict("factor_exists", "An authenticator is already set up. Remove it first.");
  return { secret: totpText(secret), uri: totpUri(secret, email) };
};

const replaceBackupCodes = async (tx: Tx, personId: string): Promise<string[]> => {
  const codes = newBackupCodes();
  await tx.rows(sql`delete from backup_code where person_id = ${personId}`);
  for (const code of codes)
    await tx.rows(sql`
      insert into backup_code (person_id, hash)
      values (${personId}, ${tokenHash(`${personId}:${normal(code)}`)})
    `);
  return codes;
};

const badCode = () =>
  invalidField("code", "The code is not right, or it was used before.", "invalid_code");

/**
 * Turns the authenticator on with a code of it; answers with ten backup codes, shown this once. The
 * person's other sessions end.
 * @throws 422, 409.
 */
export const confirmFactor = async (
  db: IdentityDb,
  personId: string,
  sessionId: string | null,
  code: string,
): Promise<string[]> => {
  await spend(db, "sensitive", `mfa:${personId}`);
  return db.transaction(async (tx) => {
    const factor = await factorOf(tx, personId);
    if (!factor) throw conflict("no_factor", "Start setting up the authenticator first.");
    if (factor.confirmedAt) throw conflict("factor_exists", "The authenticator is already on.");
    if (!(await matchCode(tx, personId, factor, code))) throw badCode();
    await tx.rows(
      sql`update two_factor set confirmed_at = clock_timestamp() where person_id = ${personId}`,
    );
    if (sessionId) {
      await tx.rows(sql`
        update session
        set assurance = 'mfa'
        where id = ${sessionId} and person_id = ${personId}
      `);
      tx.afterCommit(() => forgetPrincipal(sessionId));
    }
    await endOthers(tx, personId, sessionId);
    await logSecurityEvent(tx, { type: "second_factor_on", severity: "medium", personId });
    await tell(tx, personId, "second_factor_on", "Two-step sign-in was turned on", [
      "Your other devices were signed out.",
    ]);
    return replaceBackupCodes(tx, personId);
  });
};

/** Replaces all backup codes, given a current code. */
export const renewBackupCodes = async (
  db: IdentityDb,
  personId: string,
  code: string,
): Promise<string[]> => {
  await spend(db, "sensitive", `mfa:${personId}`);
  return db.transaction(async (tx) => {
    if (!(await matchSecondFactor(tx, personId, code))) throw badCode();
    await logSecurityEvent(tx, { type: "backup_codes_renewed", severity: "medium", personId });
    await tell(tx, personId, "backup_codes_renewed", "The backup codes were replaced");
    return replaceBackupCodes(tx, personId);
  });
};

/** Turns the second factor off, given a current code. */
export const removeFactor = async (
  db: IdentityDb,
  personId: string,
  code: string,
): Promise<void> => {
  await spend(db, "sensitive", `mfa:${personId}`);
  await db.transaction(async (tx) => {
    if (!(await matchSecondFactor(tx, personId, code))) throw badCode();
    await tx.rows(sql`delete from two_factor where person_id = ${personId}`);
    await tx.rows(sql`delete from backup_code where person_id = ${personId}`);
    await tx.rows(sql`
      update session
      set assurance = 'password'
      where person_id = ${personId} and ended_at is null
    `);
    await logSecurityEvent(tx, { type: "second_factor_off", severity: "high", personId });
    await tell(tx, personId, "second_factor_off", "Two-step sign-in was turned off");
  });
};

const takeOff = async (
  tx: Tx,
  personId: string,
  by: { orgId: string | null; personId: string | null; told: string },
  keep: Kept,
): Promise<void> => {
  await tx.rows(sql`delete from two_factor where person_id = ${personId}`);
  await tx.rows(sql`delete from backup_code where person_id = ${personId}`);
  await forgetPlaces(tx, personId);
  const dropped = await dropWaysIn(tx, personId, keep, "second_factor_reset");
  await logSecurityEvent(tx, {
    type: "second_factor_reset",
    severity: "high",
    personId,
    orgId: by.orgId,
    data: { by: by.personId, ...dropped },
  });
  await tell(tx, personId, "second_factor_off", by.told, [droppedInWords(dropped)]);
};

/**
 * The same on behalf of whoever runs the server, for somebody whom nobody else can help; any number
 * of agencies may rely on the person. Gives the person and the agencies that they work for. @throws
 * 404 for an unknown address, 409 when none is on.
 */
export const resetFactorAsOperator = async (
  db: IdentityDb,
  email: string,
): Promise<{ personId: string; orgIds: string[] }> =>
  db.transaction(async (tx) => {
    const person = await tx.maybe<{ id: string }>(
      sql`select id from person where lower(email) = ${email.trim().toLowerCase()}`,
    );
    if (!person) throw notFound("person with this address");
    if (!(await factorOf(tx, person.id))?.confirmedAt)
      throw conflict("no_factor", "This person has no two-step sign-in set up.");
    await takeOff(
      tx,
      person.id,
      {
        orgId: null,
        personId: null,
        told: "Whoever runs the server turned two-step sign-in off",
      },
      nothingKept,
    );
    const orgs = await tx.rows<{ orgId: string }>(sql`
      select org_id
      from organization_member
      where person_id = ${person.id} and active
      order by org_id
    `);
    return { personId: person.id, orgIds: orgs.map((o) => o.orgId) };
  });

/**
 * Takes the second factor off for a person who lost phone and backup codes, on behalf of the one
 * agency that they work for: sessions end and passkeys go, except those that the person keeps, and
 * they are told by mail. @throws 409 when none is on, or when another agency or a vendor relies on it
 * too: one of several cannot weaken it for all.
 */
export const resetFactor = async (
  db: IdentityDb,
  personId: string,
  orgId: string,
  by: string | null,
  keep: Kept = nothingKept,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await factorOf(tx, personId))?.confirmedAt)
      throw conflict("no_factor", "This person has no two-step sign-in set up.");
    const elsewhere = await tx.maybe(sql`
      select 1
      from organization_member
      where person_id = ${personId} and org_id <> ${orgId} and active
      union all
      select 1
      from vendor_user
      where person_id = ${personId}
      limit 1
    `);
    if (elsewhere)
      throw conflict(
        "elsewhere",
        "This person works for another agency or a vendor too, so no single agency can take it off. A backup code or a passkey lets them in.",
      );
    await takeOff(
      tx,
      personId,
      {
        orgId,
        personId: by,
        told: "An administrator of your agency turned two-step sign-in off",
      },
      keep,
    );
  });
