import type { Actor, Role } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { permissionsOf, type Duty, type PermissionName } from "#roles.ts";
import type { Administration } from "./administration.model.ts";

/** Something that waits for an administrator: how many, and where they are mended. */
export type AdminMatter = {
  id: string;
  /** What one of them is: counted in front of it. */
  one: string;
  many: string;
  about: string;
  href: string;
  permission: PermissionName;
  /** Work stands still until it is answered: the dashboard says it first. */
  pressing?: true;
  count: (db: Db, actor: Actor) => Promise<number>;
};
/** A step of an agency's beginning; done when its own records say so. */
export type FirstStep = {
  id: string;
  /** On the path to the first order, or of the first month. */
  part: "order" | "month";
  /** Lower stands before. */
  place: number;
  label: string;
  about: string;
  href: string;
  /** Where the step goes on once something of it is begun; null where it has not. */
  onward?: (db: Db) => Promise<string | null>;
  done: (db: Db) => Promise<boolean>;
};

const matters: AdminMatter[] = [];
const steps: FirstStep[] = [];

/** What an area says waits for an administrator. */
export const adminMatters = extensionPoint<AdminMatter>(
  "matters for administrators",
  (matter) => void matters.push(matter),
);
/** What an area wants a new agency to do in its first month. */
export const firstSteps = extensionPoint<FirstStep>(
  "steps of the first month",
  (step) => void steps.push(step),
);

const holds = (actor: Actor, permission: PermissionName) =>
  actor.permissions.has(permission) ||
  permissionsOf(actor.role as Role, actor.duties as Duty[]).has(permission);

const countedMatters = async (db: Db, actor: Actor, asked: readonly AdminMatter[]) => {
  const counted = await Promise.all(
    asked
      .filter(({ permission }) => holds(actor, permission))
      .map(async ({ id, one, many, about, href, count }) => {
        const number = await count(db, actor);
        return { id, label: number === 1 ? one : many, about, href, count: number };
      }),
  );
  return counted.filter(({ count }) => count > 0);
};

/** What work of the whole agency waits for, of matters that this person may answer. */
export const pressingMatters = (
  db: Db,
  actor: Actor,
): Promise<{ label: string; href: string; count: number }[]> =>
  countedMatters(
    db,
    actor,
    matters.filter(({ pressing }) => pressing),
  );

/** What needs an administrator now, and how far the agency has come on its way to the first order and through its first month. */
export const readAdministration = async (db: Db, actor: Actor): Promise<Administration> => {
  const [waiting, course] = await Promise.all([
    countedMatters(db, actor, matters),
    Promise.all(
      [...steps]
        .sort((a, b) => a.place - b.place)
        .map(async ({ id, part, label, about, href, onward, done }) => ({
          id,
          part,
          label,
          about,
          href: (await onward?.(db)) ?? href,
          done: await done(db),
        })),
    ),
  ]);
  return { matters: waiting, course };
};
