import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import type { Asked } from "../grant/ask.service.ts";
import { isWeighty, roleWeighsMore, weightyDuties } from "../grant/powers.model.ts";
import type { MemberPatch, MemberRow } from "./member.model.ts";
import type { DutyEnds } from "./right.labels.ts";

const instant = (text: string | null) => (text === null ? null : Date.parse(text));

/**
 * What of a patch changes what the member may do; a role named without an expiry does not expire.
 */
export const powerOf = (before: MemberRow, patch: MemberPatch) => {
  const role = patch.role ?? before.role;
  const roleChanges = role !== before.role;
  const expiresAt =
    patch.roleExpiresAt !== undefined
      ? patch.roleExpiresAt
      : roleChanges
        ? null
        : before.roleExpiresAt;
  const grant = roleChanges || instant(expiresAt) !== instant(before.roleExpiresAt);
  const wanted = patch.duties ?? before.duties;
  const newEnds = Object.fromEntries(
    wanted
      .filter(
        (duty) =>
          patch.dutyEnds?.[duty] !== undefined &&
          instant(patch.dutyEnds[duty]) !== instant(before.dutyEnds[duty] ?? null),
      )
      .map((duty) => [duty, patch.dutyEnds![duty]!]),
  ) as DutyEnds;
  const dutiesChange =
    [...wanted].sort().join() !== [...before.duties].sort().join() ||
    Object.keys(newEnds).length > 0;
  const activeChanges = patch.active !== undefined && patch.active !== before.active;
  return {
    role,
    roleChanges,
    expiresAt,
    grant,
    dutiesChange,
    newEnds,
    activeChanges,
    any: grant || dutiesChange || activeChanges,
  };
};
export type Power = ReturnType<typeof powerOf>;

const later = (expiresAt: string | null, than: string | null): boolean =>
  than !== null && (expiresAt === null || Date.parse(expiresAt) > Date.parse(than));

/** What a change of access does at once, and what of it waits for a second person. */
export type Split = {
  /** The role that is granted now, or null. */
  role: Role | null;
  roleExpiresAt: string | null;
  /** All duties held from now on. */
  duties: Duty[];
  /** When which of them ends. */
  dutyEnds: DutyEnds;
  /** Rights are taken away. */
  removes: boolean;
  waits: Asked | null;
};

// Who comes back after having been switched off gets weighty powers anew.
const heldOf = (before: MemberRow, power: Power): { role: Role; duties: readonly Duty[] } =>
  power.activeChanges && !before.active
    ? {
        role: roleWeighsMore(before.role, "user") ? "user" : before.role,
        duties: before.duties.filter((duty) => !weightyDuties.includes(duty)),
      }
    : before;

const roleWaits = (before: MemberRow, held: { role: Role }, power: Power, self: boolean) => {
  if (!power.grant && held.role === power.role) return false;
  const more = roleWeighsMore(power.role, held.role);
  const longer =
    power.role === before.role &&
    later(power.expiresAt, before.roleExpiresAt) &&
    (self || roleWeighsMore(power.role, "user"));
  return more || longer;
};

const endsOf = (of: readonly Duty[], endOf: (duty: Duty) => string | null): DutyEnds =>
  Object.fromEntries(
    of.map((duty) => [duty, endOf(duty)] as const).filter(([, end]) => end !== null),
  );

/**
 * Divides a change of access: taking away holds at once; roles and duties with weighty permissions,
 * and whatever somebody gives themselves, wait for a second person.
 */
export const splitPower = (
  before: MemberRow,
  patch: MemberPatch,
  power: Power,
  self: boolean,
): Split => {
  const held = heldOf(before, power);
  const wanted = patch.duties ?? before.duties;
  const lifts =
    held.duties.includes("read_only") &&
    !wanted.includes("read_only") &&
    (self || isWeighty(power.role, wanted));
  const endOf = (duty: Duty): string | null =>
    duty in power.newEnds ? (power.newEnds[duty] ?? null) : (before.dutyEnds[duty] ?? null);
  const longer = (duty: Duty) => later(endOf(duty), before.dutyEnds[duty] ?? null);
  const waiting = wanted.filter(
    (duty) =>
      (!held.duties.includes(duty) || longer(duty)) &&
      duty !== "read_only" &&
      (self || weightyDuties.includes(duty)),
  );
  const now = wanted.filter((duty) => !waiting.includes(duty) || held.duties.includes(duty));
  const waitsForRole = roleWaits(before, held, power, self);
  const roleNow = waitsForRole ? held.role : power.role;
  return {
    role: roleNow !== before.role || (power.grant && !waitsForRole) ? roleNow : null,
    roleExpiresAt: waitsForRole ? null : power.expiresAt,
    duties: lifts ? [...now, "read_only"] : now,
    dutyEnds: endsOf(now, (duty) =>
      waiting.includes(duty) ? (before.dutyEnds[duty] ?? null) : endOf(duty),
    ),
    removes:
      (power.activeChanges && before.active) ||
      before.duties.some((duty) => !wanted.includes(duty) && duty !== "read_only") ||
      (roleNow !== before.role && roleWeighsMore(before.role, roleNow)),
    waits:
      waitsForRole || waiting.length > 0 || lifts
        ? {
            role: waitsForRole ? power.role : null,
            roleExpiresAt: waitsForRole ? power.expiresAt : null,
            duties: waiting,
            dutyEnds: endsOf(waiting, endOf),
            liftsReadOnly: lifts,
          }
        : null,
  };
};
