import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { contractsNamed, openWorkChanged } from "#areas/contracts/contracts.server.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { requirePhotos } from "#server/files/named-files.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { FinishInput, PunchChange, PunchInput } from "./punch.model.ts";
import { punchNoun, type PunchStored } from "./punch.noun.ts";
import { punchItem } from "./punch.tables.ts";

/** Statuses of a project that takes punch items. */
export const building: ReadonlySet<string> = new Set([
  "active",
  "on_hold",
  "substantially_complete",
]);

// Behind the project's lock, so that it is not closed while an item is added.
const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (!building.has(row.status))
    throw conflict(
      "project_not_building",
      `${row.number} is not being built now: its punch list is kept from its begin until it is closed.`,
    );
  return row;
};

// Who owes it: the contractor of the named contract, unless somebody else is said.
const owedBy = async (
  db: Db,
  p: ProjectStored,
  { contractId, party }: Pick<PunchChange, "contractId" | "party">,
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

// What is left decides what may be withheld, so the days of the contracts follow.
const tellContracts = async (
  tx: Tx,
  actor: Actor,
  ids: readonly (string | null)[],
): Promise<void> => {
  for (const id of new Set(ids)) if (id !== null) await openWorkChanged(tx, actor, id);
};

/**
 * Adds an item to the punch list of a project. 404, 409 `project_not_building`; 422
 * `contract_of_another`, `photo_missing`.
 */
export const addItem = async (tx: Tx, actor: Actor, input: PunchInput): Promise<PunchStored> => {
  const p = await holdProject(tx, input.projectId);
  await requirePhotos(tx, actor, input.photoFileIds);
  const made = await create(tx, actor, punchNoun, {
    number: { kind: "PUN" },
    row: {
      ...input,
      ...(await owedBy(tx, p, input)),
      orgId: tx.scope.orgId!,
      id: newId(),
      createdBy: actor.personId,
    },
  });
  await tellContracts(tx, actor, [made.contractId]);
  return made;
};

/** Changes an item that is to be done. 404, 409, 412; 422 as where it is added. */
export const changeItem = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PunchChange,
  version: number | null,
): Promise<PunchStored> => {
  let before: string | null = null;
  const changed = await change(tx, actor, punchNoun, {
    id,
    version,
    effect: async (row) => {
      before = row.contractId;
      const p = await holdProject(tx, row.projectId);
      await requirePhotos(tx, actor, input.photoFileIds, row.photoFileIds);
      const kept = [...input.photoFileIds, ...row.donePhotoFileIds];
      return {
        patch: {
          ...input,
          ...(await owedBy(tx, p, input)),
          publicFileIds: row.publicFileIds.filter((one) => kept.includes(one)),
        },
      };
    },
  });
  await tellContracts(tx, actor, [before, changed.contractId]);
  return changed;
};

/** Says that an item is done, with the photo that shows it. 404, 409, 412, 422 without a photo. */
export const finishItem = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { photoFileIds, note }: FinishInput,
): Promise<PunchStored> =>
  transition(tx, actor, punchNoun, {
    ...at,
    action: "finish",
    effect: async () => {
      await requirePhotos(tx, actor, photoFileIds);
      return {
        patch: {
          donePhotoFileIds: photoFileIds,
          doneNote: note,
          doneBy: actor.personId,
          doneName: actor.name ?? "",
          doneAt: businessNow(tx.scope).toISOString(),
          statusReason: "",
        },
      };
    },
  });

/** Verifies what somebody else said is done. 404, 409, 412. */
export const verifyItem = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Pick<TakenStep, "id" | "version">,
): Promise<PunchStored> => {
  const row = await transition(tx, actor, punchNoun, {
    id,
    version,
    action: "verify",
    effect: () =>
      Promise.resolve({
        patch: {
          verifiedBy: actor.personId,
          verifiedAt: businessNow(tx.scope).toISOString(),
          statusReason: "",
        },
      }),
  });
  await tellContracts(tx, actor, [row.contractId]);
  return row;
};

const withReason =
  (action: "sendBack" | "drop") =>
  async (tx: Tx, actor: Actor, at: TakenStep): Promise<PunchStored> => {
    const row = await transition(tx, actor, punchNoun, {
      ...at,
      action,
      effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
    });
    await tellContracts(tx, actor, [row.contractId]);
    return row;
  };

/** Sends an item back that is not done, with the reason. 404, 409, 412, 422 without one. */
export const sendItemBack = withReason("sendBack");
/** Drops an item that nobody has to do, with the reason. 404, 409, 412, 422 without one. */
export const dropItem = withReason("drop");

// Which photos are public is no part of what the item says: it is chosen after it is verified, too.
const photosOf = { name: punchNoun.name, table: punchItem, called: "punch item" };

/** Chooses the photos that may be published; the others are private. 404, 412; 422 `photo_unknown`. */
export const publishPhotos = (
  tx: Tx,
  actor: Actor,
  id: string,
  fileIds: readonly string[],
  version: number | null,
): Promise<PunchStored> =>
  change(tx, actor, photosOf, {
    id,
    version,
    action: "publish",
    effect: (before) => {
      const its = [...before.photoFileIds, ...before.donePhotoFileIds];
      if (fileIds.some((one) => !its.includes(one)))
        throw invalidField("fileIds", "Choose among the photos of this item.", "photo_unknown");
      return Promise.resolve({ patch: { publicFileIds: [...new Set(fileIds)] } });
    },
  });
