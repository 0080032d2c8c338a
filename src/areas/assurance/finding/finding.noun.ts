import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { actionsAbout } from "#areas/assets/assets.server.ts";
import { onTeam, seesPapers } from "../audit/team.service.ts";
import { assuranceFinding } from "../assurance.tables.ts";
import { procedureFacts } from "../procedure/procedure.noun.ts";
import {
  findingCycle,
  type FindingAction,
  type FindingFacts,
  type FindingStatus,
} from "./finding.labels.ts";

export type FindingStored = typeof assuranceFinding.$inferSelect;
export type FindingRecord = FindingStored & FindingFacts;

/** What the rules of a finding ask of its audit and its corrective actions. */
export const findingFacts = async (
  tx: Pick<Tx, "one" | "rows" | "scope">,
  row: Pick<FindingStored, "id" | "auditId" | "authorId" | "response">,
): Promise<Omit<FindingFacts, "status" | "responderId" | "audit">> => {
  const [of, actions] = await Promise.all([
    row.auditId ? procedureFacts(tx, row.auditId) : { team: [row.authorId], auditStatus: null },
    actionsAbout(tx, "auditFinding", row.id),
  ]);
  const lacksPlan = Boolean(row.response?.upheld) && row.response?.action === "";
  return { ...of, lacksPlan, openActions: actions.open, closedActions: actions.closed };
};

// The draft is its responder's as well, while their response is asked.
const sees = async (db: Db, personId: string | null, row: FindingStored): Promise<boolean> => {
  if (row.auditId === null || (await seesPapers(db, personId, row.auditId))) return true;
  if (row.responderId !== personId) return false;
  return (
    (await db.maybe(sql`
      select 1 as asked
      from assurance_audit
      where org_id = ${db.scope.orgId} and id = ${row.auditId} and status = 'response'
    `)) !== null
  );
};

export const findingNoun = defineNoun<
  FindingStatus,
  FindingAction,
  typeof assuranceFinding,
  FindingRecord
>({
  name: "auditFinding",
  path: "audit-findings",
  page: "/admin/audits/findings",
  table: assuranceFinding,
  cycle: findingCycle,
  number: ({ number }) => number,
  read: "assurance.read",
  confidential: true,
  wordsApart: true,
  keepsFiles: ["verified", "closed"],
  visible: (db, actor, row) => sees(db, actor.personId, row),
  load: async (tx, row) => ({ ...row, audit: null, ...(await findingFacts(tx, row)) }),
});

/** Whether somebody writes a finding: of its audit's team, or whoever wrote it. */
export const writesFinding = (
  db: Db,
  personId: string | null,
  row: Pick<FindingStored, "auditId" | "authorId">,
): Promise<boolean> | boolean =>
  row.auditId ? onTeam(db, personId, row.auditId, true) : row.authorId === personId;
