import type { JudgedBy, Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { judgeOwn, type OwnCondition, type OwnFacts } from "#kernel/own-check.ts";
import {
  allControlSubjects,
  controlCheck,
  controlSubject,
  type ControlCheck,
  type OwnSubject,
} from "#server/controls/control-checks.ts";
import {
  policyCitation,
  policyOn,
  publishedPolicies,
  type PolicyVersion,
} from "#server/controls/policies.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What of a control's version says which check it is. */
export type Checked = {
  checkName: string;
  name: string;
  condition: OwnCondition | null;
  demands: string | null;
  policyId: string | null;
};

const prefix = "own.";

/** The name of an agency's own checks of a kind of records. */
export const ownCheckName = (noun: string): string => `${prefix}${noun}`;

/** The kind of records that an own check's name says, with what may be read of it; null for no such one. */
export const ownSubjectOf = (
  checkName: string,
): { noun: string; label: string; own: OwnSubject } | null => {
  const subject = checkName.startsWith(prefix) && controlSubject(checkName.slice(prefix.length));
  return subject && subject.own
    ? { noun: subject.noun, label: subject.label, own: subject.own }
    : null;
};

type Facts = OwnFacts & { aside: string | null };

const judge = ({ aside, ...facts }: Facts): Verdict =>
  aside === null ? judgeOwn(facts) : { answer: "not_applicable", said: aside };

const judgedBy = (version: PolicyVersion): JudgedBy => ({
  id: version.id,
  key: "policy",
  citation: policyCitation(version),
  verified: true,
});

// A policy binds from the day on which it is published: before, and once it is retired, nothing is demanded.
const heldOn = (versions: readonly PolicyVersion[], policyId: string | null, day: Day) => {
  if (policyId === null) return { rules: [], unbound: null };
  const version = policyOn(versions, policyId, day);
  return version
    ? { rules: [judgedBy(version)], unbound: null }
    : { rules: [], unbound: `The policy that it stands on did not hold on ${formatDate(day)}.` };
};

const ownCheck = (
  control: Checked,
  condition: OwnCondition,
  { noun, own }: { noun: string; own: OwnSubject },
): ControlCheck => {
  const demands = control.demands ?? "";
  const fields = own.fields.map(({ name, label, kind }) => ({ name, label, kind }));
  return {
    name: control.checkName,
    label: control.name,
    family: "own",
    kind: "preventive",
    subject: noun,
    demands,
    dayNamed: own.dayNamed,
    ruleKeys: [],
    severity: "medium",
    owner: "buyer",
    days: 10,
    remedy: "Mend the record so that it holds, or ask for a waiver.",
    stops: own.stops,
    read: async (db, ids) => {
      const { policyId } = control;
      const versions = policyId === null ? [] : await publishedPolicies(db);
      return (await own.read(db, ids)).map(({ id, binding, aside, day, values }) => {
        const { rules, unbound } = heldOn(versions, policyId, day);
        return {
          subjectId: id,
          part: 0,
          binding,
          day,
          rules,
          facts: { ...condition, demands, values, fields, aside: aside ?? unbound } satisfies Facts,
          shown: [],
        };
      });
    },
    judge,
  };
};

/** The check of a control: one that comes with the product, or the agency's own; null for neither. */
export const checkOf = (control: Checked): ControlCheck | null => {
  const subject = control.condition && ownSubjectOf(control.checkName);
  return subject ? ownCheck(control, control.condition!, subject) : controlCheck(control.checkName);
};

/** The same where a record names its control: by the version in force, else by the newest. */
export const checkOfRecord = async (
  db: Db,
  { controlId, checkName }: { controlId: string; checkName: string },
): Promise<ControlCheck | null> => {
  const shipped = controlCheck(checkName);
  if (shipped) return shipped;
  const version = await db.maybe<Checked>(sql`
    select check_name, name, condition, demands, policy_id
    from control_version
    where org_id = ${db.scope.orgId} and definition_id = ${controlId}
    order by status = 'published' desc, version_no desc
    limit 1
  `);
  return version && checkOf(version);
};

/** The names of all own checks, with the kind of records of each. */
export const ownChecks = (): readonly { name: string; noun: string }[] =>
  allControlSubjects().flatMap(({ noun, own }) =>
    own ? [{ name: ownCheckName(noun), noun }] : [],
  );

/** The policies of the agency that hold today, each in its version of today, by their titles. */
export const policiesToday = async (db: Db): Promise<PolicyVersion[]> =>
  (await publishedPolicies(db))
    .filter(({ until }) => until === null)
    .toSorted((a, b) => a.title.localeCompare(b.title));
