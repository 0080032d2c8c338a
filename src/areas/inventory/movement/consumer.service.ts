import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Problem } from "#kernel/errors.ts";
import { departmentById } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { nounNamed } from "#server/noun.ts";
import { findRow } from "#server/db/rows.ts";
import { seesRecord } from "#server/lifecycle.ts";
import type { ConsumerType } from "./movement.labels.ts";
import type { Consumer } from "./movement.model.ts";

/** Departments have no lifecycle; all others are nouns of areas above, asked for by their names. */
export const consumerNouns: Readonly<Record<Exclude<ConsumerType, "department">, string>> = {
  workOrder: "workOrder",
  project: "paProject",
  incident: "incident",
};

const unknown = (): Problem =>
  invalidField("consumer", "Choose who gets it: this record is not there.", "no_consumer");

/**
 * What the record that gets something is called: its number, a department's name. 422 `no_consumer`
 * for another agency's, an unknown one, one that is over, or one that the actor does not see.
 */
export const consumerNamed = async (
  db: Db,
  actor: Actor,
  { type, id }: Consumer,
): Promise<string> => {
  if (type === "department") {
    const department = await departmentById(db, id).catch(() => null);
    if (!department?.active) throw unknown();
    return department.name;
  }
  const noun = nounNamed(consumerNouns[type]);
  if (!noun || !(await seesRecord(db, actor, noun.name, id))) throw unknown();
  const row = (await findRow(db, noun.table, id)) as { status: string };
  if (noun.cycle.statuses[row.status]?.terminal)
    throw invalidField(
      "consumer",
      `${noun.number(row)} is over: it gets nothing more.`,
      "consumer_over",
    );
  return noun.number(row);
};
