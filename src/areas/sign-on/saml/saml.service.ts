import { SAML, ValidateInResponseTo, type Profile } from "@node-saml/node-saml";
import type { App } from "#server/app.ts";
import { unseal } from "#server/auth/sealing.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { SignOnRefusal } from "../attempt/refusal.ts";
import { claimsOf, oneOf, valuesOf, type Answer } from "../provider/claims.model.ts";
import { secretPurpose, type Provider } from "../provider/provider-row.ts";
import type { Envelope } from "./front-check.ts";

/** So far the two clocks may be apart, milliseconds. */
const skewMs = 60_000;
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

/** Our entity id and metadata, and where answers are posted to: addresses of the provider alone. */
export const samlAddresses = (app: App, providerId: string): { entity: string; acs: string } => ({
  entity: `${app.config.origin}/auth/v1/saml/${providerId}/metadata`,
  acs: `${app.config.origin}/auth/v1/saml/${providerId}/acs`,
});

/** What the provider's administrator takes in: our description of ourselves (SAML 2.0 Metadata). */
export const ownMetadata = (app: App, provider: Provider): string => {
  const { entity, acs } = samlAddresses(app, provider.id);
  const certificate = (provider.ownCertificate ?? "").replace(/-----[A-Z ]+-----|\s/g, "");
  const key = `<ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true"`,
    ` protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">`,
    `<md:KeyDescriptor use="signing">`,
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${key}</ds:KeyInfo>`,
    `</md:KeyDescriptor>`,
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"`,
    ` Location="${acs}" index="0" isDefault="true"/>`,
    `</md:SPSSODescriptor></md:EntityDescriptor>`,
  ].join("\n");
};

// What the library keeps of requests stands in the database, with the attempt; it asks for this one.
const libraryOf = (app: App, provider: Provider, requestId: string): SAML => {
  const { entity, acs } = samlAddresses(app, provider.id);
  return new SAML({
    callbackUrl: acs,
    issuer: entity,
    audience: entity,
    entryPoint: provider.entryPoint,
    idpCert: provider.certificates,
    privateKey: unseal(secretPurpose, `${provider.orgId} ${provider.id}`, provider.ownKeySealed!),
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // One of the two must be signed; the library reads from what was.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // Times are judged by the database's clock, below.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: Number.MAX_SAFE_INTEGER,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? "2026-01-01T00:00:00.000Z" : null),
      removeAsync: async () => null,
    },
  });
};

/** Where the browser goes with a signed request; `attemptId` comes back as RelayState. */
export const beginSaml = (
  app: App,
  provider: Provider,
  requestId: string,
  attemptId: string,
): Promise<string> =>
  libraryOf(app, provider, requestId).getAuthorizeUrlAsync(attemptId, undefined, {});

type Parsed = { $?: Record<string, string>; _?: string } & {
  [child: string]: Parsed[] | undefined;
};
type Assertion = Parsed;

const one = (node: Parsed | undefined, name: string): Parsed | undefined => {
  const found = node?.[name] as Parsed[] | undefined;
  if (found && found.length > 1) throw new SignOnRefusal("malformed", `several ${name}`);
  return found?.[0];
};
const all = (node: Parsed | undefined, name: string): Parsed[] =>
  (node?.[name] as Parsed[] | undefined) ?? [];

const requireTimes = (attributes: Record<string, string> | undefined, ends: boolean): void => {
  const now = databaseMs();
  const { NotBefore, NotOnOrAfter } = attributes ?? {};
  if (ends && NotOnOrAfter === undefined) throw new SignOnRefusal("wrong_time", "without an end");
  // What is no moment holds at no time.
  if (NotBefore !== undefined && !(Date.parse(NotBefore) <= now + skewMs))
    throw new SignOnRefusal("wrong_time", `not before ${NotBefore}`);
  if (NotOnOrAfter !== undefined && !(Date.parse(NotOnOrAfter) > now - skewMs))
    throw new SignOnRefusal("wrong_time", `until ${NotOnOrAfter}`);
};

