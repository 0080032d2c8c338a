import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { permissions, type PermissionName } from "#roles.ts";
import { notAllowed } from "#kernel/errors.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { runList } from "#server/http/list-page.ts";
import { listPage, listQuery, type ListPage, type ListQuery } from "#server/http/list.ts";
import type { Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import {
  kept,
  limitSensitive,
  nothingKept,
  waysIn,
  waysInOf,
} from "#areas/identity/identity.server.ts";
import { closedSeats, seats, type Seat } from "../competence/seat.service.ts";
import { peopleWhoMay } from "../grant/standing.service.ts";
import {
  changedMember,
  memberPatch,
  memberRow,
  type MemberRow,
  roleGrant,
} from "./member.model.ts";
import {
  editMember,
  memberById,
  memberList,
  membersOf,
  resetMemberFactor,
} from "./member.service.ts";

type Grant = {
  personId: string;
  role: z.infer<typeof roleGrant>["role"];
  grantedAt: string;
  expiresAt: string | null;
};

// Colleagues see who has which role and duties; until when is for oneself and administrators.
const shownTo = (actor: Actor, row: MemberRow): MemberRow =>
  actor.permissions.has("member.edit") || row.id === actor.personId
    ? row
    : { ...row, roleExpiresAt: null, dutyEnds: {} };

const knownPermission = z
  .string()
  .refine((name) => name in permissions, "There is no permission of this name.");
/** In no agency: what finds nobody. */
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * `may=workOrder.work`: active members who hold this permission now, so that a list of people offers
 * nobody who is refused.
 */
const whoMay = async (db: Db, query: ListQuery): Promise<ListQuery> => {
  if (!query.may) return query;
  const holders = await peopleWhoMay(db, query.may as PermissionName);
  return { ...query, id: holders.length > 0 ? holders : [nobody] };
};

/**
 * A page of members for a seat: whoever lacks what it demands comes last, with the reason. All of the
 * agency's members are looked at, so that the order holds over pages.
 */
const offeredFor = async (
  db: Db,
  actor: Actor,
  seat: Seat,
  query: ListQuery,
): Promise<ListPage<MemberRow>> => {
  const among = query.id ? [query.id].flat().map(String) : await membersOf(db, null);
  const closed = await closedSeats(db, seat, among);
  if (!closed || closed.size === 0) return runList<MemberRow>(db, actor, memberList, query);
  const fit = among.filter((id) => !closed.has(id));
  const page = (ids: readonly string[], limit: number) =>
    runList<MemberRow>(db, actor, memberList, {
      ...query,
      id: ids.length ? [...ids] : [nobody],
      limit,
    });
  const limit = Number(query.limit ?? 50);
  const first = await page(fit, limit);
  const left = limit - first.items.length;
  const last = left > 0 ? await page([...closed.keys()], left) : null;
  return {
    ...first,
    total: (first.total ?? 0) + (last?.total ?? 0),
    items: [
      ...first.items,
      ...(last?.items ?? []).map((row) => ({ ...row, lacks: closed.get(row.id) })),
    ],
  } as ListPage<MemberRow>;
};

export const memberEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/members",
    permission: "member.read",
    summary: "People of the agency with role, duties and department",
    query: listQuery(memberList, {
      may: knownPermission.optional(),
      seat: z.enum(seats).optional(),
    }),
    response: listPage(memberRow),
    handler: async ({ db, actor, query }) => {
      const asked = await whoMay(db, query);
      const seat = query.seat as Seat | undefined;
      const page = seat
        ? await offeredFor(db, actor, seat, asked)
        : await runList<MemberRow>(db, actor, memberList, asked);
      return { ...page, items: page.items.map((row) => shownTo(actor, row)) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/members/{id}",
    permission: "member.read",
    summary: "One member",
    params: idParams,
    response: memberRow,
    handler: async ({ db, actor, params }) => shownTo(actor, await memberById(db, params.id)),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/members/{id}",
    permission: "member.edit",
    summary:
      "Change role and expiry, duties, department, title; switch a membership off or on. Roles and duties with money, award or bid powers, and your own, wait for a second person (waits)",
    params: idParams,
    body: memberPatch,
    response: changedMember,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      editMember(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/members/{id}/ways-in",
    permission: "member.edit",
    summary: "The passkeys and open sessions of a member, for helping them in",
    params: idParams,
    response: waysIn,
    handler: async ({ app, db, params }) => {
      await memberById(db, params.id);
      return waysInOf(identityDb(app.database), params.id);
    },
  }),
  recordAct("/api/v1/members", "reset-second-factor", {
    permission: "member.edit",
    summary:
      "Take the two-step sign-in off of a member who lost phone and backup codes; their sessions end and their passkeys go, except those that they keep",
    ownTransaction: true,
    body: z.object({
      reason: z.string().trim().min(3, "Say how you made sure that it is them who asks.").max(1000),
      keep: kept.default(nothingKept),
    }),
    response: memberRow,
    handler: async ({ app, actor, params, body }) => {
      const identity = identityDb(app.database);
      await limitSensitive(identity, `reset-factor:${actor.personId}`);
      return app.database.transaction(actor, (tx) =>
        resetMemberFactor(tx, identity, actor, params.id, body),
      );
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/user_roles",
    permission: "signed-in",
    summary:
      "Your newest grant that has not expired in the active agency, for administrators anybody's; null when there is none (the role is then user)",
    query: z.object({ user_id: z.uuid("Invalid UUID format") }),
    response: roleGrant.nullable(),
    handler: async ({ db, actor, query }) => {
      if (query.user_id !== actor.personId && !actor.permissions.has("member.edit"))
        throw notAllowed("You read your own role here; an administrator reads those of others.");
      const row = await db.maybe<Grant>(sql`
        select person_id, role, granted_at, expires_at
        from user_role
        where org_id = ${actor.orgId}
          and person_id = ${query.user_id}
          and (expires_at is null or expires_at > clock_timestamp())
        order by granted_at desc, id desc
        limit 1
      `);
      return (
        row && {
          user_id: row.personId,
          role: row.role,
          granted_at: row.grantedAt,
          expires_at: row.expiresAt,
        }
      );
    },
  }),
];
