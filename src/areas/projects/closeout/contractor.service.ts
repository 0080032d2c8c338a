import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile, storedFilesOf } from "#server/files/stored-file.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { ownOrder } from "../pay/contractor.service.ts";
import { project } from "../projects.tables.ts";
import type { ContractorPapers } from "./contractor.model.ts";
import type { PaperStatus } from "./paper.labels.ts";
import type { HandInInput } from "./paper.model.ts";
import { paperNoun, type PaperStored } from "./paper.noun.ts";
import { handedIn, requireWhole } from "./paper.service.ts";

type At = { orgId: string; id: string };
type Owed = Omit<PaperStored, "status" | "dueOn" | "validUntil"> & {
  status: PaperStatus;
  dueOn: Day | null;
  validUntil: Day | null;
};

/** Bytes of a paper at most. */
const mostBytes = 25 * 1024 * 1024;

// What is owed under the contract of the vendor's own order; nothing where it has no contract.
const owedOf = async (tx: Tx, vendor: ActingVendor, orderId: string): Promise<Owed[]> => {
  const { contractId } = await ownOrder(tx, vendor, orderId);
  return contractId === null
    ? []
    : tx.rows<Owed>(sql`
      select *
      from closeout_paper
      where org_id = ${tx.scope.orgId} and contract_id = ${contractId} and status <> 'dropped'
      order by party, kind, number
      limit 500
    `);
};

const filesOf = (db: Db, papers: readonly Owed[]) =>
  storedFilesOf(
    db,
    papers.flatMap((paper) => paper.fileIds),
  );

/** The papers that a contractor hands over under the contract of its order. 404 for another vendor's. */
export const readContractorPapers = (app: App, actor: Actor, at: At): Promise<ContractorPapers> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const papers = await owedOf(tx, vendor, at.id);
    const files = await filesOf(tx, papers);
    const today = businessDate(tx.scope);
    return {
      papers: papers.map((paper) => ({
        id: paper.id,
        number: paper.number,
        status: paper.status,
        kind: paper.kind,
        title: paper.title,
        party: paper.party,
        note: paper.note,
        dueOn: paper.dueOn,
        late:
          (paper.status === "asked" || paper.status === "back") &&
          paper.dueOn !== null &&
          paper.dueOn < today,
        statusReason: paper.statusReason,
        certificateNo: paper.certificateNo,
        validUntil: paper.validUntil,
        files: paper.fileIds.flatMap((id) => {
          const file = files.get(id);
          return file ? [{ id, name: file.name }] : [];
        }),
      })),
    };
  });

/** A paper that the contractor handed over, as its stored file. 404 for any other file. */
export const contractorPaperFile = (
  app: App,
  actor: Actor,
  at: At,
  fileId: string,
): Promise<{ name: string; sha256: string }> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const file = (await filesOf(tx, await owedOf(tx, vendor, at.id))).get(fileId);
    if (!file) throw notFound("paper");
    return file;
  });

/** Keeps a file that the contractor hands over. 404 for another vendor's order. */
export const keepContractorPaper = async (
  app: App,
  actor: Actor,
  at: At,
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  await asVendor(app, actor, at.orgId, (tx, vendor) => ownOrder(tx, vendor, at.id));
  const stored = await app.files.put(stream, mostBytes);
  return asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await ownOrder(tx, vendor, at.id);
    return {
      id: await recordFile(tx, { ...stored, orgId: at.orgId, name, uploadedBy: who.personId }),
    };
  });
};

const requireOwnFiles = async (tx: Tx, who: Actor, ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries())
    if (!(await isUploadedBy(tx, id, who.personId!)))
      throw invalidField(
        `fileIds.${at}`,
        "This file is not there. Upload it again.",
        "file_missing",
      );
};

const tellEngineer = async (tx: Tx, row: PaperStored): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  notify(
    tx,
    [p.engineerId, row.createdBy].filter((who) => who !== null),
    {
      kind: "closeoutPaper.sent",
      title: `${row.sentName} handed in ${row.number}`,
      body: `${row.title}. Look at it: accept it, or send it back with the reason.`,
      link: `/projects/papers/${row.id}`,
    },
  );
};

/** A paper is handed in by the contractor, in whose name it stands; who accepts is told. 409, 422. */
export const reportPaper = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: HandInInput & { name: string },
): Promise<PaperStored> => {
  const row = await transition(tx, asSystem(actor), paperNoun, {
    id,
    action: "report",
    effect: (before) => {
      requireWhole(tx, before, input);
      return Promise.resolve({
        patch: { ...handedIn(tx, before, input), sentBy: null, sentName: input.name },
      });
    },
  });
  await tellEngineer(tx, row);
  return row;
};

/**
 * The contractor hands in a paper that it owes. 404 for what it does not owe, 409 where it is not asked
 * for any more; 422 `file_missing` and as where the agency hands it in.
 */
export const handInAsContractor = (
  app: App,
  actor: Actor,
  at: At,
  paperId: string,
  input: HandInInput,
): Promise<PaperStored> =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    if (!(await owedOf(tx, vendor, at.id)).some(({ id }) => id === paperId))
      throw notFound("closeout paper");
    await requireOwnFiles(tx, who, input.fileIds);
    return reportPaper(tx, who, paperId, { ...input, name: `${who.name}, ${vendor.name}` });
  });
