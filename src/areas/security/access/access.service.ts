import { readFile } from "node:fs/promises";
import { pages } from "#areas.ts";
import { roles, roleSatisfies, type Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatInstant } from "#kernel/dates.ts";
import { pinnedPart } from "#kernel/reviewed.ts";
import { completeSets, conflictSets, rulesOfSeparation } from "#kernel/separation.ts";
import { instantAt } from "#kernel/time.ts";
import { duties, dutyLabels, permissions, permissionsOf, type Duty } from "#roles.ts";
import type { App } from "#server/app.ts";
import { bothEndsOf, type BothEnds } from "#server/audit/both-ends.ts";
import { businessDate } from "#server/clock.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { doorsOf, refusalOf, type Door } from "#server/http/doors.ts";
import { allNouns, nounNamed } from "#server/noun.ts";
import { lacksFactor } from "#areas/identity/identity.server.ts";
import {
  roleLabels,
  rightSources,
  type RightRow,
} from "#areas/organization/organization.public.ts";
import {
  memberById,
  membersNamed,
  rightsOf,
  standingsOf,
} from "#areas/organization/organization.server.ts";
import { openDelegations } from "#areas/workflow/workflow.server.ts";
import type {
  HolderRow,
  MatrixAnswer,
  PermissionLine,
  Proof,
  Reason,
  SeparationAnswer,
  WhyAnswer,
} from "./access.model.ts";
import { prove } from "./matrix.model.ts";
import { whyMay, type Asked, type Standing } from "./why.model.ts";

const nameOf = ({ method, path }: Door): string => `${method} ${path}`;
const asks = (door: Door, permission: string): boolean =>
  [door.permission].flat().some((name) => name === permission);

/** Whose column the matrix has: everybody of an agency, the roles, the duties, a vendor's people. */
const holders: readonly HolderRow[] = [
  { id: "member", label: "Everybody of the agency", kind: "role" },
  ...roles.map((id) => ({ id, label: roleLabels[id].label, kind: "role" as const })),
  ...duties.map((id) => ({ id, label: dutyLabels[id].label, kind: "duty" as const })),
  { id: "vendor", label: "A vendor's person", kind: "role" },
];

const stepsOf = (permission: string): string[] =>
  allNouns().flatMap((noun) =>
    Object.entries(noun.cycle.actions)
      .filter(([, action]) => !action.system && action.permission === permission)
      .map(([, action]) => `${noun.cycle.noun}: ${action.label}`),
  );

const linesOf = (doors: readonly Door[]): PermissionLine[] =>
  Object.entries(permissions)
    .map(([permission, by]) => ({
      permission,
      holders: [...by],
      doors: doors.filter((door) => asks(door, permission)).map(nameOf),
      steps: stepsOf(permission),
      pages: pages.filter((page) => page.alsoWith === permission).map(({ path }) => path),
    }))
    .toSorted((a, b) => (a.permission < b.permission ? -1 : 1));

/** Who may do what, as the running server has it: permissions with holders, doors, steps and pages. */
export const matrixOf = (app: App): MatrixAnswer => ({
  holders: [...holders],
  permissions: linesOf(doorsOf(app.database)),
  pages: pages.map(({ path, title, access }) => ({
    path,
    title,
    opens:
      typeof access === "string" ? [access] : roles.filter((role) => roleSatisfies(role, access)),
  })),
});

/** The permission of every door as it was reviewed: `src/permissions.txt`. */
const reviewedDoors = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
  pinnedPart(
    await readFile(new URL("../../../permissions.txt", import.meta.url), "utf8"),
    "endpoints",
  );

/**
 * Asks every mounted door for every role with every duty, by the function that opens it, and runs no
 * handler: where it is not what the matrix says, and what is not mounted as it was reviewed.
 */
export const proveMatrix = async (app: App): Promise<Proof> => ({
  at: instantAt(databaseMs()),
  ...prove(
    doorsOf(app.database),
    (door, actor) => refusalOf(door, actor) === null,
    await reviewedDoors(),
  ),
});

const standingOf = async (
  app: App,
  db: Db,
  personId: string,
): Promise<Standing & { name: string }> => {
  const { name, active, role, duties: held } = await memberById(db, personId);
  const factor = await lacksFactor(identityDb(app.database), db.scope.orgId!, {
    personId,
    role,
    duties: held,
  });
  return { name, active, role, duties: held, lacksFactor: factor };
};

/** What somebody asks about: a permission, or an address of the API as "GET /api/v1/invoices". */
const askedOf = (app: App, what: string): Asked => {
  if (what in permissions) return { permission: what as Asked["permission"] };
  const door = doorsOf(app.database).find((one) => nameOf(one) === what);
  if (door) return door;
  throw invalidField("what", "There is no such permission and no such address.");
};

