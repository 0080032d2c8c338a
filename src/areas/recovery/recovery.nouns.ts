import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { invoicesClaimed } from "#areas/finance/finance.server.ts";
import { damageCycle } from "./damage/damage.labels.ts";
import { declarationCycle } from "./declaration/declaration.labels.ts";
import { mitigationCycle } from "./mitigation/mitigation.labels.ts";
import { extensionCycle } from "./extension/extension.labels.ts";
import {
  projectCycle,
  type ProjectAction,
  type ProjectFacts,
  type ProjectStatus,
} from "./project/project.labels.ts";
import { appealCycle } from "./question/appeal.labels.ts";
import { paExtension } from "./proof.tables.ts";
import {
  paAppeal,
  paDamage,
  paDeclaration,
  paMitigation,
  paProject,
  paRequest,
} from "./recovery.tables.ts";
import { requestCycle } from "./request/request.labels.ts";

const read = "recovery.read";
const number = (row: { number: string }) => row.number;

export const declarationNoun = defineNoun({
  name: "paDeclaration",
  path: "pa-declarations",
  page: "/fema-grants-hub/declarations",
  table: paDeclaration,
  cycle: declarationCycle,
  number,
  read,
});
export const damageNoun = defineNoun({
  name: "paDamage",
  path: "pa-damage",
  page: "/fema-grants-hub/damage",
  table: paDamage,
  cycle: damageCycle,
  number,
  read: "recovery.capture",
});
type Counted = Pick<ProjectFacts, "openItems">;

/** What the rules of a project count: its eligible costs that no request holds. */
export const projectFacts = (db: Pick<Tx, "one" | "scope">, id: string): Promise<Counted> =>
  db.one<Counted>(sql`
    select count(*)::int as open_items
    from pa_item
    where org_id = ${db.scope.orgId} and project_id = ${id} and eligible and request_id is null
  `);

export const projectNoun = defineNoun<
  ProjectStatus,
  ProjectAction,
  typeof paProject,
  typeof paProject.$inferSelect & Counted
>({
  name: "paProject",
  path: "pa-projects",
  page: "/fema-grants-hub/projects",
  table: paProject,
  cycle: projectCycle,
  number,
  askers: ["ownerId"],
  read,
  facts: projectFacts,
});
export const requestNoun = defineNoun({
  name: "paRequest",
  path: "pa-requests",
  page: "/fema-grants-hub/requests",
  table: paRequest,
  cycle: requestCycle,
  keepsFiles: ["certified", "submitted"],
  number,
  drawsOn: invoicesClaimed,
  askers: ["preparedBy"],
  read,
});
export const appealNoun = defineNoun({
  name: "paAppeal",
  path: "pa-appeals",
  page: "/fema-grants-hub/appeals",
  table: paAppeal,
  cycle: appealCycle,
  keepsFiles: ["filed", "forwarded"],
  number,
  read,
});
export const mitigationNoun = defineNoun({
  name: "paMitigation",
  path: "pa-mitigation",
  page: "/fema-grants-hub/mitigation",
  table: paMitigation,
  cycle: mitigationCycle,
  keepsFiles: ["submitted"],
  number,
  read,
});
export const extensionNoun = defineNoun({
  name: "paExtension",
  path: "pa-extensions",
  page: "/fema-grants-hub/extensions",
  table: paExtension,
  cycle: extensionCycle,
  keepsFiles: ["sent"],
  number,
  read,
});
