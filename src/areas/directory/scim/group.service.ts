import type { FastifyRequest } from "fastify";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { directoryGroup } from "../directory.tables.ts";
import { applyGroups } from "../mapping/apply.service.ts";
import { counted } from "#kernel/words.ts";
import type { Answer, Caller } from "./call.service.ts";
import { pageOf, projected } from "./list.model.ts";
import { patched } from "./patch.model.ts";
import { refuse, ScimRefusal } from "./refusal.ts";
import { groupSchema, groupShape, normalized, type Attributes } from "./resource.model.ts";
import { etagOf, isKnown, requireMatch } from "./version.ts";

type Group = typeof directoryGroup.$inferSelect;
type Member = { value: string; display: string };
type WithMembers = Group & { members: Member[] };

const membersOf = sql`
  coalesce(
    (
      select json_agg(json_build_object('value', u.id, 'display', u.user_name) order by u.user_name)
      from directory_group_member m
      join directory_user u on u.org_id = m.org_id and u.id = m.user_id
      where m.org_id = g.org_id and m.group_id = g.id
    ),
    '[]'::json
  ) as members
`;

const resourceOf = (group: WithMembers): Attributes => ({
  schemas: [groupSchema],
  id: group.id,
  displayName: group.displayName,
  ...(group.externalId !== null && { externalId: group.externalId }),
  members: group.members,
  meta: {
    resourceType: "Group",
    created: group.createdAt,
    lastModified: group.updatedAt,
    version: etagOf(group.version),
    location: `/scim/v2/Groups/${group.id}`,
  },
});

const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const groupOf = async (db: Db, caller: Caller, id: string, lock = false): Promise<WithMembers> => {
  const row = isId(id)
    ? await db.maybe<WithMembers>(sql`
      select g.*, ${membersOf}
      from directory_group g
      where g.org_id = ${caller.orgId}
        and g.directory_id = ${caller.directoryId}
        and g.id = ${id} ${lock ? sql`for update of g` : sql``}
    `)
    : null;
  if (!row) throw new ScimRefusal(404, "There is no such group.");
  return row;
};

