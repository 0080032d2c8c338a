import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { newToken, tokenHash } from "#areas/identity/identity.server.ts";
import { beginOidc, type OidcSecrets } from "../oidc/oidc.service.ts";
import type { Answer } from "../provider/claims.model.ts";
import type { Provider } from "../provider/provider-row.ts";
import { beginSaml } from "../saml/saml.service.ts";
import { signInAttempt, signInProvider } from "../sign-on.tables.ts";
import { SignOnRefusal } from "./refusal.ts";

export type Attempt = typeof signInAttempt.$inferSelect;
export type Purpose = Attempt["purpose"];

/** So long a browser may take at the provider, and an owner to link an account, minutes. */
const attemptMinutes = 30;
/** So long the code of an answer may be taken, seconds. */
const codeSeconds = 120;
const cookieName = "levee_sso";
const purposeOf = "sign-on-attempt";

/** An agency's scope, without a person. */
export const inside = (orgId: string) => ({ orgId, personId: null });

/** A provider by its id alone, before anybody is signed in. @throws Problem 404. */
export const providerAnywhere = async (app: App, id: string): Promise<Provider> => {
  const found = await identityDb(app.database).maybe<{ orgId: string }>(
    sql`select org_id from sign_in_provider where id = ${id}`,
  );
  if (!found) throw notFound("sign-in provider");
  return getRow(app.database.read(inside(found.orgId)), signInProvider, id, "sign-in provider");
};

/** The secret of this browser, from its cookie. */
export const browserOf = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "")?.[1] ?? null;

const cookie = (app: App, value: string): string =>
  `${cookieName}=${value}; Path=/auth/v1; Max-Age=${attemptMinutes * 60}; HttpOnly; SameSite=Lax${app.config.origin.startsWith("https:") ? "; Secure" : ""}`;

const requireUsable = (provider: Provider, purpose: Purpose): void => {
  const good = purpose === "test" ? provider.status !== "disabled" : provider.status === "active";
  if (!good) throw new SignOnRefusal("provider_off");
};

const store = (
  app: App,
  provider: Provider,
  row: Pick<Attempt, "id" | "purpose" | "browserHash" | "request" | "sealed"> &
    Pick<Attempt, "personId" | "sessionId">,
) =>
  app.database.transaction(inside(provider.orgId), async (tx) => {
    await tx.rows(sql`
      delete from sign_in_attempt
      where org_id = ${provider.orgId} and expires_at < clock_timestamp() - interval '1 day'
    `);
    await insertRow(tx, signInAttempt, {
      ...row,
      orgId: provider.orgId,
      providerId: provider.id,
      expiresAt: (
        await tx.one<{ at: string }>(
          sql`select clock_timestamp() + make_interval(mins => ${attemptMinutes}::int) as at`,
        )
      ).at,
    });
  });

/**
 * Begins the way of one browser to a provider: where it goes, and the cookie by which it is known
 * again. For a test and a link, `actor` is who is signed in.
 * @throws SignOnRefusal `provider_off` | `provider_unreachable` | `provider_failed`
 */
export const beginAttempt = async (
  app: App,
  provider: Provider,
  purpose: Purpose,
  { actor, cookies }: { actor: Actor | null; cookies: string | undefined },
): Promise<{ location: string; cookie: string; attemptId: string }> => {
  requireUsable(provider, purpose);
  const id = newId();
  const browser = browserOf(cookies) ?? newToken();
  const who = { personId: actor?.personId ?? null, sessionId: actor?.sessionId ?? null };
  const common = { id, purpose, browserHash: tokenHash(browser), ...who };
  if (provider.kind === "oidc") {
    const { location, secrets } = await beginOidc(app, provider);
    const sealed = seal(purposeOf, id, JSON.stringify(secrets));
    await store(app, provider, { ...common, request: tokenHash(secrets.state), sealed });
    return { location, cookie: cookie(app, browser), attemptId: id };
  }
  const requestId = `_${newToken()}`;
  await store(app, provider, { ...common, request: tokenHash(requestId), sealed: "" });
  const location = await beginSaml(app, provider, requestId, id);
  return { location, cookie: cookie(app, browser), attemptId: id };
};

