import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs, rowsAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { contractIdsOf } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { designerIn } from "../designer/link.service.ts";
import { rfiCycle } from "./rfi.labels.ts";
import { rfiList } from "./rfi.list.ts";
import { rfiRow, type ProjectQuestions, type RfiDetail, type RfiRow } from "./rfi.model.ts";
import { rfiNoun } from "./rfi.noun.ts";
import { rfi } from "./rfi.tables.ts";
import { turnsOf } from "./turns.service.ts";

const headColumns = recordColumns(rfiList, {});

const headOf = async (db: Db, actor: Actor, id: string): Promise<RfiRow> => {
  const row = await maybeAs(
    db,
    rfiRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from rfi q
      join project p on p.org_id = q.org_id and p.id = q.project_id
      where q.org_id = ${db.scope.orgId} and q.id = ${id}
    `,
  );
  if (!row) throw notFound("RFI");
  return row;
};

const filesOf = async (db: Db, actor: Actor, ids: readonly string[]) => {
  const found = await openFiles(db, actor, ids);
  return ids.flatMap((id) => {
    const file = found.get(id);
    return file ? [{ id, name: file.name, mediaType: file.mediaType }] : [];
  });
};

/** A question with its turns and files, and what the actor may do. 404. */
export const readRfi = async (db: Db, actor: Actor, id: string): Promise<RfiDetail> => {
  const [head, row] = await Promise.all([headOf(db, actor, id), getRow(db, rfi, id, "RFI")]);
  const [p, contracts, files, answerFiles, turns, designer, actions] = await Promise.all([
    getRow(db, project, row.projectId, "project"),
    contractsNamed(db, row.contractId ? [row.contractId] : []),
    filesOf(db, actor, row.fileIds),
    filesOf(db, actor, row.answerFileIds),
    turnsOf(db, [id]),
    designerIn(db, row.designerLinkId, actor.permissions.has("rfi.answer")),
    actionsAsked(db, actor, rfiNoun, row),
  ]);
  const [contract] = contracts;
  return {
    ...head,
    projectNumber: p.number,
    contract: contract
      ? { id: contract.id, number: contract.number, vendor: contract.vendor }
      : null,
    question: row.question,
    reference: row.reference,
    place: row.place,
    proposedAnswer: row.proposedAnswer,
    costCents: row.costCents,
    timeDays: row.timeDays,
    fileIds: row.fileIds,
    files,
    answer: row.answer,
    answeredByName: row.answeredByName,
    answeredAt: row.answeredAt,
    answerFiles,
    turns: turns.map(({ rfiId: _rfi, ...turn }) => turn),
    designer,
    statusReason: row.statusReason,
    canEdit: editRefusal(rfiCycle.edit!, row, actor) === null,
    actions,
  };
};

/** What was typed of a question, as its form has it. 404. */
export const typedRfi = (db: Db, id: string) => getRow(db, rfi, id, "RFI");

/** The questions of a project that are not closed, and what its next one begins with. 404. */
export const questionsOfProject = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<ProjectQuestions> => {
  const p = await getRow(db, project, projectId, "project");
  const [open, contracts] = await Promise.all([
    rowsAs(
      db,
      rfiRow,
      sql`
        select ${bindActor(headColumns, actor)}
        from rfi q
        join project p on p.org_id = q.org_id and p.id = q.project_id
        where q.org_id = ${db.scope.orgId} and q.project_id = ${projectId} and q.court is not null
        order by q.due_on, q.sequence
        limit 100
      `,
    ),
    contractsNamed(db, contractIdsOf(p)),
  ]);
  const late = open.filter((q) => q.overdue);
  return {
    questionDays: p.questionDays,
    contracts: contracts.map(({ id, number, title }) => ({ id, number, title })),
    overdueOurs: late.filter((q) => q.court === "agency").length,
    overdueDesigners: late.filter((q) => q.court === "designer").length,
    overdueContractors: late.filter((q) => q.court === "contractor").length,
    open,
  };
};