const shownAs = (group: WithMembers, status: number, effect: string): Answer => ({
  status,
  body: resourceOf(group),
  headers: { etag: etagOf(group.version), location: `/scim/v2/Groups/${group.id}` },
  effect,
});
const within = <T>(app: App, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.database.transaction(systemActor(caller.orgId, undefined, caller.name), work);

const idsIn = (attributes: Attributes): string[] => {
  const all = Array.isArray(attributes["members"]) ? (attributes["members"] as Attributes[]) : [];
  return [...new Set(all.map((each) => String(each["value"] ?? "")))];
};
const columnsOf = (attributes: Attributes) => {
  const displayName = String(attributes["displayName"] ?? "").trim();
  if (displayName === "") refuse("invalidValue", "displayName is needed.");
  return { displayName, externalId: (attributes["externalId"] as string | undefined) ?? null };
};

/** Who came into a group and who left it: ids, and names for the list of calls. */
type Moved = { ids: string[]; told: string };

/** Makes the members of a group these users of the directory; gives whom it changed. 400 for a stranger. */
const setMembers = async (
  tx: Tx,
  caller: Caller,
  { id, members }: Pick<WithMembers, "id" | "members">,
  wanted: readonly string[],
): Promise<Moved> => {
  const known = await tx.rows<{ id: string; userName: string }>(sql`
    select id, user_name
    from directory_user
    where org_id = ${caller.orgId}
      and directory_id = ${caller.directoryId}
      and deleted_at is null
      and id = any(${wanted.filter(isId)}::uuid[])
  `);
  const strange = wanted.find((each) => !known.some((one) => one.id === each.toLowerCase()));
  if (strange !== undefined) refuse("invalidValue", `There is no user ${strange} to be a member.`);
  const before = members.map(({ value }) => value);
  const came = known.filter((one) => !before.includes(one.id));
  const left = members.filter(({ value }) => !known.some((one) => one.id === value));
  const added = came.map((one) => one.id);
  const gone = left.map(({ value }) => value);
  await tx.rows(sql`
    delete from directory_group_member
    where org_id = ${caller.orgId} and group_id = ${id} and user_id = any(${gone}::uuid[])
  `);
  await tx.rows(sql`
    insert into directory_group_member (org_id, group_id, user_id)
    select ${caller.orgId}, ${id}, t.user_id
    from unnest(${added}::uuid[]) t(user_id)
    on conflict
    do nothing
  `);
  const told = [
    ...(left.length > 0 ? [`without ${left.map(({ display }) => display).join(", ")}`] : []),
    ...(came.length > 0 ? [`with ${came.map(({ userName }) => userName).join(", ")}`] : []),
  ];
  return { ids: [...added, ...gone], told: told.join("; ") };
};

/** What a call did to a group: who left and came, then who lost and gained what by it. */
const effectOf = (name: string, what: string, ...told: readonly string[]): string =>
  [`Group ${name}: ${what}`, ...told].filter(Boolean).join("; ");

export const listGroups = async (
  app: App,
  caller: Caller,
  query: Record<string, unknown>,
): Promise<Answer> => {
  const rows = await app.database.read({ orgId: caller.orgId, personId: null })
    .rows<WithMembers>(sql`
      select g.*, ${membersOf}
      from directory_group g
      where g.org_id = ${caller.orgId} and g.directory_id = ${caller.directoryId}
      order by g.created_at, g.id
      limit 5000
    `);
  return { status: 200, body: pageOf(rows.map(resourceOf), query), effect: "Read groups" };
};

export const readGroup = async (
  app: App,
  caller: Caller,
  id: string,
  request: FastifyRequest,
): Promise<Answer> => {
  const group = await groupOf(
    app.database.read({ orgId: caller.orgId, personId: null }),
    caller,
    id,
  );
  if (isKnown(request, group.version)) return { status: 304, effect: "Read a group, unchanged" };
  const shown = shownAs(group, 200, `Read ${group.displayName}`);
  const query = request.query as Record<string, unknown>;
  return { ...shown, body: projected(shown.body as Attributes, query) };
};

export const addGroup = (app: App, caller: Caller, body: unknown): Promise<Answer> =>
  within(app, caller, async (tx) => {
    const attributes = normalized(groupShape, body);
    const made = (await insertRow(tx, directoryGroup, {
      ...columnsOf(attributes),
      orgId: caller.orgId,
      id: newId(),
      directoryId: caller.directoryId,
    })) as Group;
    const changed = await setMembers(tx, caller, { ...made, members: [] }, idsIn(attributes));
    const group = await groupOf(tx, caller, made.id);
    note(tx, systemActor(caller.orgId, undefined, caller.name), "directoryGroup", group.id, {
      number: group.displayName,
      action: "create",
      after: group,
      event: null,
    });
    const mapped = await applyGroups(tx, caller, changed.ids);
    const count = counted(changed.ids.length, "member");
    return shownAs(group, 201, effectOf(group.displayName, count, changed.told, mapped));
  });

const store = async (
  tx: Tx,
  caller: Caller,
  before: WithMembers,
  attributes: Attributes,
): Promise<Answer> => {
  await updateRow(tx, directoryGroup, before.id, columnsOf(attributes));
  const changed = await setMembers(tx, caller, before, idsIn(attributes));
  const after = await groupOf(tx, caller, before.id);
  note(
    tx,
    systemActor(caller.orgId, undefined, caller.name),
    "directoryGroup",
    (after ?? before)!.id,
    { number: (after ?? before)!.displayName, action: "change", before, after, event: null },
  );
  // A new name can be one that the mapping knows.
  const all = after.displayName === before.displayName ? [] : idsIn(resourceOf(after));
  const mapped = await applyGroups(tx, caller, [...new Set([...changed.ids, ...all])]);
  const count = `${counted(changed.ids.length, "member")} changed`;
  return shownAs(after, 200, effectOf(after.displayName, count, changed.told, mapped));
};

type Change = { id: string; request: FastifyRequest; body: unknown };

export const replaceGroup = (app: App, caller: Caller, { id, request, body }: Change) =>
  within(app, caller, async (tx) => {
    const before = await groupOf(tx, caller, id, true);
    requireMatch(request, before.version);
    return store(tx, caller, before, normalized(groupShape, body));
  });

export const patchGroup = (app: App, caller: Caller, { id, request, body }: Change) =>
  within(app, caller, async (tx) => {
    const before = await groupOf(tx, caller, id, true);
    requireMatch(request, before.version);
    const { displayName, externalId, members } = before;
    const held = { displayName, ...(externalId !== null && { externalId }), members };
    return store(tx, caller, before, patched(groupShape, held, body));
  });

export const removeGroup = (app: App, caller: Caller, id: string, request: FastifyRequest) =>
  within(app, caller, async (tx) => {
    const before = await groupOf(tx, caller, id, true);
    requireMatch(request, before.version);
    const people = before.members.map(({ value }) => value);
    await tx.rows(sql`delete from directory_group where org_id = ${caller.orgId} and id = ${id}`);
    note(tx, systemActor(caller.orgId, undefined, caller.name), "directoryGroup", before.id, {
      number: before.displayName,
      action: "delete",
      before,
      event: null,
    });
    const mapped = await applyGroups(tx, caller, people);
    return { status: 204, effect: effectOf(before.displayName, "gone", mapped) };
  });
