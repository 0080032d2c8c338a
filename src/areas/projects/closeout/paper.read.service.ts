import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
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
import { building } from "../punch/punch.service.ts";
import { withholdingOf } from "./law.service.ts";
import { paperCycle, paperKinds, type PaperKind } from "./paper.labels.ts";
import { paperList } from "./paper.list.ts";
import { paperRow, type CloseoutStanding, type PaperDetail, type PaperRow } from "./paper.model.ts";
import { paperNoun } from "./paper.noun.ts";
import { closeoutPaper } from "./paper.tables.ts";

const headColumns = recordColumns(paperList, {});

const headOf = async (db: Db, actor: Actor, id: string): Promise<PaperRow> => {
  const row = await maybeAs(
    db,
    paperRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from closeout_paper c
      join project p on p.org_id = c.org_id and p.id = c.project_id
      where c.org_id = ${db.scope.orgId} and c.id = ${id}
    `,
  );
  if (!row) throw notFound("closeout paper");
  return row;
};

/** A closeout paper with its files, and what the actor may do. 404. */
export const readPaper = async (db: Db, actor: Actor, id: string): Promise<PaperDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, closeoutPaper, id, "closeout paper"),
  ]);
  const [contracts, files, people] = await Promise.all([
    contractsNamed(db, row.contractId ? [row.contractId] : []),
    openFiles(db, actor, row.fileIds),
    membersNamed(db, { ids: row.acceptedBy ? [row.acceptedBy] : [] }),
  ]);
  const contract = contracts[0];
  return {
    ...head,
    contract: contract ? { id: contract.id, number: contract.number, title: contract.title } : null,
    files: row.fileIds.flatMap((fileId) => {
      const file = files.get(fileId);
      return file ? [{ id: fileId, name: file.name, mediaType: file.mediaType }] : [];
    }),
    accepter: row.acceptedBy && (people[0]?.name ?? "A former member"),
    acceptedAt: row.acceptedAt,
    statusReason: row.statusReason,
    canEdit: editRefusal(paperCycle.edit!, row, actor) === null,
    actions: await actionsAsked(db, actor, paperNoun, row),
  };
};

const byParty = (papers: readonly PaperRow[]): CloseoutStanding["parties"] =>
  [...new Set(papers.map(({ party }) => party))].map((party) => {
    const its = papers.filter((paper) => paper.party === party);
    return {
      party,
      kinds: (Object.keys(paperKinds) as PaperKind[]).map((kind) => ({
        kind,
        papers: its
          .filter((paper) => paper.kind === kind)
          .map(({ id, number, title, status, late }) => ({ id, number, title, status, late })),
      })),
    };
  });

/** How the papers of a project stand: by whom and of which kind, and what law demands. 404. */
export const readCloseoutPapers = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<CloseoutStanding> => {
  const p = await getRow(db, project, projectId, "project");
  const [papers, contracts, law] = await Promise.all([
    rowsAs(
      db,
      paperRow,
      sql`
        select ${bindActor(headColumns, actor)}
        from closeout_paper c
        join project p on p.org_id = c.org_id and p.id = c.project_id
        where c.org_id = ${db.scope.orgId} and c.project_id = ${projectId} and c.status <> 'dropped'
        order by c.party, c.kind, c.number
        limit 500
      `,
    ),
    contractsNamed(db, contractIdsOf(p)),
    withholdingOf(db, contractIdsOf(p)),
  ]);
  const count = (of: (paper: PaperRow) => boolean) => papers.filter(of).length;
  return {
    project: { id: p.id, number: p.number, name: p.name },
    contracts: contracts.map(({ id, number, vendor }) => ({ id, number, vendor })),
    toHandIn: count(({ status }) => status === "asked" || status === "back"),
    toAccept: count(({ status }) => status === "sent"),
    late: count(({ late }) => late),
    accepted: count(({ status }) => status === "accepted"),
    withholding: law.map(({ contractId, number, citation, says }) => ({
      contractId,
      number,
      ok: says === null,
      citation,
    })),
    parties: byParty(papers),
    takesPapers: building.has(p.status),
  };
};
