import type { Role } from "#kernel/access.ts";
import { byPlace, type AreaManifest } from "#kernel/area.ts";
import { areas } from "#areas.ts";

type Area = (typeof areas)[number];
type KeysOf<Part extends keyof AreaManifest> = Area extends infer A
  ? A extends { readonly [P in Part]: infer Entries }
    ? keyof Entries & string
    : never
  : never;
const merged = <Part extends "permissions" | "duties">(part: Part) =>
  Object.assign({}, ...(areas as readonly AreaManifest[]).map((area) => area[part] ?? {}));

/** What a member may do beyond the role; each area names its own. */
export type Duty = KeysOf<"duties">;
const dutyEntries = byPlace<{ place: number; label: string }>(merged("duties"));
export const duties = dutyEntries.map(([name]) => name) as [Duty, ...Duty[]];
export const dutyLabels = Object.fromEntries(dutyEntries) as unknown as Record<
  Duty,
  { label: string }
>;

type Holder = Role | Duty | "member" | "vendor";
export type PermissionName = KeysOf<"permissions">;

/**
 * Who holds which permission, as the areas' manifests say. "member" is everyone in the agency,
 * "vendor" a vendor's person. Roles do not inherit here; platform_admin holds no money or award
 * permission inside an agency. Nobody approves their own work, whatever stands there.
 */
export const permissions: Readonly<Record<PermissionName, readonly Holder[]>> =
  merged("permissions");

/** What stays open while an agency is read-only although it changes something. */
export const openWhileReadOnly: ReadonlySet<string> = new Set(
  (areas as readonly AreaManifest[]).flatMap((area) => area.whileReadOnly ?? []),
);

const everyone = { member: "Everybody of the agency", vendor: "A vendor's person" } as const;
const roleWords: Readonly<Record<string, string>> = {
  user: "User",
  manager: "Manager",
  admin: "Administrator",
  platform_admin: "Platform administrator",
  ...everyone,
};
/** Who may do what one of these permissions covers, as a sentence: duties first, then roles. */
export const whoMay = (names: readonly string[]): string => {
  const holders = [
    ...new Set(names.flatMap((name) => permissions[name as PermissionName] ?? [])),
  ] as string[];
  const duty = holders.flatMap((h) => dutyLabels[h as Duty]?.label ?? []);
  const role = holders.flatMap((h) => (h in dutyLabels ? [] : (roleWords[h] ?? [])));
  const words = [...duty, ...role];
  if (words.length === 0) return "";
  const last = words.pop()!;
  return `${words.length ? `${words.join(", ")} or ${last}` : last} may.`;
};

/**
 * The permissions of a person with this role and these duties in an agency; the duty `read_only`
 * leaves only those to read.
 */
export const permissionsOf = (
  role: Role,
  duties: readonly Duty[],
  kind: "member" | "vendor" = "member",
): ReadonlySet<string> => {
  const held = new Set<Holder>([kind, role, ...duties]);
  const names = Object.entries(permissions).flatMap(([name, holders]) =>
    (holders as readonly Holder[]).some((h) => held.has(h)) ? [name] : [],
  );
  return new Set(
    duties.includes("read_only") ? names.filter((name) => name.endsWith(".read")) : names,
  );
};

/**
 * What is about the installation and every agency on it: it counts in the agency that runs it, and
 * nowhere else, whatever somebody's role is there.
 */
const ofInstallation = (name: string): boolean =>
  name.startsWith("platform.") || name === "account.manage";

/** The same rights without what is about the installation, for every agency that does not run it. */
export const insideAgency = (held: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...held].filter((name) => !ofInstallation(name)));

// Who gets in and what watches over that, banks, pay: no support reads it.
const neverSupported: ReadonlySet<string> = new Set([
  ...["identity", "sign-on", "directory", "rights", "programs", "security", "banking", "agents"],
  ...["billing", "agencies", "operation"],
]);
const neverSupport = /^(payroll|taxForm|bankAccount|safety|privacy|bid|quote)\./;

/** Areas that support can be let into: they read something of an agency, and nothing that stays shut. */
export const supportAreas: readonly string[] = (areas as readonly AreaManifest[])
  .filter(
    ({ name, permissions: own }) =>
      !neverSupported.has(name) && Object.keys(own ?? {}).some((each) => each.endsWith(".read")),
  )
  .map(({ name }) => name);

/** What support reads in these areas: no more than an administrator or a member of the agency does. */
export const supportPermissions = (chosen: readonly string[]): ReadonlySet<string> => {
  const admin = permissionsOf("admin", []);
  return new Set([
    // The names of the agency and its departments, by which the rest is read.
    "organization.read",
    "department.read",
    ...(areas as readonly AreaManifest[])
      .filter(({ name }) => chosen.includes(name) && supportAreas.includes(name))
      .flatMap(({ permissions: own }) => Object.keys(own ?? {}))
      .filter((name) => name.endsWith(".read") && !neverSupport.test(name) && admin.has(name)),
  ]);
};
