import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { trainingRequirement } from "../training.tables.ts";
import { followRequirements } from "./follow.service.ts";
import { requirementInput } from "./requirement.model.ts";
import { previewOf } from "./standing.service.ts";

const kind = defineDefinition({
  name: "trainingRequirement",
  what: "requirement",
  table: trainingRequirement,
  body: requirementInput,
  checks: async (db, of) => [
    {
      sentence: "It touches somebody.",
      ok: (await previewOf(db, of)).length > 0,
      path: "audience",
    },
    {
      sentence: "Its code is not among its own prerequisites.",
      ok: !of.prerequisites.includes(of.code),
      path: "prerequisites",
    },
  ],
  file: { schema: "levee.training-requirement", version: 1 },
});

const followed = async <T>(tx: Tx, actor: Actor, work: Promise<T>): Promise<T> => {
  const done = await work;
  await followRequirements(tx, actor, businessDate(tx.scope));
  return done;
};

/** Whom an agency asks for which certificate; publishing and retiring one follows everybody at once. */
export const requirements: typeof kind = {
  ...kind,
  publish: (tx, actor, id, version) => followed(tx, actor, kind.publish(tx, actor, id, version)),
  retire: (tx, actor, id, version) => followed(tx, actor, kind.retire(tx, actor, id, version)),
};
