import { z } from "zod";
import { notSignedIn, invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { changePassword, renamePerson, userOf } from "./person.service.ts";
import {
  addressRequest,
  authUser,
  backupCodes,
  changeUser,
  enrolment,
  factorState as factorShape,
  resendRequest,
  said,
  secondFactorNeeded,
  signUpAnswer,
  signUpRequest,
  tokenPair,
  tokenRequest,
  verifyRequest,
} from "./identity.model.ts";
import { clientOf } from "./client.service.ts";
import { kickMail } from "./mail.jobs.ts";
import {
  confirmFactor,
  enrol,
  factorState,
  removeFactor,
  renewBackupCodes,
} from "./second-factor.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { exchangeOAuth, forgetAttempt } from "./oauth.service.ts";
import { signInWithPasskey } from "./passkey.service.ts";
import { endSessions, refreshSession, sessionOfRefreshToken } from "./session.service.ts";
import { signInWithPassword, signInWithSecondFactor } from "./sign-in.service.ts";
import {
  confirmAddress,
  recover,
  recoverText,
  resendConfirmation,
  resendText,
  resetPassword,
  signUp,
  signUpText,
} from "./sign-up.service.ts";
import { secondFactorCode, nameOf } from "./validators.model.ts";

/**
 * Compares a redirect that a caller sends with our own pages; it is never used (mail links are
 * built by the server alone).
 */
const assertOurs = (
  app: App,
  address: string | undefined,
  field: string,
  paths: readonly string[],
) => {
  if (address === undefined) return;
  const url = URL.canParse(address, app.config.origin) ? new URL(address, app.config.origin) : null;
  if (!url || url.origin !== app.config.origin || !paths.includes(url.pathname))
    throw invalidField(field, `Must be a page of ${app.config.origin}: ${paths.join(", ")}`);
};

const common = { tag: "auth", ownTransaction: true, unkept: true } as const;

const token = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/token",
  permission: "public",
  summary:
    "Sign in with a password, a second factor, a passkey or the code of an outside provider, or exchange a refresh token",
  body: tokenRequest,
  response: z.union([tokenPair, secondFactorNeeded]),
  handler: async ({ app, body, request, reply }) => {
    const db = identityDb(app.database);
    const client = clientOf(request);
    if (body.grant_type === "password")
      return signInWithPassword(db, body.email, body.password, client);
    if (body.grant_type === "mfa")
      return signInWithSecondFactor(db, body.mfa_token, body.code, client);
    if (body.grant_type === "passkey")
      return signInWithPasskey(db, app.config, body.answer, client);
    if (body.grant_type === "oauth_code") {
      const answer = await exchangeOAuth(db, body.code, request.headers.cookie, client);
      reply.header("set-cookie", forgetAttempt(app.config));
      return answer;
    }
    return refreshSession(db, body.refresh_token, client);
  },
});

const signUpEndpoint = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/sign-up",
  permission: "public",
  summary:
    "Register; the confirming link is mailed. Known and unknown addresses get the same answer",
  body: signUpRequest,
  response: signUpAnswer,
  handler: async ({ app, body, request }) => {
    assertOurs(app, body.options?.emailRedirectTo, "options.emailRedirectTo", [
      "/auth",
      "/auth/confirm",
    ]);
    const name =
      body.data?.display_name ??
      body.options?.data?.display_name ??
      nameOf(body.email.split("@")[0]!);
    await signUp(
      identityDb(app.database),
      {
        email: body.email,
        password: body.password,
        displayName: name.slice(0, 120),
        inboxKey: app.config.demo ? (body.demo_inbox ?? null) : null,
      },
      app.config.origin,
      clientOf(request),
    );
    kickMail(app);
    return {
      user: {
        id: null,
        email: body.email,
        email_confirmed_at: null,
        user_metadata: { display_name: name },
      },
      session: null,
      message: signUpText,
    };
  },
});

const signOutAt = (path: string) =>
  endpoint({
    ...common,
    method: "POST",
    path,
    permission: "public",
    summary:
      "End this session, all of them (scope global) or all others; by access token or, once that ran out, by refresh token",
    body: z.object({
      refresh_token: z.string().max(200).optional(),
      scope: z.enum(["local", "global", "others"]).default("local"),
    }),
    response: said,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      const mine = actor.sessionId
        ? { personId: actor.personId!, sessionId: actor.sessionId }
        : body.refresh_token
          ? await sessionOfRefreshToken(db, body.refresh_token)
          : null;
      if (mine) {
        await endSessions(
          db,
          mine.personId,
          "signed_out",
          body.scope === "local"
            ? { only: mine.sessionId }
            : body.scope === "others"
              ? { except: mine.sessionId }
              : {},
        );
        await logSecurityEvent(db, {
          type: "signed_out",
          severity: "low",
          personId: mine.personId,
          sessionId: mine.sessionId,
          data: { scope: body.scope },
        });
      }
      return { message: "Signed out successfully" };
    },
  });

