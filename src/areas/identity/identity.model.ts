import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import {
  displayName,
  email,
  newPassword,
  secondFactorCode,
  typedPassword,
} from "./validators.model.ts";

/** Absolute life of a session, seconds (12 hours, NIST SP 800-63B-4 AAL2). */
export const sessionSeconds = 12 * 3600;
/**
 * A session that nobody refreshes for this long has ended, seconds (SPEC 9: 60 minutes of
 * inactivity).
 */
export const idleSeconds = 3600;
/** Life of links in mail, seconds. */
export const linkSeconds = { signup: 24 * 3600, recovery: 3600, mfa: 300, oauth: 120 } as const;

export const authUser = z
  .object({
    id: z.string(),
    email: z.string(),
    email_confirmed_at: z.string().nullable(),
    user_metadata: z.object({ display_name: z.string() }),
  })
  .meta({ id: "AuthUser" });
export type AuthUser = z.infer<typeof authUser>;

export const tokenPair = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("bearer"),
    expires_in: z.number().meta({ description: "seconds" }),
    expires_at: z.number().meta({ description: "seconds since 1970" }),
    user: authUser,
  })
  .meta({ id: "TokenPair" });
export type TokenPair = z.infer<typeof tokenPair>;

export const secondFactorNeeded = z
  .object({
    mfa_required: z.literal(true),
    mfa_token: z.string(),
    expires_in: z.number(),
    factors: z.array(z.enum(["totp", "backup_code"])),
  })
  .meta({ id: "SecondFactorNeeded" });
export type SecondFactorNeeded = z.infer<typeof secondFactorNeeded>;

const passwordGrant = z.object({
  grant_type: z.literal("password"),
  email,
  password: typedPassword,
});
const refreshGrant = z.object({
  grant_type: z.literal("refresh_token"),
  refresh_token: z.string().min(1).max(200),
});
const mfaGrant = z.object({
  grant_type: z.literal("mfa"),
  mfa_token: z.string().min(1).max(200),
  code: secondFactorCode,
});
const oauthGrant = z.object({
  grant_type: z.literal("oauth_code"),
  code: z.string().min(1).max(200),
});

/**
 * What a browser's authenticator answers (WebAuthn Level 3, JSON form); its inside is checked by
 * the verifier.
 */
export const passkeyAnswer = z
  .object({
    id: z.string().max(1400),
    rawId: z.string().max(1400),
    type: z.literal("public-key"),
    response: z.record(z.string().max(40), z.unknown()),
    clientExtensionResults: z.record(z.string().max(60), z.unknown()).default({}),
    authenticatorAttachment: z.string().max(40).nullish(),
  })
  .refine((answer) => JSON.stringify(answer).length < 20_000, "At most 20 KB");
const passkeyGrant = z.object({ grant_type: z.literal("passkey"), answer: passkeyAnswer });
export const tokenRequest = z.discriminatedUnion("grant_type", [
  passwordGrant,
  refreshGrant,
  mfaGrant,
  oauthGrant,
  passkeyGrant,
]);

/** Which ways in this server offers. */
export const authSettings = z
  .object({
    google: z.boolean(),
    passkeys: z.boolean(),
    demo: z.boolean(),
    /** Letters stay here, to be read at /mail. */
    demoMail: z.boolean(),
  })
  .meta({ id: "AuthSettings" });
/** Who the people of the demo are and what they do; the password only where it is the usual one. */
export const demoAccounts = z
  .object({
    password: z.string().nullable(),
    jobs: z.array(
      z.object({
        job: z.string(),
        accounts: z.array(
          z.object({ email: z.string(), name: z.string(), title: z.string(), does: z.string() }),
        ),
      }),
    ),
  })
  .meta({ id: "DemoAccounts" });
export type DemoAccounts = z.infer<typeof demoAccounts>;
export const passkeyRow = z
  .object({
    id: z.string(),
    name: z.string(),
    backedUp: z.boolean(),
    createdAt: instantField,
    lastUsedAt: instantField.nullable(),
  })
  .meta({ id: "Passkey" });
export type PasskeyRow = z.infer<typeof passkeyRow>;

/**
 * A secret that a browser makes for itself in demo mode, so that only it reads the letters of the
 * addresses it signed up.
 */
export const inboxKey = z.string().min(32).max(100);

/**
 * SPEC 7: address, password, `options.emailRedirectTo` (compared, never followed) and user data.
 */
export const signUpRequest = z.object({
  email,
  password: newPassword,
  data: z.object({ display_name: displayName.optional() }).optional(),
  demo_inbox: inboxKey.optional(),
  options: z
    .object({
      emailRedirectTo: z.string().max(2048).optional(),
      data: z.object({ display_name: displayName.optional() }).optional(),
    })
    .optional(),
});

export const signUpAnswer = z.object({
  user: authUser.extend({ id: z.null() }),
  session: z.null(),
  message: z.string(),
});

/** Ids of the passkeys and sessions that stay when an account is reset; every other one goes. */
export const kept = z.strictObject({
  passkeys: z.array(z.uuid("Invalid UUID format")).max(20).default([]),
  sessions: z.array(z.uuid("Invalid UUID format")).max(200).default([]),
});
export type Kept = z.infer<typeof kept>;
export const nothingKept: Kept = { passkeys: [], sessions: [] };

export const verifyRequest = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["signup", "email"]), token_hash: z.string().min(1).max(200) }),
  z.object({
    type: z.literal("recovery"),
    token_hash: z.string().min(1).max(200),
    password: newPassword,
    keep: kept.default(nothingKept),
  }),
]);

export const addressRequest = z.object({ email });
export const resendRequest = z.object({ type: z.literal("signup").default("signup"), email });
export const said = z.object({ message: z.string() });

export const changeUser = z.object({
  password: newPassword.optional(),
  current_password: typedPassword.optional(),
  data: z.object({ display_name: displayName.optional() }).optional(),
});

export const factorState = z.object({
  totp: z.boolean(),
  confirmed_at: z.string().nullable(),
  backup_codes_left: z.number(),
});
export const enrolment = z.object({ secret: z.string(), uri: z.string() });
export const backupCodes = z.object({ backup_codes: z.array(z.string()) });

/**
 * Who is asking, as seen by the server; address and user agent are kept with sessions and security
 * events. `browser` is the secret of its cookie, or of the one that it gets when it signs in.
 */
export type Client = { address: string; userAgent: string; browser?: string };
