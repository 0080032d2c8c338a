import type { Fact, PublishCheck } from "#kernel/definition.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { listDepartments, membersNamed } from "#areas/organization/organization.server.ts";
import type { ApproverRule, Policy, PolicyInput } from "./policy.model.ts";
import { factsOf } from "./policy-words.labels.ts";

type Coded = { id: string; code: string; name: string };

let funds: ((db: Db) => Promise<Coded[]>) | null = null;
/** The budget tells which funds the agency has, by code. */
export const policyFunds = extensionPoint<(db: Db) => Promise<Coded[]>>(
  "funds of policies",
  (read) => {
    funds = read;
  },
  { required: true },
);

/** Departments and funds of the agency. */
export const recordsOf = async (db: Db): Promise<{ departments: Coded[]; funds: Coded[] }> => {
  const [departments, all] = await Promise.all([
    listDepartments(db),
    funds?.(db) ?? Promise.resolve([]),
  ]);
  return { departments, funds: all };
};

const rulesOf = ({ approvers, escalateTo }: PolicyInput["steps"][number]): ApproverRule[] =>
  escalateTo ? [...approvers, escalateTo] : approvers;

/** Ids of the people whom a policy names, each once. */
export const peopleIn = (policy: Pick<PolicyInput, "steps">): string[] => [
  ...new Set(
    policy.steps
      .flatMap(rulesOf)
      .flatMap((rule) => (rule.kind === "person" ? [rule.personId] : [])),
  ),
];

const mapOf = (items: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(items.map((each) => [each.id, each.name]));

/** What these versions say, in words, with the names of what they name. */
export const policyFacts = async (db: Db, versions: readonly Policy[]): Promise<Fact[][]> => {
  const [{ departments, funds: all }, people] = await Promise.all([
    recordsOf(db),
    membersNamed(db, { ids: versions.flatMap(peopleIn) }),
  ]);
  const names = {
    department: mapOf(departments),
    fund: mapOf(all.map((fund) => ({ id: fund.id, name: `${fund.code} ${fund.name}` }))),
    person: mapOf(people),
  };
  return versions.map((version) => factsOf(version, names));
};

/**
 * What must hold before a policy is published: it fits some document, and whom and what it names
 * is there.
 */
export const policyChecks = async (db: Db, policy: Policy): Promise<PublishCheck[]> => {
  const { amountMin, amountBelow, departmentIds, fundIds } = policy.condition;
  const [records, people] = await Promise.all([
    recordsOf(db),
    membersNamed(db, { ids: peopleIn(policy) }),
  ]);
  const here = new Set(people.filter((each) => each.active).map((each) => each.id));
  const gone = policy.steps.findIndex((step) =>
    peopleIn({ steps: [step] }).some((id) => !here.has(id)),
  );
  const band = amountMin === null || amountBelow === null || amountMin < amountBelow;
  const known = (ids: readonly string[], all: readonly Coded[]) =>
    ids.every((id) => all.some((each) => each.id === id));
  const checked = (ok: boolean, path: string, holds: string, open: string): PublishCheck => ({
    ok,
    path,
    sentence: ok ? holds : open,
  });
  return [
    checked(
      band,
      "condition.amountBelow",
      "Its amounts fit some document.",
      "No amount lies in its band: the upper bound must be above the lower one.",
    ),
    checked(
      known(departmentIds, records.departments) && known(fundIds, records.funds),
      "condition",
      "Departments and funds that it names exist.",
      "It names a department or fund that does not exist: choose again.",
    ),
    checked(
      gone === -1,
      gone === -1 ? "steps" : `steps.${gone}`,
      "Everybody whom its steps name works here.",
      `Step "${policy.steps[gone]?.name}" names somebody who does not work here any more: name somebody else.`,
    ),
  ];
};