const gives = (held: string, permission: string): boolean =>
  (permissions as Readonly<Record<string, readonly string[]>>)[permission]?.includes(held) ?? false;

const grantLines = (rights: readonly RightRow[], asked: Asked, zone: string): Reason[] => {
  const needed: readonly string[] = [asked.permission].flat();
  return rights
    .filter(({ right }) => needed.some((name) => gives(right, name)))
    .map((row) => ({
      good: null,
      text: [
        `${row.kind === "role" ? roleLabels[row.right as keyof typeof roleLabels].label : dutyLabels[row.right as Duty].label}: given by ${row.giverName ?? rightSources[row.source]}`,
        `since ${formatInstant(row.since, zone)}`,
        row.until ? `until ${formatInstant(row.until, zone)}` : "without an end",
        ...(row.reason ? [`for: ${row.reason}`] : []),
      ].join(", "),
    }));
};

const delegationLines = async (db: Db, personId: string, zone: string): Promise<Reason[]> =>
  (await openDelegations(db))
    .filter(({ toId }) => toId === personId)
    .map(({ fromName, endsAt }) => ({
      good: null,
      text: `Decides approvals for ${fromName} until ${formatInstant(endsAt, zone)}. That gives no permission: they decide what is ${fromName}'s to decide.`,
    }));

/**
 * Whether a person may do something, and by what: role, duties, grants with their givers,
 * delegations, factor, Read only, separation. @throws Problem 404, 422 at `what`.
 */
export const whyOf = async (
  app: App,
  db: Db,
  actor: Actor,
  { personId, what }: { personId: string; what: string },
): Promise<WhyAnswer> => {
  const asked = askedOf(app, what);
  const standing = await standingOf(app, db, personId);
  const zone = actor.timeZone ?? "UTC";
  const { may, reasons } = whyMay(
    standing,
    asked,
    (one, who) => refusalOf({ method: "GET", path: what, ...one }, who) === null,
  );
  return {
    person: standing.name,
    what,
    may,
    reads: [asked.permission].flat().join(" or "),
    reasons: [
      ...reasons,
      ...grantLines(await rightsOf(db, personId), asked, zone),
      ...(await delegationLines(db, personId, zone)),
    ],
  };
};

const yearOf = 366 * 86_400_000;

const hrefOf = (type: string, id: string): string | null => {
  const noun = nounNamed(type);
  return noun?.page ? `${noun.page}/${id}` : null;
};

const didRow = (one: BothEnds, names: ReadonlyMap<string, string>) => ({
  personId: one.personId,
  name: names.get(one.personId) ?? "Somebody who left",
  first: one.firstNumber ?? "a record",
  firstAt: one.firstAt,
  firstHref: hrefOf(one.firstType, one.firstId),
  then: one.thenNumber ?? "a record",
  thenAt: one.thenAt,
  thenHref: hrefOf(one.thenType, one.thenId),
});

const earliest = (rights: readonly RightRow[], held: readonly string[]) =>
  rights
    .filter(({ right, until }) => until !== null && held.includes(right))
    .map(({ until }) => until!)
    .toSorted()[0] ?? null;

/**
 * Who holds both ends of a conflicting set now, and who did both ends of one chain within a year by
 * the ledger, whatever they hold now.
 */
export const separationOf = async (db: Db): Promise<SeparationAnswer> => {
  const since = instantAt(databaseMs() - yearOf);
  const [stands, rights, did] = await Promise.all([
    standingsOf(db),
    rightsOf(db),
    Promise.all(
      conflictSets.map(({ ends, renewed }) =>
        bothEndsOf(db, { first: ends[0].acts, then: ends[1].acts, renewed }, { since }),
      ),
    ),
  ]);
  const both = stands.filter(
    ({ role, duties: held }) => completeSets(permissionsOf(role, held)).length > 0,
  );
  const ids = [...new Set([...did.flat(), ...both].map(({ personId }) => personId))];
  const named = ids.length > 0 ? await membersNamed(db, { ids }) : [];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const today = businessDate(db.scope);
  return {
    rules: [...rulesOfSeparation(today)],
    since,
    sets: conflictSets.map((set, at) => ({
      key: set.key,
      label: set.label,
      risk: set.risk,
      ends: set.ends.map(({ label }) => label),
      holds: both
        .filter((one) => completeSets(permissionsOf(one.role, one.duties)).includes(set))
        .map((one) => ({
          personId: one.personId,
          name: names.get(one.personId) ?? "",
          byRole: completeSets(permissionsOf(one.role, [])).includes(set),
          until: earliest(
            rights.filter(({ personId }) => personId === one.personId),
            [one.role, ...one.duties].filter((held) =>
              set.ends.some((end) => gives(held, end.permission)),
            ),
          ),
        })),
      did: did[at]!.map((one) => didRow(one, names)),
    })),
  };
};
