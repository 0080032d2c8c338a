import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { assertProved, endSessionsIn } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { isDeviceKey } from "../capture/signature.ts";
import { holdUnfinished } from "../capture/unfinished.service.ts";
import { fieldDevice } from "../field.tables.ts";
import { lockOwnDevice, requireOwnDevice } from "./contact.service.ts";
import type { DeviceInput } from "./device.model.ts";
import { fieldDeviceNoun, type DeviceStored } from "./device.noun.ts";

const purpose = "field-store";
const ownerOf = ({ orgId, id }: { orgId: string; id: string }) => `${orgId}/${id}`;

/** Stores a device of the actor's own, whose proof was asked before. 409 `device_enrolled`. */
export const storeDevice = async (
  tx: Tx,
  actor: Actor,
  { storeKey, ...input }: DeviceInput,
): Promise<DeviceStored> => {
  if (await findRow(tx, fieldDevice, input.id))
    throw conflict("device_enrolled", "This device is enrolled already.");
  const orgId = tx.scope.orgId!;
  return create(tx, actor, fieldDeviceNoun, {
    number: { kind: "FLD" },
    row: {
      ...input,
      orgId,
      personId: actor.personId!,
      personName: actor.name,
      sealedStoreKey: seal(purpose, ownerOf({ orgId, id: input.id }), storeKey),
      enrolledAt: businessNow(tx.scope).toISOString(),
      sessionIds: actor.sessionId === null ? [] : [actor.sessionId],
    },
    untold: ["sealedStoreKey", "sessionIds"],
    action: "enrol",
  });
};

/**
 * Enrols a device of the actor's own, behind a fresh proof of who they are: the key by which it signs,
 * and a sealed copy of the key of its store. 403 `proof_needed`; 409 `device_enrolled` for an id that is
 * taken; 422 at a key that is none of ECDSA P-256.
 */
export const enrolDevice = async (
  app: App,
  actor: Actor,
  input: DeviceInput,
): Promise<DeviceStored> => {
  await assertProved(identityDb(app.database), actor);
  if (!isDeviceKey(input.publicKey))
    throw invalidField("publicKey", "This is no public key of ECDSA P-256.", "device_key");
  return app.database.transaction(actor, (tx) => storeDevice(tx, actor, input));
};

/**
 * Gives the key of a device's store back to whom it belongs, behind a fresh proof of who they are. 403
 * `proof_needed`; 404; 409 `device_closed` for one that is locked, revoked or erased.
 */
export const releaseStoreKey = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ storeKey: string }> => {
  await requireOwnDevice(app.database.read(actor), actor, id);
  await assertProved(identityDb(app.database), actor);
  return app.database.transaction(actor, async (tx) => {
    const device = await lockOwnDevice(tx, actor, id);
    if (device.status !== "enrolled" && device.status !== "active")
      throw conflict(
        "device_closed",
        `This device is ${device.status}: nothing is released to it. Ask an administrator.`,
      );
    note(tx, actor, "fieldDevice", device, {
      action: "releaseStoreKey",
      note: "The key of its store was given back to whom it belongs.",
    });
    return { storeKey: unseal(purpose, ownerOf(device), device.sealedStoreKey) };
  });
};

const revoked = {
  heldFor: "device_revoked",
  heldWhy: "Its device was revoked before all its photos came.",
};

const end =
  (action: "revoke" | "erase") =>
  (tx: Tx, actor: Actor, at: TakenStep): Promise<DeviceStored> =>
    transition(tx, actor, fieldDeviceNoun, {
      ...at,
      action,
      effect: async (device) => {
        await holdUnfinished(tx, actor, "device_id", at.id, revoked);
        return {
          patch: {
            statusReason: at.reason ?? "",
            endedBy: actor.personId,
            endedAt: businessNow(tx.scope).toISOString(),
            waited: device.waiting,
          },
        };
      },
    });

const endSessions = async (app: App, actor: Actor, device: DeviceStored): Promise<void> => {
  const identity = identityDb(app.database);
  for (const only of device.sessionIds)
    await endSessionsIn(identity, device.orgId, device.personId, {
      ...{ actor, only },
      reason: "device_revoked",
    });
};

/** Locks a device, or lets it go on: meanwhile nothing is released to it. 404, 409, 412. */
export const lockDevice = (
  tx: Tx,
  actor: Actor,
  action: "lock" | "unlock",
  at: TakenStep,
): Promise<DeviceStored> =>
  transition(tx, actor, fieldDeviceNoun, {
    ...at,
    action,
    effect: async () => ({ patch: { statusReason: action === "lock" ? (at.reason ?? "") : "" } }),
  });

/**
 * Revokes a device: the sessions that it was used in end, nothing is released to it, and what comes of
 * it later goes to review. 404, 409, 412.
 */
export const revokeDevice = async (
  app: App,
  actor: Actor,
  at: TakenStep,
): Promise<DeviceStored> => {
  const device = await app.database.transaction(actor, (tx) => end("revoke")(tx, actor, at));
  await endSessions(app, actor, device);
  return device;
};

/**
 * Has a device erase what lies on it at its next contact. Who asks for it types how many captures wait
 * on it: those are lost. 404, 409, 412; 422 `waiting_differs`.
 */
export const eraseDevice = async (
  app: App,
  actor: Actor,
  at: TakenStep,
  waiting: number,
): Promise<DeviceStored> => {
  const device = await app.database.transaction(actor, async (tx) => {
    const before = await findRow(tx, fieldDevice, at.id);
    if (before && before.waiting !== waiting)
      throw invalidField(
        "waiting",
        `By its last contact ${before.waiting} wait on it. Type this number: they are lost.`,
        "waiting_differs",
      );
    return end("erase")(tx, actor, at);
  });
  await endSessions(app, actor, device);
  return device;
};

/** Refuses somebody outside of an agency. 403. */
export const requireAgency = (actor: Actor): void => {
  if (!actor.orgId) throw notAllowed("Choose the agency that you work for first.", "no_agency");
};
