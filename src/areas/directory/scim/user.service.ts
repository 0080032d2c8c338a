import type { FastifyRequest } from "fastify";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { directoryUser } from "../directory.tables.ts";
import { applyGroups } from "../mapping/apply.service.ts";
import type { Answer, Caller } from "./call.service.ts";
import { pageOf, projected } from "./list.model.ts";
import { followManager } from "./manager.service.ts";
import { patched } from "./patch.model.ts";
import { refuse, ScimRefusal } from "./refusal.ts";
import {
  enterpriseSchema,
  normalized,
  userSchema,
  userShape,
  type Attributes,
} from "./resource.model.ts";
import { settle } from "./standing.service.ts";
import { etagOf, isKnown, requireMatch } from "./version.ts";

type User = typeof directoryUser.$inferSelect;
type WithGroups = User & { groups: { value: string; display: string }[] };

const groupsOf = sql`
  coalesce(
    (
      select json_agg(json_build_object(
          'value', g.id, 'display', g.display_name
        ) order by g.display_name)
      from directory_group_member m
      join directory_group g on g.org_id = m.org_id and g.id = m.group_id
      where m.org_id = u.org_id and m.user_id = u.id
    ),
    '[]'::json
  ) as groups
`;

const resourceOf = (user: WithGroups): Attributes => ({
  schemas: [userSchema, ...(user.attributes[enterpriseSchema] ? [enterpriseSchema] : [])],
  id: user.id,
  ...user.attributes,
  active: user.active,
  groups: user.groups,
  meta: {
    resourceType: "User",
    created: user.createdAt,
    lastModified: user.updatedAt,
    version: etagOf(user.version),
    location: `/scim/v2/Users/${user.id}`,
  },
});

const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** A user of this directory; 404 for another one's and for one that was deleted. */
const userOf = async (db: Db, caller: Caller, id: string, lock = false): Promise<WithGroups> => {
  const row = isId(id)
    ? await db.maybe<WithGroups>(sql`
      select u.*, ${groupsOf}
      from directory_user u
      where u.org_id = ${caller.orgId}
        and u.directory_id = ${caller.directoryId}
        and u.id = ${id}
        and u.deleted_at is null ${lock ? sql`for update of u` : sql``}
    `)
    : null;
  if (!row) throw new ScimRefusal(404, "There is no such user.");
  return row;
};

const shownAs = (user: WithGroups, status: number, effect: string): Answer => ({
  status,
  body: resourceOf(user),
  headers: { etag: etagOf(user.version), location: `/scim/v2/Users/${user.id}` },
  effect,
});

