import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type CustomFetch,
} from "openid-client";
import { z } from "zod";
import { notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { Config } from "#server/config.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { operatorFetch } from "#server/outgoing/operator.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import type { Client, SecondFactorNeeded, TokenPair } from "./identity.model.ts";
import { issueLink, redeemLink } from "./link.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import type { PersonRow } from "./session.service.ts";
import { secondStepOf } from "./sign-in.service.ts";
import { newToken } from "./token.service.ts";
import { tellOfChange } from "./ways.service.ts";
import { email as emailRule, nameOf } from "./validators.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const cookieName = "levee_oauth";
const attemptSeconds = 600;
const callProvider = operatorFetch("sign-on", {
  wholeMs: 20_000,
  atOnce: 32,
  mostBytes: 1024 * 1024,
});

/** True when Google (or the provider that stands in for it) is configured. */
export const googleConfigured = (config: Config): boolean =>
  Boolean(config.LEVEE_GOOGLE_CLIENT_ID && config.LEVEE_GOOGLE_CLIENT_SECRET);

let known: { issuer: string; configuration: Promise<Configuration> } | undefined;

// The library puts what our door refused behind errors of its own.
const refusalIn = (error: unknown): OutgoingRefusal | undefined =>
  error instanceof OutgoingRefusal
    ? error
    : error instanceof Error
      ? refusalIn(error.cause)
      : undefined;
const forgetProvider = (error: unknown): never => {
  known = undefined;
  throw refusalIn(error) ?? error;
};

const isLoopback = (issuer: string) =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(issuer).hostname);

const provider = (config: Config): Promise<Configuration> => {
  if (!googleConfigured(config)) throw notFound("sign-in with google");
  const issuer = config.LEVEE_GOOGLE_ISSUER;
  if (known?.issuer !== issuer) {
    // Plain HTTP is for a provider on this machine only (tests).
    const configuration = discovery(
      new URL(issuer),
      config.LEVEE_GOOGLE_CLIENT_ID!,
      config.LEVEE_GOOGLE_CLIENT_SECRET!,
      undefined,
      {
        execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
        [customFetch]: callProvider as CustomFetch,
      },
    );
    known = { issuer, configuration: configuration.catch(forgetProvider) };
  }
  return known.configuration;
};

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  browser: z.string(),
  until: z.number(),
});
type Attempt = z.infer<typeof attempt>;

const cookie = (config: Config, value: string, seconds: number) =>
  `${cookieName}=${value}; Path=/auth/v1; Max-Age=${seconds}; HttpOnly; SameSite=Lax${config.origin.startsWith("https:") ? "; Secure" : ""}`;
/** Ends the attempt in the browser. */
export const forgetAttempt = (config: Config): string => cookie(config, "", 0);

/**
 * The attempt that this browser began, from its sealed cookie; null when there is none or it is too
 * old.
 */
const attemptOf = (cookies: string | undefined): Attempt | null => {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(cookies ?? "")?.[1];
  if (!value) return null;
  try {
    const found = attempt.parse(JSON.parse(unseal("oauth-attempt", "browser", value)));
    return found.until > databaseMs() ? found : null;
  } catch {
    return null;
  }
};

const callback = (config: Config) => `${config.origin}/auth/v1/callback`;

/**
 * Begins a sign-in with the provider (authorization code with PKCE, state and nonce): where to send
 * the browser, and the cookie that it keeps.
 */
export const beginOAuth = async (config: Config): Promise<{ location: string; cookie: string }> => {
  const found = await provider(config);
  const begun: Attempt = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    browser: newToken(),
    until: databaseMs() + attemptSeconds * 1000,
  };
  const location = buildAuthorizationUrl(found, {
    redirect_uri: callback(config),
    scope: "openid email profile",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    prompt: "select_account",
  });
  return {
    location: location.href,
    cookie: cookie(config, seal("oauth-attempt", "browser", JSON.stringify(begun)), attemptSeconds),
  };
};

type Claims = { subject: string; email: string; name: string };