const verify = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/verify",
  permission: "public",
  summary:
    "Use a link from a letter: confirm an address (answers with tokens) or set a new password",
  body: verifyRequest,
  response: z.union([tokenPair, said]),
  handler: async ({ app, body, request }) => {
    const db = identityDb(app.database);
    if (body.type !== "recovery") return confirmAddress(db, body.token_hash, clientOf(request));
    await resetPassword(db, body.token_hash, body.password, clientOf(request));
    return { message: "Your password is changed. Sign in with the new one." };
  },
});

const recoverEndpoint = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/recover",
  permission: "public",
  summary: "Mail a link for choosing a new password",
  body: addressRequest,
  response: said,
  handler: async ({ app, body, request }) => {
    await recover(identityDb(app.database), body.email, app.config.origin, clientOf(request));
    kickMail(app);
    return { message: recoverText };
  },
});

const resend = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/resend",
  permission: "public",
  summary: "Mail the confirming link again",
  body: resendRequest,
  response: said,
  handler: async ({ app, body, request }) => {
    await resendConfirmation(
      identityDb(app.database),
      body.email,
      app.config.origin,
      clientOf(request),
    );
    kickMail(app);
    return { message: resendText };
  },
});

/**
 * SPEC 7: called by the client after sign-up and for a resend. Both addresses are compared with
 * ours and never used.
 */
const sendVerificationEmail = endpoint({
  ...common,
  method: "POST",
  path: "/functions/v1/send-verification-email",
  permission: "public",
  summary: "Ask for the confirming letter; the server builds the link itself",
  body: z.object({
    type: z.literal("verification"),
    email: addressRequest.shape.email,
    data: z
      .object({
        confirmationUrl: z.string().max(2048).optional(),
        baseUrl: z.string().max(2048).optional(),
      })
      .optional(),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  handler: async ({ app, body, request }) => {
    assertOurs(app, body.data?.confirmationUrl, "data.confirmationUrl", ["/auth", "/auth/confirm"]);
    assertOurs(app, body.data?.baseUrl, "data.baseUrl", ["/", ""]);
    await resendConfirmation(
      identityDb(app.database),
      body.email,
      app.config.origin,
      clientOf(request),
    );
    kickMail(app);
    return { success: true as const, message: resendText };
  },
});

const getUser = endpoint({
  ...common,
  method: "GET",
  path: "/auth/v1/user",
  permission: "signed-in",
  summary: "The signed-in person",
  response: authUser,
  handler: ({ app, actor }) => userOf(identityDb(app.database), actor.personId!),
});

const putUser = endpoint({
  ...common,
  method: "PUT",
  path: "/auth/v1/user",
  permission: "signed-in",
  summary: "Change the display name, or the password (with the current one)",
  body: changeUser,
  response: authUser,
  handler: async ({ app, actor, body, request }) => {
    const db = identityDb(app.database);
    if (!actor.sessionId) throw notSignedIn();
    if (body.password !== undefined)
      await changePassword(
        db,
        { personId: actor.personId!, sessionId: actor.sessionId, email: actor.email },
        body.current_password ?? "",
        body.password,
        clientOf(request),
      );
    if (body.data?.display_name) await renamePerson(db, actor, body.data.display_name);
    return userOf(db, actor.personId!);
  },
});

const code = z.object({ code: secondFactorCode });

const factors: Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/factors",
    permission: "signed-in",
    summary: "Whether a second factor is on",
    response: factorShape,
    handler: ({ app, actor }) => factorState(identityDb(app.database), actor.personId!),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors",
    permission: "signed-in",
    summary: "Begin setting up an authenticator app",
    response: enrolment,
    handler: ({ app, actor }) => enrol(identityDb(app.database), actor.personId!, actor.email),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/verify",
    permission: "signed-in",
    summary: "Turn the authenticator on with a code; answers with backup codes",
    body: code,
    response: backupCodes,
    handler: async ({ app, actor, body }) => ({
      backup_codes: await confirmFactor(
        identityDb(app.database),
        actor.personId!,
        actor.sessionId,
        body.code,
      ),
    }),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/backup-codes",
    permission: "signed-in",
    summary: "Replace the backup codes",
    body: code,
    response: backupCodes,
    handler: async ({ app, actor, body }) => ({
      backup_codes: await renewBackupCodes(identityDb(app.database), actor.personId!, body.code),
    }),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/remove",
    permission: "signed-in",
    summary: "Turn the second factor off",
    body: code,
    response: said,
    handler: async ({ app, actor, body }) => {
      await removeFactor(identityDb(app.database), actor.personId!, body.code);
      return { message: "Two-step sign-in is off." };
    },
  }),
];

export const authEndpoints: Endpoint[] = [
  token,
  signUpEndpoint,
  signOutAt("/auth/v1/sign-out"),
  signOutAt("/auth/v1/logout"),
  verify,
  recoverEndpoint,
  resend,
  sendVerificationEmail,
  getUser,
  putUser,
  ...factors,
];
