import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { contractorsOf } from "#areas/contracts/contracts.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile, storedFilesOf } from "#server/files/stored-file.ts";
import { asSystem } from "#server/lifecycle.ts";
import { contractIdsOf } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { ContractorSubmits, ContractorSubmittals, SubmitInput } from "./submittal.model.ts";
import type { SubmittalStored } from "./submittal.noun.ts";
import { listSubmittal, submitSubmittal } from "./submittal.service.ts";
import { submittal } from "./submittal.tables.ts";
import { tellOurs } from "./told.service.ts";
import { turnsOf, type Hand } from "./turns.service.ts";

type At = { orgId: string; id: string };

/** Bytes of a file at most. */
const mostBytes = 50 * 1024 * 1024;

/** The contracts of a project that are the vendor's; of a project without any there is none. 404. */
const ownContracts = async (tx: Tx, vendor: ActingVendor, projectId: string): Promise<string[]> => {
  const p = await findRow(tx, project, projectId);
  const ids = p ? contractIdsOf(p) : [];
  const contractors = await contractorsOf(tx, ids);
  const own = ids.filter((id) => contractors.get(id) === vendor.id);
  if (own.length === 0) throw notFound("project");
  return own;
};

const rowsOf = (tx: Tx, projectId: string, contractIds: readonly string[]) =>
  tx.rows<SubmittalStored>(sql`
    select *
    from submittal
    where org_id = ${tx.scope.orgId}
      and project_id = ${projectId}
      and contract_id = any(${[...contractIds]}::uuid[])
      and status <> 'withdrawn'
    order by court = 'contractor' desc nulls last, submit_by nulls last, sequence
    limit 500
  `);

// What a designer says to the agency is between them until the agency decides with it.
const inside: ReadonlySet<string> = new Set(["sent_out", "advised", "corrected", "recalled"]);
const openTurns = async (tx: Tx, ids: readonly string[]) =>
  (await turnsOf(tx, ids)).filter(({ kind }) => !inside.has(kind));

const maySubmit = ({ status }: { status: string }): boolean =>
  status === "draft" || status === "revise_resubmit";

/** What a contractor is to submit for a project, and what became of it. 404 for another's. */
export const readContractorSubmittals = (
  app: App,
  actor: Actor,
  at: At,
): Promise<ContractorSubmittals> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const rows = await rowsOf(tx, at.id, await ownContracts(tx, vendor, at.id));
    const turns = await openTurns(
      tx,
      rows.map(({ id }) => id),
    );
    const today = businessDate(tx.scope);
    const late = (s: SubmittalStored): boolean =>
      (s.court !== "contractor" && s.court !== null && s.dueOn !== null && s.dueOn < today) ||
      (s.status === "draft" && s.submitBy !== null && s.submitBy < today);
    return {
      items: rows.map((s) => ({
        id: s.id,
        number: s.number,
        revision: s.revision,
        status: s.status as ContractorSubmittals["items"][number]["status"],
        title: s.title,
        section: s.section,
        kind: s.kind,
        description: s.description,
        submitBy: s.submitBy,
        dueOn: s.dueOn,
        // Whom the agency asks is its own affair.
        court: s.court === "designer" ? "agency" : s.court,
        overdue: late(s),
        turns: turns
          .filter(({ submittalId }) => submittalId === s.id)
          .map(({ submittalId: _id, ...turn }) => turn),
        version: s.version,
        maySubmit: maySubmit(s),
      })),
    };
  });

/** A file of a submittal of the contractor's. 404 for any other file. */
export const contractorFile = (
  app: App,
  actor: Actor,
  at: At,
  fileId: string,
): Promise<{ name: string; sha256: string }> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const rows = await rowsOf(tx, at.id, await ownContracts(tx, vendor, at.id));
    const turns = await openTurns(
      tx,
      rows.map(({ id }) => id),
    );
    const known = turns.some(({ files }) => files.some(({ id }) => id === fileId));
    const file = known ? (await storedFilesOf(tx, [fileId])).get(fileId) : undefined;
    if (!file) throw notFound("file");
    return file;
  });

/** Keeps a file that the contractor is about to submit. 404 for another's project. */
export const keepContractorFile = async (
  app: App,
  actor: Actor,
  at: At,
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  await asVendor(app, actor, at.orgId, (tx, vendor) => ownContracts(tx, vendor, at.id));
  const stored = await app.files.put(stream, mostBytes);
  return asVendor(app, actor, at.orgId, async (tx, _vendor, who) => ({
    id: await recordFile(tx, { ...stored, orgId: at.orgId, name, uploadedBy: who.personId }),
  }));
};

const checkFiles = async (tx: Tx, who: Actor, ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries())
    if (!(await isUploadedBy(tx, id, who.personId!)))
      throw invalidField(
        `fileIds.${at}`,
        "This file is not there. Upload it again.",
        "file_missing",
      );
};

const handOf = (who: Actor, vendor: ActingVendor): Hand => ({
  side: "contractor",
  name: `${who.name}, ${vendor.name}`,
});

/** The contractor's submission, as the system, in its person's name; who reviews is told. */
export const submitFor = async (
  tx: Tx,
  system: Actor,
  at: { id: string; version: number | null },
  input: SubmitInput,
  by: Hand,
): Promise<SubmittalStored> => {
  const row = await submitSubmittal(tx, system, at, input, by);
  await tellOurs(tx, row, by.name);
  return row;
};

/**
 * The contractor submits what nobody listed: it is listed and submitted in one step. 404 for another's
 * project; 409 `project_not_open`; 422 `contract_unknown`, `file_missing`.
 */
export const submitAsContractor = (
  app: App,
  actor: Actor,
  at: At,
  { fileIds, says, ...listed }: ContractorSubmits,
): Promise<SubmittalStored> =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    if (!(await ownContracts(tx, vendor, at.id)).includes(listed.contractId))
      throw invalidField("contractId", "Choose your contract of this project.", "contract_unknown");
    await checkFiles(tx, who, fileIds);
    const system = asSystem(who);
    const made = await listSubmittal(tx, system, {
      ...listed,
      projectId: at.id,
      neededOn: null,
      leadDays: 0,
      reviewDays: 10,
    });
    const next = { id: made.id, version: made.version };
    return submitFor(tx, system, next, { fileIds, says }, handOf(who, vendor));
  });

/**
 * The contractor submits what is listed, or its next revision. 404 for another's; 409 `not_your_turn`;
 * 422 `file_missing`.
 */
export const submitListed = (
  app: App,
  actor: Actor,
  { orgId, id }: At,
  input: SubmitInput,
  version: number | null,
): Promise<SubmittalStored> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const row = await findRow(tx, submittal, id);
    if (!row || (await contractorsOf(tx, [row.contractId])).get(row.contractId) !== vendor.id)
      throw notFound("submittal");
    if (!maySubmit(row))
      throw conflict(
        "not_your_turn",
        `${row.number} does not wait for this from you. Open it again to see where it stands.`,
      );
    await checkFiles(tx, who, input.fileIds);
    return submitFor(tx, asSystem(who), { id, version }, input, handOf(who, vendor));
  });
