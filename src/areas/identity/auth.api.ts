import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { notSignedIn, invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { noteWrite } from "#server/db/standby/standby.ts";
import { changePassword, renamePerson, userOf } from "./person.service.ts";
import {
  addressRequest,
  authUser,
  changeUser,
  type Client,
  resendRequest,
  said,
  secondFactorNeeded,
  type SecondFactorNeeded,
  signUpAnswer,
  signUpRequest,
  tokenPair,
  type TokenPair,
  tokenRequest,
  verifyRequest,
} from "./identity.model.ts";
import { clientOf, markBrowser } from "./client.service.ts";
import { kickMail } from "./mail.jobs.ts";
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
  waysInOfLink,
} from "./sign-up.service.ts";
import { nameOf } from "./validators.model.ts";
import { waysIn } from "./ways.model.ts";

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

const common = { tag: "auth", ownAccount: true, ownTransaction: true, unkept: true } as const;

type SignInRequest = Exclude<z.output<typeof tokenRequest>, { grant_type: "refresh_token" }>;

const signIn = (
  app: App,
  body: SignInRequest,
  request: FastifyRequest,
  client: Client,
): Promise<TokenPair | SecondFactorNeeded> => {
  const db = identityDb(app.database);
  switch (body.grant_type) {
    case "password":
      return signInWithPassword(db, body.email, body.password, client);
    case "mfa":
      return signInWithSecondFactor(db, body.mfa_token, body.code, client);
    case "passkey":
      return signInWithPasskey(db, app.config, body.answer, client);
    case "oauth_code":
      return exchangeOAuth(db, body.code, request.headers.cookie, client);
  }
};

const token = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/token",
  permission: "public",
  opensIn: "suspended",
  summary:
    "Sign in with a password, a second factor, a passkey or the code of an outside provider, or exchange a refresh token",
  body: tokenRequest,
  response: z.union([tokenPair, secondFactorNeeded]),
  handler: async ({ app, body, request, reply }) => {
    const client = clientOf(request);
    if (body.grant_type === "refresh_token")
      return refreshSession(identityDb(app.database), body.refresh_token, client);
    const answer = await signIn(app, body, request, client);
    if (body.grant_type === "oauth_code") reply.header("set-cookie", forgetAttempt(app.config));
    if ("access_token" in answer) markBrowser(reply, app.config, client.browser);
    return answer;
  },
});

const signUpEndpoint = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/sign-up",
  permission: "public",
  opensIn: "suspended",
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
    opensIn: "suspended",
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
              ? { but: [mine.sessionId] }
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
  opensIn: "suspended",
  summary:
    "Use a link from a letter: confirm an address (answers with tokens) or set a new password",
  body: verifyRequest,
  response: z.union([tokenPair, said]),
  handler: async ({ app, body, request, reply }) => {
    const db = identityDb(app.database);
    if (body.type !== "recovery") {
      const client = clientOf(request);
      const pair = await confirmAddress(db, body.token_hash, client);
      markBrowser(reply, app.config, client.browser);
      return pair;
    }
    await resetPassword(db, body.token_hash, body.password, clientOf(request), body.keep);
    kickMail(app);
    return { message: "Your password is changed. Sign in with the new one." };
  },
});

const resetSubject = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/recovery",
  permission: "public",
  opensIn: "suspended",
  summary:
    "What a link for a new password may keep: passkeys and sessions of its person. The link stays good",
  body: z.object({ token_hash: z.string().min(1).max(200) }),
  response: waysIn,
  handler: ({ app, body, request }) =>
    waysInOfLink(identityDb(app.database), body.token_hash, clientOf(request)),
});

const recoverEndpoint = endpoint({
  ...common,
  method: "POST",
  path: "/auth/v1/recover",
  permission: "public",
  opensIn: "suspended",
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
  opensIn: "suspended",
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
  opensIn: "suspended",
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
    await noteWrite(app.database, actor.orgId);
    return userOf(db, actor.personId!);
  },
});

export const authEndpoints: Endpoint[] = [
  token,
  signUpEndpoint,
  signOutAt("/auth/v1/sign-out"),
  signOutAt("/auth/v1/logout"),
  verify,
  resetSubject,
  recoverEndpoint,
  resend,
  sendVerificationEmail,
  getUser,
  putUser,
];