/** The subject is confirmed for us, for our request, now (SAML 2.0 Profiles, 4.1.4.2). */
const requireConfirmed = (subject: Parsed | undefined, acs: string, requestId: string): void => {
  const bearers = all(subject, "SubjectConfirmation").filter((c) => c.$?.["Method"] === bearer);
  const data = one(bearers.length === 1 ? bearers[0] : undefined, "SubjectConfirmationData");
  if (!data?.$) throw new SignOnRefusal("malformed", "no confirmation of its bearer");
  if (data.$["Recipient"] !== acs)
    throw new SignOnRefusal("wrong_recipient", data.$["Recipient"] ?? "");
  if (data.$["InResponseTo"] !== requestId)
    throw new SignOnRefusal("wrong_request", "the subject is of another request");
  requireTimes(data.$, true);
};

const requireMeant = (assertion: Assertion, provider: Provider, entity: string): void => {
  if (one(assertion, "Issuer")?._?.trim() !== provider.issuer)
    throw new SignOnRefusal("wrong_issuer", one(assertion, "Issuer")?._ ?? "");
  const conditions = one(assertion, "Conditions");
  const audiences = all(conditions, "AudienceRestriction");
  if (
    audiences.length === 0 ||
    !audiences.every((a) => all(a, "Audience").some((each) => each._?.trim() === entity))
  )
    throw new SignOnRefusal("wrong_audience");
  requireTimes(conditions?.$, true);
};

const rawClaims = (assertion: Assertion): Record<string, unknown> =>
  Object.fromEntries(
    all(assertion, "AttributeStatement")
      .flatMap((statement) => all(statement, "Attribute"))
      .map((attribute): [string, string[]] => [
        attribute.$?.["Name"] ?? "",
        all(attribute, "AttributeValue").flatMap((value) => value._ ?? []),
      ])
      .map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

const answerOf = (provider: Provider, assertion: Assertion): Answer => {
  const nameId = one(one(assertion, "Subject"), "NameID");
  const contexts = all(assertion, "AuthnStatement").flatMap((statement) =>
    all(one(statement, "AuthnContext"), "AuthnContextClassRef").flatMap((c) => c._?.trim() ?? []),
  );
  const claims = claimsOf({ ...rawClaims(assertion), NameID: nameId?._?.trim() ?? "" });
  const lasting = nameId?.$?.["Format"] === transient ? null : oneOf(claims, "NameID");
  const subject = provider.subjectClaim ? oneOf(claims, provider.subjectClaim) : lasting;
  if (!subject) throw new SignOnRefusal("no_subject", provider.subjectClaim || "a passing NameID");
  return {
    subject,
    email: oneOf(claims, provider.emailClaim)?.toLowerCase() ?? null,
    name: oneOf(claims, provider.nameClaim),
    emailDenied: false,
    methods: [
      ...contexts,
      ...valuesOf(claims, "http://schemas.microsoft.com/claims/authnmethodsreferences"),
    ],
    claims,
  };
};

const libraryRefusal = (error: unknown): SignOnRefusal => {
  if (error instanceof SignOnRefusal) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (/audience/i.test(detail)) return new SignOnRefusal("wrong_audience", detail);
  if (/signature/i.test(detail)) return new SignOnRefusal("bad_signature", detail);
  if (/InResponseTo/i.test(detail)) return new SignOnRefusal("wrong_request", detail);
  return new SignOnRefusal("malformed", detail);
};

/**
 * Checks an answer that the front check let through, and reads who it is from nothing but the bytes
 * that were signed.
 * @throws SignOnRefusal
 */
export const finishSaml = async (
  app: App,
  provider: Provider,
  samlResponse: string,
  { envelope, requestId }: { envelope: Envelope; requestId: string },
): Promise<Answer> => {
  const { entity, acs } = samlAddresses(app, provider.id);
  if (envelope.destination !== null && envelope.destination !== acs)
    throw new SignOnRefusal("wrong_recipient", envelope.destination);
  let profile: Profile | null;
  try {
    ({ profile } = await libraryOf(app, provider, requestId).validatePostResponseAsync({
      SAMLResponse: samlResponse,
    }));
  } catch (error) {
    throw libraryRefusal(error);
  }
  const assertion = profile?.getAssertion?.()["Assertion"] as Assertion | undefined;
  if (!assertion) throw new SignOnRefusal("malformed", "no assertion");
  requireMeant(assertion, provider, entity);
  requireConfirmed(one(assertion, "Subject"), acs, requestId);
  return answerOf(provider, assertion);
};
