import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile, storedFilesOf } from "#server/files/stored-file.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { ownOrder } from "../pay/contractor.service.ts";
import { project } from "../projects.tables.ts";
import type { ContractorPunch } from "./contractor.model.ts";
import type { PunchStatus } from "./punch.labels.ts";
import type { FinishInput } from "./punch.model.ts";
import { punchNoun, type PunchStored } from "./punch.noun.ts";

type At = { orgId: string; id: string };
type Owed = Omit<PunchStored, "status" | "dueOn"> & { status: PunchStatus; dueOn: Day | null };

/** Bytes of a photo at most. */
const mostBytes = 25 * 1024 * 1024;

// What is owed under the contract of the vendor's own order; nothing where it has no contract.
const owedOf = async (tx: Tx, vendor: ActingVendor, orderId: string): Promise<Owed[]> => {
  const { contractId } = await ownOrder(tx, vendor, orderId);
  return contractId === null
    ? []
    : tx.rows<Owed>(sql`
      select *
      from punch_item
      where org_id = ${tx.scope.orgId} and contract_id = ${contractId} and status <> 'dropped'
      order by place, number
      limit 500
    `);
};

const photosOf = (db: Db, items: readonly Owed[]) =>
  storedFilesOf(
    db,
    items.flatMap((item) => item.photoFileIds),
  );

/** What a contractor owes by the punch list under the contract of its order. 404 for another vendor's. */
export const readContractorPunch = (app: App, actor: Actor, at: At): Promise<ContractorPunch> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const items = await owedOf(tx, vendor, at.id);
    const files = await photosOf(tx, items);
    const today = businessDate(tx.scope);
    return {
      items: items.map((item) => ({
        id: item.id,
        number: item.number,
        status: item.status,
        what: item.what,
        place: item.place,
        note: item.note,
        dueOn: item.dueOn,
        late:
          (item.status === "open" || item.status === "back") &&
          item.dueOn !== null &&
          item.dueOn < today,
        statusReason: item.statusReason,
        photos: item.photoFileIds.flatMap((id) => {
          const file = files.get(id);
          return file ? [{ id, name: file.name }] : [];
        }),
      })),
    };
  });

/** A photo of what a contractor owes, as its stored file. 404 for any other file. */
export const contractorPhoto = (
  app: App,
  actor: Actor,
  at: At,
  fileId: string,
): Promise<{ name: string; sha256: string }> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const file = (await photosOf(tx, await owedOf(tx, vendor, at.id))).get(fileId);
    if (!file) throw notFound("photo");
    return file;
  });

/** Keeps a photo that the contractor shows its work with. 404 for another vendor's order. */
export const keepContractorPhoto = async (
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

const checkPhotos = async (tx: Tx, who: Actor, ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries())
    if (!(await isUploadedBy(tx, id, who.personId!)))
      throw invalidField(
        `photoFileIds.${at}`,
        "This photo is not there. Upload it again.",
        "photo_missing",
      );
};

const tellVerifiers = async (tx: Tx, row: PunchStored): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  const people = [p.engineerId, ...p.inspectors.map(({ personId }) => personId)].filter(
    (who) => who !== null,
  );
  notify(tx, people, {
    kind: "punchItem.done",
    title: `${row.doneName} says that ${row.number} is done`,
    body: `${row.what}. Look at it: verify it, or send it back with the reason.`,
    link: `/projects/punch/${row.id}`,
  });
};

/**
 * An item is said to be done by the contractor, in whose name it stands; who verifies is told. 409 where
 * it is not to be done any more.
 */
export const reportItem = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { photoFileIds, note, name }: FinishInput & { name: string },
): Promise<PunchStored> => {
  const row = await transition(tx, asSystem(actor), punchNoun, {
    id,
    action: "report",
    effect: () =>
      Promise.resolve({
        patch: {
          donePhotoFileIds: photoFileIds,
          doneNote: note,
          doneBy: null,
          doneName: name,
          doneAt: businessNow(tx.scope).toISOString(),
          statusReason: "",
        },
      }),
  });
  await tellVerifiers(tx, row);
  return row;
};

/**
 * The contractor says that an item it owes is done, with the photo that shows it. 404 for what it does
 * not owe, 409 where it is not to be done any more, 422 without a photo of its own.
 */
export const reportDone = (
  app: App,
  actor: Actor,
  at: At,
  itemId: string,
  input: FinishInput,
): Promise<PunchStored> =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    if (!(await owedOf(tx, vendor, at.id)).some(({ id }) => id === itemId))
      throw notFound("punch item");
    await checkPhotos(tx, who, input.photoFileIds);
    return reportItem(tx, who, itemId, { ...input, name: `${who.name}, ${vendor.name}` });
  });