const claimsOf = async (config: Config, address: string, begun: Attempt): Promise<Claims> => {
  const tokens = await authorizationCodeGrant(
    await provider(config),
    new URL(address, config.origin),
    {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims()!;
  const address_ = emailRule.safeParse(claims["email"]);
  if (!address_.success || claims["email_verified"] !== true)
    throw new Problem(
      "notAllowed",
      "email_not_verified",
      "The account there has no confirmed e-mail address.",
    );
  return {
    subject: claims.sub,
    email: address_.data,
    name: nameOf(
      typeof claims["name"] === "string" && claims["name"].trim()
        ? claims["name"].trim().slice(0, 120)
        : address_.data.split("@")[0]!,
    ),
  };
};

/**
 * The person of the claims: known by the provider's subject, else by the confirmed address, else
 * new. An address that was signed up here
 * and never confirmed loses the password that was set for it: whoever typed it never proved that
 * the address is theirs.
 */
const personOf = async (tx: Tx, claims: Claims): Promise<string> => {
  const linked = await tx.maybe<{ personId: string }>(sql`
    select person_id
    from account
    where provider = 'google' and provider_account_id = ${claims.subject}
  `);
  if (linked) return linked.personId;
  const existing = await tx.maybe<{ id: string; emailVerifiedAt: Instant | null }>(
    sql`select id, email_verified_at from person where email = ${claims.email} for update`,
  );
  const id = existing?.id ?? newId();
  if (!existing)
    await tx.rows(sql`
      insert into person (id, email, display_name, email_verified_at)
      values (${id}, ${claims.email}, ${claims.name}, clock_timestamp())
    `);
  else if (!existing.emailVerifiedAt) {
    await tx.rows(sql`delete from account where person_id = ${id}`);
    await tx.rows(sql`delete from verification where person_id = ${id}`);
    await tx.rows(sql`
      update person
      set email_verified_at = clock_timestamp(), version = version + 1
      where id = ${id}
    `);
  }
  await tx.rows(sql`
    insert into account (id, person_id, provider, provider_account_id)
    values (${newId()}, ${id}, 'google', ${claims.subject})
    on conflict (person_id, provider)
    do update set provider_account_id = excluded.provider_account_id, updated_at = clock_timestamp()
  `);
  await logSecurityEvent(tx, {
    type: "provider_linked",
    severity: "medium",
    personId: id,
    data: { provider: "google" },
  });
  if (existing?.emailVerifiedAt)
    await tellOfChange(tx, id, {
      kind: "provider_linked",
      subject: "Google can now sign in to your Levee account",
      paragraphs: [
        `Somebody signed in with the Google account of ${claims.email}. From now on it opens your account.`,
      ],
    });
  return id;
};

/**
 * The provider's answer: a code for this browser alone, good once for two minutes, to be exchanged
 * at the token endpoint. @throws Problem 401, 403; the library's errors.
 */
export const finishOAuth = async (
  db: IdentityDb,
  config: Config,
  address: string,
  cookies: string | undefined,
): Promise<string> => {
  const begun = attemptOf(cookies);
  if (!begun)
    throw new Problem(
      "notAllowed",
      "oauth_expired",
      "The sign-in took too long or was begun in another browser.",
    );
  const claims = await claimsOf(config, address, begun);
  return db.transaction(async (tx) =>
    issueLink(tx, await personOf(tx, claims), "oauth", begun.browser),
  );
};

/**
 * Exchanges the code of `finishOAuth` for a session, in the browser that began. @throws Problem
 * 401, 403 as the password sign-in does.
 */
export const exchangeOAuth = (
  db: IdentityDb,
  code: string,
  cookies: string | undefined,
  client: Client,
): Promise<TokenPair | SecondFactorNeeded> =>
  db.transaction(async (tx) => {
    const begun = attemptOf(cookies);
    const personId = begun && (await redeemLink(tx, code + begun.browser, "oauth"));
    if (!personId)
      throw new Problem(
        "notSignedIn",
        "oauth_expired",
        "This sign-in was used or took too long. Start again.",
      );
    const person = await tx.one<PersonRow>(
      sql`select id, email, display_name, email_verified_at from person where id = ${personId}`,
    );
    return secondStepOf(tx, person, client, { method: "google" });
  });
