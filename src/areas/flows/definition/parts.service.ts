import type { Actor } from "#kernel/access.ts";
import { options } from "#kernel/labels.ts";
import type { Db } from "#server/db/db.ts";
import {
  listDepartments,
  membersNamed,
  membersOf,
} from "#areas/organization/organization.server.ts";
import { recordKinds, type FlowRecord } from "../record/record.service.ts";
import { allSteps } from "../record/step.service.ts";
import type { FlowField, FlowParts } from "./flow.model.ts";

/** Fields of a kind of records beyond its columns. */
export const extraFields = async (db: Db, kind: FlowRecord): Promise<FlowField[]> => [
  ...((await kind.moreFields?.(db)) ?? []),
];

/** What a workflow may be made of here: records with fields and actions, steps, people. */
export const readParts = async (db: Db, actor: Actor): Promise<FlowParts> => {
  const [records, steps, ids, departments] = await Promise.all([
    Promise.all(
      recordKinds().map(async (kind) => ({
        noun: kind.noun,
        label: kind.label,
        events: options(kind.events),
        fields: [
          ...Object.entries(kind.fields).map(([name, field]) => ({
            name,
            label: field.label,
            kind: field.kind,
            choices: options(field.choices ?? {}),
          })),
          ...(await extraFields(db, kind)),
        ],
        actions: Object.entries(kind.actions).map(([value, { label, permission }]) => ({
          value,
          label,
          held: actor.permissions.has(permission),
        })),
        approved: kind.approved,
      })),
    ),
    Promise.all(
      allSteps().map(async (step) => ({
        value: step.name,
        label: step.label,
        asks: step.asks,
        targets: await step.targets(db),
      })),
    ),
    membersOf(db, null),
    listDepartments(db),
  ]);
  return {
    records,
    steps,
    people: (await membersNamed(db, { ids })).map(({ id, name }) => ({ value: id, label: name })),
    departments: departments
      .filter((each) => each.active)
      .map(({ id, name }) => ({ value: id, label: name })),
  };
};
