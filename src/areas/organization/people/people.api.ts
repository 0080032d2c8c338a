import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listPage, listQuery } from "#server/http/list.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import {
  accountsOf,
  endSessionsIn,
  kickMail,
  lockAccount,
  resendAccountConfirmation,
  unlockAccount,
} from "#areas/identity/identity.server.ts";
import { memberById } from "../member/member.service.ts";
import { dormancyOf, setDormancy } from "./dormancy.service.ts";
import { peopleList } from "./people.list.ts";
import {
  accountRow,
  departmentInput,
  dormancy,
  dormancyInput,
  endInput,
  manyAnswer,
  personFile,
  personRow,
  reasonInput,
  rightRow,
} from "./people.model.ts";
import { endMany, listPeople, moveMany, personFileOf } from "./people.service.ts";
import { rightsOf } from "./right.service.ts";

const ended = z.object({ ended: z.number() });
const sessionParams = idParams.extend({ sessionId: z.uuid("Not a session id.") });

const ofPeople: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/people",
    permission: "member.edit",
    summary: "Everyone of the agency with source, rights, last sign-in and its strength",
    query: listQuery(peopleList),
    response: listPage(personRow),
    handler: ({ app, db, actor, query }) => listPeople(app, db, actor, query),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/people/{id}",
    permission: "member.edit",
    summary: "One person: rights, sessions in this agency, what waits for them",
    params: idParams,
    response: personFile,
    handler: ({ app, db, actor, params }) => personFileOf(app, db, actor, params.id),
  }),
  actAt("/api/v1/people", "end", {
    permission: "member.edit",
    summary: "End memberships now, with a reason; sessions in this agency end",
    ownTransaction: true,
    body: endInput,
    response: manyAnswer,
    handler: ({ app, actor, body }) => endMany(app, actor, body),
  }),
  actAt("/api/v1/people", "department", {
    permission: "member.edit",
    summary: "Move members to a department",
    body: departmentInput,
    response: manyAnswer,
    handler: ({ tx, actor, body }) => moveMany(tx, actor, body),
  }),
  recordAct("/api/v1/people", "end-sessions", {
    permission: "member.edit",
    summary: "End all sessions of a member that work in this agency",
    ownTransaction: true,
    response: ended,
    handler: async ({ app, actor, params }) => {
      await memberById(app.database.read(actor), params.id);
      const by = { actor, reason: "ended_by_administrator" };
      return {
        ended: await endSessionsIn(identityDb(app.database), actor.orgId!, params.id, by),
      };
    },
  }),
  actAt("/api/v1/people/{id}/sessions/{sessionId}", "end", {
    permission: "member.edit",
    summary: "End one session of a member that works in this agency",
    ownTransaction: true,
    params: sessionParams,
    response: ended,
    handler: async ({ app, actor, params }) => {
      await memberById(app.database.read(actor), params.id);
      const by = { actor, reason: "ended_by_administrator", only: params.sessionId };
      return {
        ended: await endSessionsIn(identityDb(app.database), actor.orgId!, params.id, by),
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/rights",
    permission: ["member.edit", "member.confirm"],
    summary: "Every role and duty held now, with giver, source, reason, since, until, last used",
    response: z.object({ items: z.array(rightRow) }),
    handler: async ({ db }) => ({ items: await rightsOf(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/rights/mine",
    permission: "member.read",
    summary: "Your own role and duties, with who gave them and why",
    response: z.object({ items: z.array(rightRow) }),
    handler: async ({ db, actor }) => ({
      items: actor.orgId ? await rightsOf(db, actor.personId) : [],
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/dormancy",
    permission: "member.edit",
    summary: "After how many days without a sign-in memberships end",
    response: dormancy,
    handler: ({ db }) => dormancyOf(db),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/dormancy",
    permission: "member.edit",
    summary: "Set from which day on how many days without a sign-in end a membership",
    body: dormancyInput,
    response: dormancy,
    handler: ({ tx, actor, body }) => setDormancy(tx, actor, body),
  }),
];

const path = "/api/v1/accounts";
const nothing = z.object({ id: z.string() });

const ofInstallation: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "account.manage",
    summary: "Accounts of the installation; nothing of any agency's business",
    query: z.object({
      q: z.string().trim().max(200).default(""),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      show: z.enum(["all", "locked", "unconfirmed"]).default("all"),
    }),
    response: z.object({ items: z.array(accountRow), total: z.number() }),
    handler: async ({ app, actor, query }) => {
      await requireMachine(app.database, actor);
      return accountsOf(identityDb(app.database), query);
    },
  }),
  recordAct(path, "lock", {
    permission: "account.manage",
    summary: "Lock an account, with a reason; its sessions end at once",
    ownTransaction: true,
    body: reasonInput,
    response: nothing,
    handler: async ({ app, actor, params, body }) => {
      await requireMachine(app.database, actor);
      await lockAccount(identityDb(app.database), actor, params.id, body.reason);
      return { id: params.id };
    },
  }),
  recordAct(path, "unlock", {
    permission: "account.manage",
    summary: "Unlock an account, with a reason",
    ownTransaction: true,
    body: reasonInput,
    response: nothing,
    handler: async ({ app, actor, params, body }) => {
      await requireMachine(app.database, actor);
      await unlockAccount(identityDb(app.database), actor, params.id, body.reason);
      return { id: params.id };
    },
  }),
  recordAct(path, "resend-confirmation", {
    permission: "account.manage",
    summary: "Mail the link that confirms an account's address again",
    ownTransaction: true,
    response: nothing,
    handler: async ({ app, actor, params }) => {
      await requireMachine(app.database, actor);
      await resendAccountConfirmation(identityDb(app.database), params.id, app.config.origin);
      kickMail(app);
      return { id: params.id };
    },
  }),
];

export const peopleEndpoints: Endpoint[] = [...ofPeople, ...ofInstallation];
