import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { contractorsOf, contractsNamed } from "#areas/contracts/contracts.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile, storedFilesOf } from "#server/files/stored-file.ts";
import { asSystem } from "#server/lifecycle.ts";
import { contractIdsOf, type ProjectStored } from "../../project/project.noun.ts";
import { project } from "../../projects.tables.ts";
import { schedulesDue } from "./due.service.ts";
import { contentOf } from "./current.service.ts";
import type { ProposalStatus } from "./proposal.labels.ts";
import type { ContractorProposal, ContractorSchedules } from "./proposal.model.ts";
import type { ProposalStored } from "./proposal.noun.ts";
import { saidDifference } from "./proposal.read.service.ts";
import {
  againstOf,
  announceProposal,
  closedOf,
  keepProposal,
  readFileOf,
} from "./proposal.service.ts";
import { tellContractor } from "./told.service.ts";

type At = { orgId: string; id: string };
const mostBytes = 25 * 1024 * 1024;
const shownDifferences = 200;

/** The project with the contracts of it that are the vendor's. 404 without any. */
export const ownOf = async (
  tx: Tx,
  vendor: ActingVendor,
  projectId: string,
): Promise<{ p: ProjectStored; contractIds: string[] }> => {
  const p = await findRow(tx, project, projectId);
  const ids = p ? contractIdsOf(p) : [];
  const contractors = await contractorsOf(tx, ids);
  const contractIds = ids.filter((id) => contractors.get(id) === vendor.id);
  if (!p || contractIds.length === 0) throw notFound("project");
  return { p, contractIds };
};

const handedIn = (tx: Tx, projectId: string, contractIds: readonly string[]) =>
  tx.rows<ProposalStored>(sql`
    select *
    from schedule_proposal
    where org_id = ${tx.scope.orgId}
      and project_id = ${projectId}
      and contract_id = any(${[...contractIds]}::uuid[])
    order by sequence desc
    limit 24
  `);

/** The schedules that a contractor handed in for a project, and what came of them. 404 for another's. */
export const readContractorSchedules = (
  app: App,
  actor: Actor,
  at: At,
): Promise<ContractorSchedules> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const { p, contractIds } = await ownOf(tx, vendor, at.id);
    const rows = await handedIn(tx, at.id, contractIds);
    const [contracts, files] = await Promise.all([
      contractsNamed(tx, contractIds),
      storedFilesOf(
        tx,
        rows.map(({ fileId }) => fileId),
      ),
    ]);
    const [last] = rows;
    const content = last ? await contentOf(tx, last.id) : null;
    const waits = rows.some(({ status }) => status === "compared");
    return {
      closed:
        closedOf(p) ??
        (waits ? "Your last schedule is with the agency, which accepts or returns it." : null),
      dueOn: (await schedulesDue(tx)).find(({ id }) => id === at.id)?.dueOn ?? null,
      contracts: contracts.map(({ id, number, title }) => ({ id, label: `${number} ${title}` })),
      items: rows.map((row, n) => ({
        id: row.id,
        number: row.number,
        status: row.status as ProposalStatus,
        fileName: files.get(row.fileId)?.name ?? "",
        handedInName: row.handedInName,
        handedInOn: row.handedInOn,
        dataDate: row.dataDate,
        tasks: row.tasks,
        differing: row.differing,
        statusReason: row.statusReason,
        // What came of the last one is told task by task.
        differences:
          n === 0 ? content!.report.differences.slice(0, shownDifferences).map(saidDifference) : [],
        unsupported: n === 0 ? content!.report.unsupported : [],
      })),
    };
  });

/** The file that the contractor handed in. 404 for any other. */
export const contractorScheduleFile = (
  app: App,
  actor: Actor,
  at: At,
  proposalId: string,
): Promise<{ name: string; sha256: string }> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const { contractIds } = await ownOf(tx, vendor, at.id);
    const rows = await handedIn(tx, at.id, contractIds);
    const row = rows.find(({ id }) => id === proposalId);
    const file = row && (await storedFilesOf(tx, [row.fileId])).get(row.fileId);
    if (!file) throw notFound("file");
    return file;
  });

/** Keeps a file that the contractor is about to hand in. 404 for another's project. */
export const keepContractorSchedule = async (
  app: App,
  actor: Actor,
  at: At,
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  await asVendor(app, actor, at.orgId, (tx, vendor) => ownOf(tx, vendor, at.id));
  const stored = await app.files.put(stream, mostBytes);
  return asVendor(app, actor, at.orgId, async (tx, _vendor, who) => ({
    id: await recordFile(tx, { ...stored, orgId: at.orgId, name, uploadedBy: who.personId }),
  }));
};

const fileOf = async (tx: Tx, who: Actor, fileId: string): Promise<string> => {
  const file = (await isUploadedBy(tx, fileId, who.personId!))
    ? (await storedFilesOf(tx, [fileId])).get(fileId)
    : undefined;
  if (!file)
    throw invalidField("fileId", "This file is not there. Upload it again.", "file_missing");
  return file.sha256;
};

/**
 * The contractor hands its schedule in: read and compared at once, the engineer is told, it keeps a
 * copy. 404 for another's project; 409 `project_not_open`, `proposal_waits`; 422 `contract_unknown`,
 * `file_missing`, `schedule_unreadable`.
 */
export const handInAsContractor = async (
  app: App,
  actor: Actor,
  at: At,
  { contractId, ...input }: ContractorProposal,
): Promise<ProposalStored> => {
  const { sha256, against } = await asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const { contractIds } = await ownOf(tx, vendor, at.id);
    if (!contractIds.includes(contractId))
      throw invalidField("contractId", "Choose your contract of this project.", "contract_unknown");
    const sha256 = await fileOf(tx, who, input.fileId);
    return { sha256, against: await againstOf(tx, at.id) };
  });
  // Outside of any transaction: it may take a while.
  const read = await readFileOf(app, sha256, against);
  return asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await ownOf(tx, vendor, at.id);
    const name = `${who.name}, ${vendor.name}`;
    const row = await keepProposal(tx, asSystem(who), at.id, input, read, {
      ...{ side: "contractor" as const, name, contractId },
    });
    await announceProposal(tx, row);
    await tellContractor(tx, row, "received", "");
    return row;
  });
};
