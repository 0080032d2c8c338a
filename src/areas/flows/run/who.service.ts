import type { Db } from "#server/db/db.ts";
import { membersOf } from "#areas/organization/organization.server.ts";
import { peopleOf } from "#areas/workflow/workflow.server.ts";
import type { Who } from "../definition/flow.labels.ts";

/** Active members whom a step means; the run's starter where they are a member. */
export const peopleMeant = async (db: Db, who: Who, starter: string | null): Promise<string[]> => {
  switch (who.kind) {
    case "starter":
      return starter === null ? [] : peopleOf(db, { kind: "person", personId: starter }, null);
    case "department":
      return membersOf(db, who.departmentId);
    case "role":
      return peopleOf(db, { kind: "role", role: who.role as never }, null);
    case "duty":
      return peopleOf(db, { kind: "duty", duty: who.duty as never }, null);
    case "person":
      return peopleOf(db, { kind: "person", personId: who.personId }, null);
  }
};
