import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { contractsNamed, openWorkChanged } from "#areas/contracts/contracts.server.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireFiles } from "#server/files/named-files.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { building } from "../punch/punch.service.ts";
import { withholdingOf } from "./law.service.ts";
import { paperKinds, type PaperKind } from "./paper.labels.ts";
import type { HandInInput, PaperChange, PaperInput } from "./paper.model.ts";
import { paperNoun, type PaperStored } from "./paper.noun.ts";
import { closeoutPaper } from "./paper.tables.ts";

// Behind the project's lock, so that it is not closed while a paper is asked for.
const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (!building.has(row.status))
    throw conflict(
      "project_not_building",
      `${row.number} is not being built now: its papers are asked for from its begin until it is closed.`,
    );
  return row;
};

// Who owes it: the contractor of the named contract, unless somebody else is said.
const owedBy = async (
  db: Db,
  p: ProjectStored,
  { contractId, party }: Pick<PaperChange, "contractId" | "party">,
): Promise<{ contractId: string | null; party: string }> => {
  if (contractId === null) return { contractId, party };
  if (!contractIdsOf(p).includes(contractId))
    throw invalidField(
      "contractId",
      `This is no contract of ${p.number}. Choose one of its own.`,
      "contract_of_another",
    );
  const [named] = await contractsNamed(db, [contractId]);
  return { contractId, party: party || (named?.vendor ?? "") };
};

// Final papers that are still to come decide what may be withheld, so the days of the contracts follow.
const tellContracts = async (
  tx: Tx,
  actor: Actor,
  ids: readonly (string | null)[],
): Promise<void> => {
  for (const id of new Set(ids)) if (id !== null) await openWorkChanged(tx, actor, id);
};

const ask = async (
  tx: Tx,
  actor: Actor,
  p: ProjectStored,
  input: PaperInput,
): Promise<PaperStored> =>
  create(tx, actor, paperNoun, {
    number: { kind: "CLO" },
    row: {
      ...input,
      ...(await owedBy(tx, p, input)),
      orgId: tx.scope.orgId!,
      id: newId(),
      createdBy: actor.personId,
    },
  });

/** Asks for a paper of a project. 404, 409 `project_not_building`; 422 `contract_of_another`. */
export const askPaper = async (tx: Tx, actor: Actor, input: PaperInput): Promise<PaperStored> => {
  const made = await ask(tx, actor, await holdProject(tx, input.projectId), input);
  await tellContracts(tx, actor, [made.contractId]);
  return made;
};

const usual = ["asBuilt", "manual", "warranty"] as const satisfies PaperKind[];

/**
 * Asks each contract of a project for the papers that every one hands over, and for the certificate where
 * the law demands it; what was asked for before is left alone. 404, 409 `project_not_building`,
 * `no_contracts`, `all_asked`.
 */
export const askUsual = async (tx: Tx, actor: Actor, id: string): Promise<{ asked: number }> => {
  const p = await holdProject(tx, id);
  const contracts = await contractsNamed(tx, contractIdsOf(p));
  if (contracts.length === 0)
    throw conflict(
      "no_contracts",
      `${p.number} names no contract yet. Name it, or ask one by one.`,
    );
  const [law, before] = await Promise.all([
    withholdingOf(tx, contractIdsOf(p)),
    tx.rows<{ contractId: string | null; kind: PaperKind }>(sql`
      select contract_id, kind
      from closeout_paper
      where org_id = ${tx.scope.orgId} and project_id = ${id}
    `),
  ]);
  const dueOn = p.completedOn ? addDays(p.completedOn, 30) : null;
  const asked = contracts.flatMap((c) => {
    const demanded = law.some(({ contractId }) => contractId === c.id);
    return [...usual, ...(demanded ? (["withholding"] as const) : [])]
      .filter((kind) => !before.some((b) => b.contractId === c.id && b.kind === kind))
      .map((kind) => ({ contractId: c.id, party: "", kind, title: paperKinds[kind] }));
  });
  if (asked.length === 0)
    throw conflict("all_asked", "These papers are asked for already. Ask for another by itself.");
  for (const one of asked) await ask(tx, actor, p, { ...one, projectId: id, dueOn, note: "" });
  await tellContracts(tx, actor, contractIdsOf(p));
  return { asked: asked.length };
};

