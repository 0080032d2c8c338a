import type { Actor } from "#kernel/access.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { project } from "../../projects.tables.ts";
import { momentOf } from "../moment.model.ts";
import { contentOf, scheduleOfProject } from "./current.service.ts";
import type { Difference } from "./differences.model.ts";
import type { ProposalStatus } from "./proposal.labels.ts";
import type { ProposalDetail } from "./proposal.model.ts";
import { proposalNoun } from "./proposal.noun.ts";
import { scheduleProposal } from "./proposal.tables.ts";

const said = ({ start, finish }: Difference["ours"]) => ({
  start: momentOf(start),
  finish: momentOf(finish),
});
/** A difference as screens show it. */
export const saidDifference = ({ uid, code, name, theirs, ours, cause, says }: Difference) => ({
  ...{ uid, code, name, cause, says },
  theirs: said(theirs),
  ours: said(ours),
});

/** A proposed update with what differs, what it changes and what was decided of it. 404. */
export const readProposal = async (db: Db, actor: Actor, id: string): Promise<ProposalDetail> => {
  const row = await getRow(db, scheduleProposal, id, "proposed update");
  const [p, contracts, files, actions, schedule, content] = await Promise.all([
    getRow(db, project, row.projectId, "project"),
    contractsNamed(db, row.contractId === null ? [] : [row.contractId]),
    storedFilesOf(db, [row.fileId]),
    actionsAsked(db, actor, proposalNoun, row),
    scheduleOfProject(db, row.projectId),
    contentOf(db, id),
  ]);
  const [contract] = contracts;
  const { report, choices, plan } = content;
  return {
    id,
    number: row.number,
    status: row.status as ProposalStatus,
    projectId: row.projectId,
    project: p.name,
    projectNumber: p.number,
    side: row.side,
    format: row.format,
    handedInName: row.handedInName,
    handedInOn: row.handedInOn,
    dataDate: row.dataDate,
    differing: row.differing,
    changing: row.changing,
    statusReason: row.statusReason,
    version: row.version,
    contract: contract
      ? { id: contract.id, number: contract.number, vendor: contract.vendor }
      : null,
    file: { id: row.fileId, name: files.get(row.fileId)?.name ?? "" },
    program: plan.program,
    narrative: row.narrative,
    tasks: row.tasks,
    equal: report.equal,
    differences: report.differences.map((each) => ({
      ...saidDifference(each),
      canKeep: each.keeps !== null,
      choice: choices.dates[each.uid] ?? "ours",
    })),
    changes: report.changes.map((each) => ({
      ...each,
      choice: choices.tasks[each.code] ?? "theirs",
    })),
    unsupported: report.unsupported,
    rules: report.rules,
    outdated: row.status === "compared" && (schedule?.version ?? null) !== row.comparedVersion,
    actions,
  };
};
