import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { enterOrganization, kickMail } from "#areas/identity/identity.server.ts";
import { invitationInput, invitationRow } from "../member/member.model.ts";
import {
  acceptInvitation,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "./invitation.service.ts";

export const invitationEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/invitations",
    permission: "member.edit",
    summary: "Invitations of the agency",
    response: z.object({ items: z.array(invitationRow) }),
    handler: async ({ db }) => ({ items: await listInvitations(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/invitations",
    permission: "member.edit",
    summary: "Invite an address with role, duties and department",
    body: invitationInput,
    response: invitationRow,
    handler: ({ tx, actor, body, app }) => {
      tx.afterCommit(() => kickMail(app));
      return invite(tx, actor, body, app.config.origin);
    },
  }),
  recordAct("/api/v1/invitations", "revoke", {
    permission: "member.edit",
    summary: "Withdraw an open invitation",
    response: invitationRow,
    handler: ({ tx, actor, params }) => revokeInvitation(tx, actor, params.id),
  }),
  recordAct("/api/v1/invitations", "resend", {
    permission: "member.edit",
    summary: "Mail an open invitation again",
    response: invitationRow,
    handler: ({ tx, actor, params, app }) => {
      tx.afterCommit(() => kickMail(app));
      return resendInvitation(tx, actor, params.id, app.config.origin);
    },
  }),
  recordAct("/api/v1/invitations", "accept", {
    permission: "signed-in",
    ownAccount: true,
    summary: "Join the agency that invited your address; you work in it at once",
    ownTransaction: true,
    response: z.object({ organizationId: z.string() }),
    handler: async ({ app, actor, params }) => {
      const db = identityDb(app.database);
      const organizationId = await acceptInvitation(app.database, db, actor, params.id);
      await enterOrganization(db, actor, organizationId);
      return { organizationId };
    },
  }),
];