/** The attempt that an answer names; null for one that nobody began, of another provider, or too old. */
export const attemptOf = (db: Db, provider: Provider, request: string): Promise<Attempt | null> =>
  db.maybe<Attempt>(sql`
    select *
    from sign_in_attempt
    where org_id = ${provider.orgId}
      and provider_id = ${provider.id}
      and request = ${tokenHash(request)}
      and expires_at > clock_timestamp()
  `);

/** What was sent along with an attempt. */
export const secretsOf = (attempt: Attempt): OidcSecrets =>
  JSON.parse(unseal(purposeOf, attempt.id, attempt.sealed)) as OidcSecrets;

/**
 * Takes a checked answer, once on all instances; gives the code by which the browser that began
 * fetches it.
 * @throws SignOnRefusal `wrong_request` when another answer was taken before.
 */
export const takeAnswer = async (tx: Tx, attempt: Attempt, answer: Answer): Promise<string> => {
  const code = newToken();
  const taken = await tx.maybe(sql`
    update sign_in_attempt
    set
      answered_at = clock_timestamp(), answer = ${JSON.stringify(answer)}::jsonb,
      code_hash = ${tokenHash(code)}
    where org_id = ${tx.scope.orgId} and id = ${attempt.id} and answered_at is null
    returning id
  `);
  if (!taken) throw new SignOnRefusal("wrong_request", "answered before");
  return `${attempt.providerId}.${code}`;
};

/** Keeps why an attempt came to nothing, for who looks at a test. */
export const keepRefusal = (tx: Tx, attempt: Attempt, reason: string): Promise<unknown> =>
  tx.rows(sql`
    update sign_in_attempt
    set refused = ${reason}
    where org_id = ${tx.scope.orgId} and id = ${attempt.id} and answered_at is null
  `);

/** The provider that a code names. @throws Problem 404. */
export const providerOfCode = (app: App, code: string): Promise<Provider> => {
  const id = /^([0-9a-f-]{36})\.[\w-]{43}$/.exec(code)?.[1];
  if (!id) throw new SignOnRefusal("sso_expired");
  return providerAnywhere(app, id);
};

/**
 * The answered attempt of a code, locked for this transaction, in the browser that began it.
 * @throws SignOnRefusal `sso_expired`
 */
export const attemptOfCode = async (
  tx: Tx,
  code: string,
  browser: string | null,
): Promise<Attempt & { answer: Answer }> => {
  const attempt = await tx.maybe<Attempt>(sql`
    select *
    from sign_in_attempt
    where org_id = ${tx.scope.orgId}
      and code_hash = ${tokenHash(code.split(".")[1] ?? "")}
      and browser_hash = ${tokenHash(browser ?? "")}
      and used_at is null
      and case
        when purpose = 'link' then expires_at > clock_timestamp()
        else answered_at > clock_timestamp() - make_interval(secs => ${codeSeconds}::int)
      end
    for update
  `);
  if (!attempt?.answer) throw new SignOnRefusal("sso_expired");
  return attempt as Attempt & { answer: Answer };
};

/** The answer was used: the code serves nobody again. */
export const useUp = (tx: Tx, attempt: Attempt): Promise<unknown> =>
  tx.rows(sql`
    update sign_in_attempt
    set used_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${attempt.id}
  `);

/** The account exists: its owner links it, with the same code, until the attempt ends. */
export const keepForLink = (tx: Tx, attempt: Attempt): Promise<unknown> =>
  tx.rows(sql`
    update sign_in_attempt
    set purpose = 'link', used_at = null
    where org_id = ${tx.scope.orgId} and id = ${attempt.id}
  `);
