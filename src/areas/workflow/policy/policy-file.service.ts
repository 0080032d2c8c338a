import { z } from "zod";
import { invalid, type FieldError } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import {
  approverRule,
  policyCondition,
  policyInput,
  policyStep,
  type ApproverRule,
  type Policy,
  type PolicyInput,
} from "./policy.model.ts";
import { peopleIn, recordsOf } from "./policy-records.service.ts";

const [role, duty, , departmentRole] = approverRule.options;
const fileRule = z.discriminatedUnion("kind", [
  role,
  duty,
  z.object({ kind: z.literal("person"), email: z.email() }),
  departmentRole,
]);
type FileRule = z.output<typeof fileRule>;
const codes = z.array(z.string().min(1).max(40)).max(200).default([]);

/** A policy as a file: codes of departments and funds, addresses of people, no ids. */
const content = z.object({
  ...policyInput.shape,
  condition: policyCondition
    .omit({ departmentIds: true, fundIds: true })
    .extend({ departments: codes, funds: codes })
    .prefault({}),
  steps: z
    .array(
      policyStep.extend({
        approvers: z.array(fileRule).min(1, "Name at least one approver.").max(20),
        escalateTo: fileRule.nullable().default(null),
      }),
    )
    .min(1, "A policy needs at least one step.")
    .max(20),
});
type Content = z.output<typeof content>;

const write = async (db: Db, policy: Policy): Promise<Content> => {
  const [records, people] = await Promise.all([
    recordsOf(db),
    membersNamed(db, { ids: peopleIn(policy) }),
  ]);
  const codesOf = (ids: readonly string[], all: readonly { id: string; code: string }[]) =>
    ids.map((id) => all.find((each) => each.id === id)?.code ?? id);
  const rule = (each: ApproverRule): FileRule =>
    each.kind === "person"
      ? {
          kind: "person",
          email: people.find((p) => p.id === each.personId)?.email ?? each.personId,
        }
      : each;
  const { departmentIds, fundIds, ...condition } = policyCondition.parse(policy.condition);
  return {
    name: policy.name,
    documentType: policy.documentType,
    priority: policy.priority,
    condition: {
      ...condition,
      departments: codesOf(departmentIds, records.departments),
      funds: codesOf(fundIds, records.funds),
    },
    steps: policy.steps.map((step) => ({
      ...step,
      approvers: step.approvers.map(rule),
      escalateTo: step.escalateTo && rule(step.escalateTo),
    })),
  };
};

// Looks up what a file names; what is not here is refused at its place. To leave it out would make
// the policy decide more than its author meant.
const finder = async (db: Db, file: Content) => {
  const emails = file.steps
    .flatMap((step) => [...step.approvers, step.escalateTo])
    .flatMap((each) => (each?.kind === "person" ? [each.email] : []));
  const [records, people] = await Promise.all([recordsOf(db), membersNamed(db, { emails })]);
  const missing: FieldError[] = [];
  const refuse = (path: string, message: string) => void missing.push({ path, message });
  const ids = (list: "departments" | "funds") =>
    file.condition[list].flatMap((code, at) => {
      const found = records[list].find((each) => each.code === code);
      if (!found)
        refuse(
          `condition.${list}.${at}`,
          `This agency has no ${list.slice(0, -1)} ${code}. Add it, or change the file.`,
        );
      return found ? [found.id] : [];
    });
  const rule = (each: FileRule, path: string): ApproverRule => {
    if (each.kind !== "person") return each;
    const found = people.find(
      (p) => p.active && p.email.toLowerCase() === each.email.toLowerCase(),
    );
    if (!found)
      refuse(path, `Nobody here signs in as ${each.email}. Name a role or duty in the file.`);
    return { kind: "person", personId: found?.id ?? "" };
  };
  return { ids, rule, missing };
};

const read = async (db: Db, file: Content): Promise<PolicyInput> => {
  const { ids, rule, missing } = await finder(db, file);
  const { departments: _d, funds: _f, ...condition } = file.condition;
  const policy = {
    ...file,
    condition: { ...condition, departmentIds: ids("departments"), fundIds: ids("funds") },
    steps: file.steps.map((step, at) => ({
      ...step,
      approvers: step.approvers.map((each, place) => rule(each, `steps.${at}.approvers.${place}`)),
      escalateTo: step.escalateTo && rule(step.escalateTo, `steps.${at}.escalateTo`),
    })),
  };
  if (missing[0]) throw invalid("not_here", missing.map((each) => each.message).join(" "), missing);
  return policy;
};

/** Policies of one agency for another one. */
export const policyElsewhere = { content, write, read };
