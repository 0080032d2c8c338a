import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type CustomFetch,
} from "openid-client";
import type { App } from "#server/app.ts";
import { unseal } from "#server/auth/sealing.ts";
import { isAway } from "#server/db/away.ts";
import { fetchOf } from "#server/outgoing/operator.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { SignOnRefusal } from "../attempt/refusal.ts";
import { claimsOf, oneOf, valuesOf, type Answer } from "../provider/claims.model.ts";
import { secretPurpose, type Provider } from "../provider/provider-row.ts";

const callLimits = { wholeMs: 15_000, mostBytes: 1024 * 1024 };
// So soon a provider that is away, or has new keys, is noticed.
const descriptionMs = 60_000;
const mostKept = 500;

type Kept = { at: number; configuration: Promise<Configuration> };
const kept = new Map<string, Kept>();

/** Where the provider sends the browser back to: an address of its own for each provider. */
export const redirectAddress = (app: App, providerId: string): string =>
  `${app.config.origin}/auth/v1/oidc/${providerId}/callback`;

const describe = async (app: App, provider: Provider): Promise<Configuration> => {
  const issuer = new URL(provider.issuer);
  const secret = provider.secretSealed
    ? unseal(secretPurpose, `${provider.orgId} ${provider.id}`, provider.secretSealed)
    : "";
  return discovery(issuer, provider.clientId, secret, undefined, {
    // The answer's own signature is checked, also where it came by a channel that is safe.
    execute: [
      enableNonRepudiationChecks,
      // Plain HTTP is called only where those who run the server allow the host.
      ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
    ],
    // An administrator typed the address: it is judged, and so is every one that it leads to.
    [customFetch]: fetchOf(app.outgoing.of(provider.orgId), callLimits, {
      trusted: false,
      purpose: "sign-on",
    }) as CustomFetch,
  });
};

const configurationOf = (app: App, provider: Provider): Promise<Configuration> => {
  const key = `${provider.id} ${provider.version}`;
  const now = performance.now();
  const hit = kept.get(key);
  if (hit && now - hit.at < descriptionMs) return hit.configuration;
  if (kept.size >= mostKept) kept.clear();
  const configuration = describe(app, provider);
  configuration.catch(() => kept.delete(key));
  kept.set(key, { at: now, configuration });
  return configuration;
};

const reach = ["connection", "time", "busy", "resting", "certificate"];
const outwards = (error: unknown): OutgoingRefusal | null =>
  error instanceof OutgoingRefusal
    ? error
    : error instanceof Error && error.cause
      ? outwards(error.cause)
      : null;

/** What a failure of the library or of the wire means. */
const refusalOf = (error: unknown): Error => {
  if (error instanceof SignOnRefusal) return error;
  // Before the database's own failures: the wire to a provider breaks in the same words.
  const out = outwards(error);
  if (out)
    return reach.includes(out.rule)
      ? new SignOnRefusal("provider_unreachable", out.message)
      : new SignOnRefusal("provider_failed", out.message);
  if (isAway(error)) return error as Error;
  const {
    error: said,
    code,
    message,
    cause,
  } = error as {
    error?: string;
    code?: string;
    message?: string;
    cause?: { message?: string };
  };
  if (said === "access_denied") return new SignOnRefusal("access_denied");
  const detail = [said, code, message, cause?.message].filter(Boolean).join(" – ");
  if (/"iss"|issuer/i.test(detail)) return new SignOnRefusal("wrong_issuer", detail);
  if (/"aud"|audience/i.test(detail)) return new SignOnRefusal("wrong_audience", detail);
  if (/\balg\b|signature|"none"/i.test(detail)) return new SignOnRefusal("bad_signature", detail);
  if (/nonce|state/i.test(detail)) return new SignOnRefusal("wrong_request", detail);
  if (/"exp"|"nbf"|"iat"|TIMESTAMP/i.test(detail)) return new SignOnRefusal("wrong_time", detail);
  return new SignOnRefusal("provider_failed", detail);
};

/** What must be the same again when the browser comes back. */
export type OidcSecrets = { state: string; nonce: string; verifier: string };

/**
 * Where the browser goes to sign in: authorization code with PKCE, state and nonce.
 * @throws SignOnRefusal when the provider cannot be asked what it is.
 */
export const beginOidc = async (
  app: App,
  provider: Provider,
): Promise<{ location: string; secrets: OidcSecrets }> => {
  const secrets = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
  };
  try {
    const location = buildAuthorizationUrl(await configurationOf(app, provider), {
      redirect_uri: redirectAddress(app, provider.id),
      scope: provider.scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
    });
    return { location: location.href, secrets };
  } catch (error) {
    throw refusalOf(error);
  }
};

/**
 * Checks what the provider answered and reads who it is. The id token's claims come before those
 * that the provider tells beside it.
 * @throws SignOnRefusal
 */
export const finishOidc = async (
  app: App,
  provider: Provider,
  address: string,
  secrets: OidcSecrets,
): Promise<Answer> => {
  try {
    const configuration = await configurationOf(app, provider);
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(new URL(address, app.config.origin).search, redirectAddress(app, provider.id)),
      {
        pkceCodeVerifier: secrets.verifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      },
    );
    const own = tokens.claims()!;
    const beside = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, own.sub)
      : {};
    return answerOf(provider, { ...beside, ...own });
  } catch (error) {
    throw refusalOf(error);
  }
};

const answerOf = (provider: Provider, raw: Record<string, unknown>): Answer => {
  const claims = claimsOf(raw);
  const subject = oneOf(claims, provider.subjectClaim || "sub");
  if (!subject) throw new SignOnRefusal("no_subject", provider.subjectClaim);
  return {
    subject,
    email: oneOf(claims, provider.emailClaim)?.toLowerCase() ?? null,
    name: oneOf(claims, provider.nameClaim),
    emailDenied: raw["email_verified"] === false || raw["email_verified"] === "false",
    methods: [...valuesOf(claims, "amr"), ...valuesOf(claims, "acr")],
    claims,
  };
};
