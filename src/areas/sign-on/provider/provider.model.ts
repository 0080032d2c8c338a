import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import "#kernel/plain-words.ts";
import { arrivals, providerKinds } from "./provider.labels.ts";

const kinds = names(providerKinds);
const ways = names(arrivals);
const claimName = z.string().trim().max(300);

/** What counts whatever the provider speaks: who somebody is, and what happens when they come. */
const common = {
  name: z.string().trim().min(1, "Name it as your people call it").max(80),
  subjectClaim: claimName.default(""),
  emailClaim: claimName.min(1, "Say which claim holds the address").default("email"),
  nameClaim: claimName.min(1, "Say which claim holds the name").default("name"),
  arrival: z.enum(ways).default("invitation"),
  trustsSecondFactor: z.boolean().default(false),
  secondFactorValues: z
    .array(z.string().trim().min(1).max(300))
    .max(20, "At most 20")
    .default(["mfa"]),
};

/** An OpenID Connect provider; the secret is written and never read again. */
const oidc = z.object({
  kind: z.literal("oidc"),
  ...common,
  issuer: z.string().trim().min(1, "Type the issuer's address").max(1000),
  clientId: z.string().trim().min(1, "Type the client id").max(300),
  clientSecret: z.string().max(1000).default(""),
  scopes: z
    .string()
    .trim()
    .max(300)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, "Names by spaces")
    .default("openid email profile"),
});

/** A SAML provider: its own description of itself, pasted, or fetched from an address. */
const saml = z.object({
  kind: z.literal("saml"),
  ...common,
  metadata: z.string().max(300_000).default(""),
  metadataUrl: z.string().trim().max(1000).default(""),
});

export const providerInput = z.discriminatedUnion("kind", [oidc, saml]);
export type ProviderInput = z.output<typeof providerInput>;
export type OidcInput = z.output<typeof oidc>;
export type SamlInput = z.output<typeof saml>;

/** What may change while people come in by it; the connection itself does not. */
export const providerSettings = z.object(common);
export type ProviderSettings = z.output<typeof providerSettings>;

const certificate = z.object({
  subject: z.string(),
  endsAt: instantField,
  fingerprint: z.string(),
});
export type ShownCertificate = z.infer<typeof certificate>;

export const providerRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    kind: z.enum(kinds),
    status: z.string(),
    issuer: z.string(),
    arrival: z.enum(ways),
    testedAt: instantField.nullable(),
    people: z.number(),
    version: z.number(),
  })
  .meta({ id: "SignInProviderRow" });
export type ProviderRow = z.infer<typeof providerRow>;

export const providerRecord = providerRow
  .extend({
    clientId: z.string(),
    hasSecret: z.boolean(),
    scopes: z.string(),
    entryPoint: z.string(),
    certificates: z.array(certificate),
    ownCertificate: certificate.nullable(),
    subjectClaim: z.string(),
    emailClaim: z.string(),
    nameClaim: z.string(),
    trustsSecondFactor: z.boolean(),
    secondFactorValues: z.array(z.string()),
    /** What the provider's administrator asks for. */
    redirectAddress: z.string(),
    metadataAddress: z.string().nullable(),
    enforced: z.boolean(),
    actions: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        enabled: z.boolean(),
        reason: z.string().nullable(),
        needsReason: z.boolean(),
        tone: z.enum(["primary", "default", "danger"]),
      }),
    ),
  })
  .meta({ id: "SignInProvider" });
export type ProviderRecord = z.infer<typeof providerRecord>;

/** What a test of a provider brought. */
export const testResult = z.object({
  id: z.string(),
  at: z.string(),
  good: z.boolean(),
  refused: z.string().nullable(),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  methods: z.array(z.string()),
  secondFactor: z.boolean(),
  claims: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
export type TestResult = z.infer<typeof testResult>;
