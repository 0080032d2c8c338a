import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import {
  inspectionCycle,
  type InspectionAction,
  type InspectionFacts,
  type InspectionStatus,
} from "./inspection.labels.ts";
import { inspection } from "./inspection.tables.ts";
import { standingFor } from "./qualification.service.ts";

type Stored = typeof inspection.$inferSelect;
export type InspectionRecord = Stored & Pick<InspectionFacts, "lacking" | "closed">;

const load = async (tx: Tx, row: Stored): Promise<InspectionRecord> => {
  const { certificates } = await tx.one<{ certificates: string[] }>(sql`
    select certificates
    from inspection_checklist
    where org_id = ${tx.scope.orgId} and id = ${row.definitionVersionId}
  `);
  return {
    ...row,
    ...(await standingFor(
      tx,
      "inspection",
      row.assignedTo,
      certificates,
      row.qualification !== "",
    )),
  };
};

/** Whoever manages inspections sees each, whoever fills one in sees theirs. */
export const seesInspection = (actor: Actor, { assignedTo }: Pick<Stored, "assignedTo">): boolean =>
  actor.permissions.has("inspection.manage") || assignedTo === actor.personId;

export const inspectionNoun = defineNoun<
  InspectionStatus,
  InspectionAction,
  typeof inspection,
  InspectionRecord
>({
  name: "inspection",
  path: "inspections",
  page: "/inspections",
  table: inspection,
  cycle: inspectionCycle,
  keepsFiles: ["submitted", "reviewed"],
  number: (row) => row.number,
  askers: ["assignedTo"],
  visible: (_db, actor, row) => seesInspection(actor, row),
  load,
});
