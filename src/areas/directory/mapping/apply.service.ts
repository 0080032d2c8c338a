import { systemActor, type Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { togetherOf, type Gives } from "#areas/organization/organization.public.ts";
import { setMappedAccess, type MappedChange } from "#areas/organization/organization.server.ts";

type Rule = Gives & { groupName: string };
/** `actor`: who changed the rule; without one the directory itself. */
type Directory = { orgId: string; directoryId: string; name: string; actor?: Actor };

/** What rules give somebody in these groups. */
const givenBy = (rules: readonly Rule[], groups: readonly string[]) => {
  const names = groups.map((each) => each.toLowerCase());
  return togetherOf(rules.filter((rule) => names.includes(rule.groupName.toLowerCase())));
};

/** What a mapping did, in words for the list of calls: who lost what before who gained what. */
const toldOf = (changes: readonly MappedChange[]): string => {
  const said = (what: "lost" | "gained") =>
    changes.flatMap((one) =>
      one[what].length > 0 ? `${one.name} ${what} ${one[what].join(", ")}` : [],
    );
  return [...said("lost"), ...said("gained")].join("; ");
};

/**
 * Makes what the mapping gives for their groups hold for users of a directory who are members. Without
 * a rule that ever was, nothing is touched: groups give no right by themselves. Gives in words who
 * lost and gained what; nothing where nothing changed.
 */
export const applyGroups = async (
  tx: Tx,
  { orgId, directoryId, name, actor = systemActor(orgId, new Set(), name) }: Directory,
  userIds: readonly string[],
): Promise<string> => {
  if (userIds.length === 0) return "";
  const all = await tx.rows<Rule & { status: string }>(sql`
    select group_name, role, duties, department_id, status
    from directory_mapping
    where org_id = ${orgId} and directory_id = ${directoryId}
    order by created_at, id
  `);
  if (all.length === 0) return "";
  const rules = all.filter((rule) => rule.status === "in_force");
  const people = await tx.rows<{ personId: string; groups: string[] }>(sql`
    select
      u.person_id,
      array(
        select g.display_name
        from directory_group_member m
        join directory_group g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id
        order by g.display_name
      ) as groups
    from directory_user u
    where u.org_id = ${orgId}
      and u.id = any(${[...userIds]}::uuid[])
      and u.person_id is not null
      and u.active
      and u.deleted_at is null
    order by u.person_id
  `);
  const source = { kind: "directory" as const, id: directoryId, name };
  const changes: MappedChange[] = [];
  for (const { personId, groups } of people)
    changes.push(await setMappedAccess(tx, actor, personId, { ...givenBy(rules, groups), source }));
  return toldOf(changes);
};

/** The same for everybody of a directory, after a rule changed. */
export const applyToAll = async (tx: Tx, directory: Directory): Promise<void> => {
  const users = await tx.rows<{ id: string }>(sql`
    select id
    from directory_user
    where org_id = ${directory.orgId}
      and directory_id = ${directory.directoryId}
      and deleted_at is null
    order by id
  `);
  await applyGroups(
    tx,
    directory,
    users.map(({ id }) => id),
  );
};
