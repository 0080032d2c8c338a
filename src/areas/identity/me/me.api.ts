import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { noteWrite } from "#server/db/standby/standby.ts";
import { principalOfSession } from "../principal.service.ts";
import { inboxKey } from "../identity.model.ts";
import { tokenHash } from "../token.service.ts";
import { securityEventKinds } from "../security-event.labels.ts";
import { logSecurityEvent } from "../security-event.service.ts";
import { endSessions, openSessions } from "../session.service.ts";
import { spend } from "../rate-limit.service.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { demoInbox } from "#server/mail/mail.ts";
import { allCounts } from "./counts.service.ts";
import { me, mePatch, sessionRow } from "./me.model.ts";
import { editMe, enterOrganization, readMe } from "./me.service.ts";

const letter = z
  .object({
    id: z.string(),
    kind: z.string(),
    toAddress: z.string(),
    subject: z.string(),
    bodyText: z.string(),
    link: z.string().nullable(),
    createdAt: instantField,
    sentAt: instantField.nullable(),
  })
  .meta({ id: "DemoLetter" });

const event = z.object({
  p_event_type: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^[\w.:-]+$/, "Use letters, digits, . : _ -"),
  p_severity: z.enum(["low", "medium", "high", "critical"]),
  p_user_id: z.unknown().optional(),
  p_event_data: z
    .record(z.string(), z.unknown())
    .default({})
    .refine((data) => JSON.stringify(data).length <= 16_384, "At most 16 KB"),
});

export const meEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/me",
    permission: "signed-in",
    ownAccount: true,
    summary: "Who is signed in: person, agency, role, duties, permissions, invitations",
    response: me,
    handler: ({ app, actor }) => readMe(identityDb(app.database), actor),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/me",
    permission: "signed-in",
    ownAccount: true,
    summary: "Change your name or preferences",
    ownTransaction: true,
    body: mePatch,
    response: me,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      await editMe(db, actor, body);
      await noteWrite(app.database, actor.orgId);
      return readMe(db, actor);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/me/active-organization",
    permission: "signed-in",
    ownAccount: true,
    summary: "Work in another of your agencies",
    ownTransaction: true,
    status: 200,
    body: z.object({ organizationId: z.uuid("Invalid UUID format").nullable() }),
    response: me,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      await enterOrganization(db, actor, body.organizationId);
      return readMe(db, await principalOfSession(db, actor.sessionId!, actor.personId!));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/me/counts",
    permission: "signed-in",
    ownAccount: true,
    summary: "Figures of the header's badges",
    response: z.record(z.string(), z.number()),
    handler: ({ db, actor }) => allCounts(db, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/me/sessions",
    permission: "signed-in",
    ownAccount: true,
    summary: "Your open sessions",
    response: z.object({ items: z.array(sessionRow) }),
    handler: async ({ app, actor }) => ({
      items: await openSessions(identityDb(app.database), actor.personId!, actor.sessionId),
    }),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/v1/me/sessions/{id}",
    permission: "signed-in",
    ownAccount: true,
    summary: "End one of your sessions",
    ownTransaction: true,
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params }) => {
      if (
        !(await endSessions(identityDb(app.database), actor.personId!, "revoked", {
          only: params.id,
        }))
      )
        throw notFound("open session");
      return { id: params.id };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/rpc/log_security_event",
    permission: "public",
    opensIn: "suspended",
    summary: "Record a security event; the actor is the session's, a given p_user_id is ignored",
    ownTransaction: true,
    body: event,
    response: z.object({ logged: z.literal(true) }),
    handler: async ({ app, actor, body, request }) => {
      const db = identityDb(app.database);
      await spend(db, "events", actor.personId ?? addressForLimits(request.ip));
      await logSecurityEvent(db, {
        // What a browser tells never passes for what the server saw.
        type:
          body.p_event_type in securityEventKinds
            ? `reported:${body.p_event_type}`
            : body.p_event_type,
        severity: body.p_severity,
        personId: actor.personId,
        orgId: actor.orgId,
        sessionId: actor.sessionId,
        data: body.p_event_data,
        address: request.ip,
      });
      return { logged: true as const };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/demo-mail",
    permission: "public",
    summary:
      "Letters that you may read in demo mode (own address, own agency, addresses signed up with this browser's X-Levee-Inbox key); not there otherwise",
    tag: "demo",
    response: z.object({ items: z.array(letter) }),
    handler: async ({ app, actor, request }) => {
      if (!app.config.demo || app.config.LEVEE_SMTP_URL) throw notFound("address");
      const key = inboxKey.safeParse(request.headers["x-levee-inbox"]);
      return {
        items: await demoInbox(
          identityDb(app.database),
          {
            email: actor.email,
            orgId: actor.orgId,
            inboxKeyHash: key.success ? tokenHash(key.data) : null,
          },
          app.config.origin,
        ),
      };
    },
  }),
];