/** Changes a paper that is not handed in. 404, 409, 412; 422 as where it is asked for. */
export const changePaper = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PaperChange,
  version: number | null,
): Promise<PaperStored> => {
  let before: string | null = null;
  const changed = await change(tx, actor, paperNoun, {
    id,
    version,
    effect: async (row) => {
      before = row.contractId;
      const p = await holdProject(tx, row.projectId);
      return { patch: { ...input, ...(await owedBy(tx, p, input)) } };
    },
  });
  await tellContracts(tx, actor, [before, changed.contractId]);
  return changed;
};

/** 422 where a warranty is without its last day, or a certificate without its number. */
export const requireWhole = (db: Db, row: PaperStored, input: HandInInput): void => {
  if (row.kind === "warranty" && !input.validUntil)
    throw invalidField("validUntil", "Enter the last day of the warranty.", "warranty_without_day");
  if (row.kind === "warranty" && input.validUntil! < businessDate(db.scope))
    throw invalidField(
      "validUntil",
      "This warranty has ended already. Look at its day.",
      "warranty_ended",
    );
  if (row.kind === "withholding" && !input.certificateNo)
    throw invalidField(
      "certificateNo",
      "Enter the number that the state confirmed it with.",
      "certificate_without_number",
    );
};

/** What handing a paper in writes of it, besides who did. */
export const handedIn = (db: Db, row: PaperStored, input: HandInInput) => ({
  fileIds: input.fileIds,
  certificateNo: row.kind === "withholding" ? input.certificateNo : "",
  validUntil: row.kind === "warranty" ? input.validUntil : null,
  sentAt: businessNow(db.scope).toISOString(),
  statusReason: "",
});

/**
 * Hands a paper in that the agency received, with its files. 404, 409, 412; 422 `file_missing`,
 * `warranty_without_day`, `warranty_ended`, `certificate_without_number`.
 */
export const handInPaper = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  input: HandInInput,
): Promise<PaperStored> =>
  transition(tx, actor, paperNoun, {
    ...at,
    action: "handIn",
    effect: async (row) => {
      requireWhole(tx, row, input);
      await requireFiles(tx, actor, input.fileIds);
      return {
        patch: {
          ...handedIn(tx, row, input),
          sentBy: actor.personId,
          sentName: actor.name ?? "",
        },
      };
    },
  });

/** Accepts what somebody else handed in. 404, 409, 412. */
export const acceptPaper = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Pick<TakenStep, "id" | "version">,
): Promise<PaperStored> => {
  const row = await transition(tx, actor, paperNoun, {
    id,
    version,
    action: "accept",
    effect: () =>
      Promise.resolve({
        patch: {
          acceptedBy: actor.personId,
          acceptedAt: businessNow(tx.scope).toISOString(),
          statusReason: "",
        },
      }),
  });
  await tellContracts(tx, actor, [row.contractId]);
  return row;
};

const withReason =
  (action: "sendBack" | "drop") =>
  async (tx: Tx, actor: Actor, at: TakenStep): Promise<PaperStored> => {
    const row = await transition(tx, actor, paperNoun, {
      ...at,
      action,
      effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
    });
    await tellContracts(tx, actor, [row.contractId]);
    return row;
  };

/** Sends a paper back that does not do, with the reason. 404, 409, 412, 422 without one. */
export const sendPaperBack = withReason("sendBack");
/** Says that a paper is not needed, with the reason. 404, 409, 412, 422 without one. */
export const dropPaper = withReason("drop");

/** What was typed of a paper, as its form has it. 404. */
export const typedPaper = (db: Db, id: string): Promise<PaperStored> =>
  getRow(db, closeoutPaper, id, "closeout paper");
