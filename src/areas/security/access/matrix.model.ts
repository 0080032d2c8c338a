import { anonymous, roles, type Actor, type Permission, type Role } from "#kernel/access.ts";
import { duties, permissions, permissionsOf, type Duty } from "#roles.ts";
import type { Proof } from "./access.model.ts";

/** What of an endpoint decides who may call it. */
type Door = {
  method: string;
  path: string;
  permission: Permission | readonly Permission[] | "public" | "signed-in";
  ownAccount?: boolean;
};

const nameOf = ({ method, path }: Door): string => `${method} ${path}`;
const neededBy = (door: Door): readonly string[] => [door.permission].flat();
const holdersOf = (permission: string): readonly string[] =>
  (permissions as Readonly<Record<string, readonly string[]>>)[permission] ?? [];

/** Somebody as the matrix knows them, and as the door meets them. */
type Subject = { label: string; held: readonly string[]; actor: Actor };

const asActor = (kind: Actor["kind"], role: Role, held: readonly Duty[]): Actor => ({
  ...anonymous,
  kind,
  role,
  duties: held,
  permissions: permissionsOf(role, held, kind === "vendor" ? "vendor" : "member"),
});

/** Everybody by whom the doors are asked: each role with no duty and with each one, and who is none of an agency. */
export const subjects = (): readonly Subject[] => [
  { label: "Nobody signed in", held: [], actor: anonymous },
  { label: "vendor", held: ["vendor"], actor: asActor("vendor", "user", []) },
  ...roles.flatMap((role) => [
    { label: role, held: ["member", role], actor: asActor("member", role, []) },
    ...duties.map((duty) => ({
      label: `${role} with ${duty}`,
      held: ["member", role, duty],
      actor: asActor("member", role, [duty]),
    })),
  ]),
];

// By the table alone: who holds a permission, and what Read only leaves.
const saysMatrix = (door: Door, { held, actor }: Subject): boolean => {
  const needed = neededBy(door);
  if (needed.includes("public")) return true;
  if (actor.kind === "anonymous") return false;
  if (needed.includes("signed-in")) return true;
  return needed
    .filter((name) => !held.includes("read_only") || name.endsWith(".read"))
    .some((name) => holdersOf(name).some((holder) => held.includes(holder)));
};

const mostDifferences = 200;

/**
 * Asks every door for every role with every duty whether it opens, runs nothing, and tells where
 * that is not what the matrix says; and which doors are not mounted as they were reviewed.
 * `reviewed`: the permission of each door ("GET /api/v1/invoices") in the text that people read.
 */
export const prove = <D extends Door>(
  doors: readonly D[],
  opens: (door: D, actor: Actor) => boolean,
  reviewed: ReadonlyMap<string, readonly string[]>,
): Omit<Proof, "at"> => {
  const all = subjects();
  const differences: Proof["differences"] = [];
  for (const door of doors)
    for (const subject of all) {
      const matrix = saysMatrix(door, subject);
      const real = opens(door, subject.actor);
      if (matrix !== real && differences.length < mostDifferences)
        differences.push({
          door: nameOf(door),
          who: subject.label,
          matrix,
          door_opens: real,
        });
    }
  const mounted = new Set(doors.map(nameOf));
  return {
    doors: doors.length,
    holders: all.length,
    asked: doors.length * all.length,
    differences,
    unreviewed: doors.flatMap((door) => {
      const was = reviewed.get(nameOf(door));
      const now = neededBy(door).join(" ");
      return was?.join(" ") === now
        ? []
        : [{ door: nameOf(door), permission: now, reviewed: was?.join(" ") ?? null }];
    }),
    gone: [...reviewed.keys()].filter((name) => !mounted.has(name)),
  };
};