const within = <T>(app: App, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.database.transaction(systemActor(caller.orgId, undefined, caller.name), work);

/**
 * What is stored of a user. A directory that is silent about `active` leaves it as it stands: silence
 * opens nothing.
 */
const columnsOf = (attributes: Attributes, activeBefore: boolean) => {
  const userName = String(attributes["userName"] ?? "").trim();
  if (userName === "") refuse("invalidValue", "userName is needed.");
  const { active: said, ...rest } = attributes;
  return {
    userName,
    externalId: (attributes["externalId"] as string | undefined) ?? null,
    active: typeof said === "boolean" ? said : activeBefore,
    attributes: rest,
  };
};

/** The users of a directory, filtered and paged. */
export const listUsers = async (
  app: App,
  caller: Caller,
  query: Record<string, unknown>,
): Promise<Answer> => {
  const rows = await app.database.read({ orgId: caller.orgId, personId: null })
    .rows<WithGroups>(sql`
      select u.*, ${groupsOf}
      from directory_user u
      where u.org_id = ${caller.orgId}
        and u.directory_id = ${caller.directoryId}
        and u.deleted_at is null
      order by u.created_at, u.id
      limit 20000
    `);
  return { status: 200, body: pageOf(rows.map(resourceOf), query), effect: "Read users" };
};

export const readUser = async (
  app: App,
  caller: Caller,
  id: string,
  request: FastifyRequest,
): Promise<Answer> => {
  const db = app.database.read({ orgId: caller.orgId, personId: null });
  const user = await userOf(db, caller, id);
  if (isKnown(request, user.version)) return { status: 304, effect: "Read a user, unchanged" };
  const shown = shownAs(user, 200, `Read ${user.userName}`);
  const query = request.query as Record<string, unknown>;
  return { ...shown, body: projected(shown.body as Attributes, query) };
};

/** What a call did to a user, with what their groups gave and took. */
const told = ({ userName }: { userName: string }, effect: string, mapped: string): string =>
  `${userName}: ${[effect, mapped].filter(Boolean).join("; ")}`;

/** What the user's groups give, and whom they answer to. */
const followed = async (tx: Tx, caller: Caller, id: string): Promise<string> =>
  [await applyGroups(tx, caller, [id]), await followManager(tx, caller, id)]
    .filter(Boolean)
    .join("; ");

const store = async (
  app: App,
  tx: Tx,
  caller: Caller,
  before: WithGroups,
  attributes: Attributes,
): Promise<Answer> => {
  const columns = columnsOf(attributes, before.active);
  const { personId, effect, endedMember } = await settle(
    app,
    tx,
    caller,
    { ...before, ...columns },
    columns.active,
    before.active,
  );
  const { groups, ...was } = before;
  const after = (await updateRow(tx, directoryUser, before.id, {
    ...columns,
    personId,
    endedMember,
  })) as User;
  note(tx, systemActor(caller.orgId, undefined, caller.name), "directoryUser", (after ?? was)!.id, {
    number: (after ?? was)!.userName,
    action: "change",
    before: was,
    after,
    event: null,
  });
  const mapped = columns.active && personId ? await followed(tx, caller, after.id) : "";
  return shownAs({ ...after, groups }, 200, told(after, effect, mapped));
};

/**
 * The user whom a directory sends again: under the same name or number, and not active. 409
 * `uniqueness` for one who is, and where name and number are those of two.
 */
const sentAgain = async (
  tx: Tx,
  caller: Caller,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<WithGroups | null> => {
  const known = await tx.rows<WithGroups>(sql`
    select u.*, ${groupsOf}
    from directory_user u
    where u.org_id = ${caller.orgId}
      and u.directory_id = ${caller.directoryId}
      and u.deleted_at is null
      and (lower(u.user_name) = lower(${userName}) or u.external_id = ${externalId})
    for update of u
  `);
  if (known.length > 1) refuse("uniqueness", "userName and externalId are those of two users.");
  const [one] = known;
  if (one?.active) refuse("uniqueness", "This directory has sent this user already.");
  return one ?? null;
};

/**
 * Somebody new in the directory, or somebody who was switched off there and comes back. 409
 * `uniqueness` for a user that it has already.
 */
export const addUser = (app: App, caller: Caller, body: unknown): Promise<Answer> =>
  within(app, caller, async (tx) => {
    const attributes = normalized(userShape, body);
    const columns = columnsOf(attributes, true);
    const before = await sentAgain(tx, caller, columns);
    if (before) {
      const again = { ...attributes, active: columns.active };
      return { ...(await store(app, tx, caller, before, again)), status: 201 };
    }
    const made = (await insertRow(tx, directoryUser, {
      ...columns,
      orgId: caller.orgId,
      id: newId(),
      directoryId: caller.directoryId,
      personId: null,
    })) as User;
    const { personId, effect } = await settle(app, tx, caller, made, columns.active, false);
    const user = personId
      ? ((await updateRow(tx, directoryUser, made.id, { personId })) as User)
      : made;
    note(tx, systemActor(caller.orgId, undefined, caller.name), "directoryUser", user.id, {
      number: user.userName,
      action: "create",
      after: user,
      event: null,
    });
    const mapped = columns.active && personId ? await followed(tx, caller, user.id) : "";
    return shownAs({ ...user, groups: [] }, 201, told(user, effect, mapped));
  });

type Change = { id: string; request: FastifyRequest; body: unknown };

export const replaceUser = (app: App, caller: Caller, { id, request, body }: Change) =>
  within(app, caller, async (tx) => {
    const before = await userOf(tx, caller, id, true);
    requireMatch(request, before.version);
    return store(app, tx, caller, before, normalized(userShape, body));
  });

export const patchUser = (app: App, caller: Caller, { id, request, body }: Change) =>
  within(app, caller, async (tx) => {
    const before = await userOf(tx, caller, id, true);
    requireMatch(request, before.version);
    const held = { ...before.attributes, active: before.active };
    return store(app, tx, caller, before, patched(userShape, held, body));
  });

/** Ends the membership and forgets the resource; the history of the person stays. */
export const removeUser = (app: App, caller: Caller, id: string, request: FastifyRequest) =>
  within(app, caller, async (tx) => {
    const before = await userOf(tx, caller, id, true);
    requireMatch(request, before.version);
    const { effect, endedMember } = await settle(app, tx, caller, before, false, before.active);
    const { groups: _g, ...was } = before;
    const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
    await tx.rows(sql`
      delete from directory_group_member
      where org_id = ${caller.orgId} and user_id = ${id}
    `);
    await updateRow(tx, directoryUser, id, { active: false, endedMember, deletedAt: at });
    note(tx, systemActor(caller.orgId, undefined, caller.name), "directoryUser", was.id, {
      number: was.userName,
      action: "delete",
      before: was,
      event: null,
    });
    return { status: 204, effect: `${before.userName}: ${effect}` };
  });
