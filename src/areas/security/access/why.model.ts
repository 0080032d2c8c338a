import { anonymous, type Actor, type Permission, type Role } from "#kernel/access.ts";
import { completeSets, conflictSets } from "#kernel/separation.ts";
import { dutyLabels, permissions, permissionsOf, whoMay, type Duty } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import type { Reason } from "./access.model.ts";

/** Somebody of the agency as they stand now. */
export type Standing = {
  active: boolean;
  role: Role;
  duties: readonly Duty[];
  /** The agency demands a second factor of them, and they have none. */
  lacksFactor: boolean;
};

/** What of an endpoint decides who may call it, or a permission by itself. */
export type Asked = {
  permission: Permission | readonly Permission[] | "public" | "signed-in";
  ownAccount?: boolean;
};

/** Whom a door meets when this person comes: in no agency without the factor that it demands. */
const actorOf = ({ active, role, duties, lacksFactor }: Standing): Actor => {
  const base: Actor = { ...anonymous, kind: "person", personId: "asked", role, duties };
  if (!active) return { ...base, role: "user", duties: [] };
  if (lacksFactor) return { ...base, waitsForSecondFactor: "agency" };
  return { ...base, kind: "member", permissions: permissionsOf(role, duties) };
};

const holdersOf = (permission: string): readonly string[] =>
  (permissions as Readonly<Record<string, readonly string[]>>)[permission] ?? [];

const wordOf = (holder: string): string =>
  holder in dutyLabels
    ? `The duty ${dutyLabels[holder as Duty].label}`
    : `The role ${roleLabels[holder as Role]?.label ?? holder}`;

// By which of what they hold a permission is given.
const givers = (permission: string, { role, duties }: Standing): Reason[] => {
  const holders = holdersOf(permission);
  const readOnly = duties.includes("read_only") && !permission.endsWith(".read");
  const by = [role, ...duties].filter((held) => holders.includes(held)).map(wordOf);
  if (holders.includes("member")) by.unshift("Everybody of the agency");
  return by.map((who) => ({
    good: !readOnly,
    text: `${who} may: ${permission}.`,
  }));
};

const closing = (standing: Standing, asked: readonly string[], ownAccount: boolean): Reason[] => {
  const out: Reason[] = [];
  if (!standing.active)
    out.push({
      good: asked.includes("signed-in") ? null : false,
      text: "They are no active member of the agency.",
    });
  if (standing.active && standing.lacksFactor && !ownAccount)
    out.push({
      good: false,
      text: "The agency asks a second factor of them and they have set up none: until then every door but their own account is closed.",
    });
  if (
    standing.duties.includes("read_only") &&
    asked.some((name) => !name.endsWith(".read") && name in permissions)
  )
    out.push({
      good: false,
      text: "The duty Read only takes away whatever changes something.",
    });
  return out;
};

// Held permissions that are one end of a set which nobody shall hold both of.
const separation = (standing: Standing, asked: readonly string[]): Reason[] => {
  const held = permissionsOf(standing.role, standing.duties);
  const complete = completeSets(held);
  return conflictSets
    .filter(({ ends }) => ends.some((end) => asked.includes(end.permission)))
    .map((set) => {
      const other = set.ends.find((end) => !asked.includes(end.permission)) ?? set.ends[1];
      return complete.includes(set)
        ? {
            good: null,
            text: `They hold both ends of “${set.label}”: also ${other.label.toLowerCase()}. Nobody does both on one record.`,
          }
        : {
            good: null,
            text: `It is one end of “${set.label}”; the other one (${other.label.toLowerCase()}) they do not hold.`,
          };
    });
};

/**
 * Whether somebody may what is asked, and by what: role, duties, factor, Read only, separation.
 * `opens` is the very function of the doors.
 */
export const whyMay = (
  standing: Standing,
  asked: Asked,
  opens: (asked: Asked, actor: Actor) => boolean,
): { may: boolean; reasons: Reason[] } => {
  const needed: readonly string[] = [asked.permission].flat();
  const may = opens(asked, actorOf(standing));
  const given: Reason[] = needed.includes("public")
    ? [{ good: true, text: "Everybody may, also without an account." }]
    : needed.includes("signed-in")
      ? [
          {
            good: true,
            text: "Everybody who is signed in may; what they see is decided behind it.",
          },
        ]
      : needed.flatMap((name) => givers(name, standing));
  const closed = needed.includes("public")
    ? []
    : closing(standing, needed, asked.ownAccount ?? false);
  const missing: Reason[] =
    given.length === 0
      ? [{ good: false, text: `Nothing that they hold gives it. ${whoMay(needed)}`.trim() }]
      : [];
  return { may, reasons: [...given, ...missing, ...closed, ...separation(standing, needed)] };
};
