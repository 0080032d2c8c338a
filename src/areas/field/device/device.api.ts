import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { packetAnswer, packetQuery } from "../packet/packet.model.ts";
import { servePacket } from "../packet/packet.service.ts";
import { setTerms, termsOf } from "../terms.service.ts";
import { fieldDeviceList } from "./device.list.ts";
import {
  deviceDetail,
  deviceInput,
  deviceRow,
  eraseInput,
  storeKeyAnswer,
  termsInput,
  termsShown,
} from "./device.model.ts";
import { fieldDeviceNoun } from "./device.noun.ts";
import { readDevice } from "./device.read.service.ts";
import {
  enrolDevice,
  eraseDevice,
  lockDevice,
  releaseStoreKey,
  requireAgency,
  revokeDevice,
} from "./device.service.ts";

const path = "/api/v1/field/devices";
const [capture, manage] = ["field.capture", "device.manage"] as const;

const terms: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/field/terms",
    permission: capture,
    summary: "How long devices work without a sign-in, and when they lock",
    response: termsShown,
    handler: async ({ db, actor }) => ({
      ...(await termsOf(db)),
      canEdit: actor.permissions.has(manage),
    }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/field/terms",
    permission: manage,
    summary: "Say how long devices work without a sign-in, and when they lock",
    body: termsInput,
    response: termsShown,
    handler: async ({ tx, actor, body, ifMatch }) => ({
      ...(await setTerms(tx, actor, body, ifMatch)),
      canEdit: true,
    }),
  }),
];

/** Devices that people carry, and the packets that they are given. */
export const deviceEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, capture, fieldDeviceList, deviceRow),
  endpoint({
    method: "POST",
    path,
    permission: capture,
    summary: "Enrol a device of one's own, behind a fresh proof of who one is",
    ownTransaction: true,
    unkept: true,
    status: 201,
    body: deviceInput,
    response: writtenRecord,
    handler: ({ app, actor, body }) => enrolDevice(app, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: capture,
    summary: "A device with what is missing of it and what lies on it",
    params: idParams,
    response: deviceDetail,
    handler: ({ db, actor, params }) => readDevice(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/store-key`,
    permission: "signed-in",
    summary: "The key of the device's store, given back behind a fresh proof",
    status: 200,
    ownTransaction: true,
    unkept: true,
    params: idParams,
    response: storeKeyAnswer,
    handler: ({ app, actor, params }) => {
      requireAgency(actor);
      return releaseStoreKey(app, actor, params.id);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/field/packet",
    // Whoever may not capture any more is told at the next contact that nothing is theirs.
    permission: "signed-in",
    summary: "What changed in one's packet since a cursor",
    query: packetQuery,
    response: packetAnswer,
    handler: ({ app, actor, query }) => {
      requireAgency(actor);
      return servePacket(app, actor, query);
    },
  }),
  ...terms,
  historyEndpoint(path, "fieldDevice", capture),
  ...stepEndpoints(fieldDeviceNoun, {
    ...alike(lockDevice, {
      lock: "Lock a device: nothing is released to it meanwhile",
      unlock: "Let a locked device go on",
    }),
    revoke: {
      summary: "Revoke a device: its sessions end, nothing is released to it",
      ownTransaction: true,
      handler: ({ app, actor, params, body, ifMatch }) =>
        revokeDevice(app, actor, {
          ...{ id: params.id, version: ifMatch },
          reason: body?.reason ?? null,
        }),
    },
    erase: {
      summary: "Erase a device at its next contact; how many captures wait on it is typed",
      ownTransaction: true,
      body: eraseInput,
      handler: ({ app, actor, params, body, ifMatch }) =>
        eraseDevice(
          app,
          actor,
          { id: params.id, version: ifMatch, reason: body.reason ?? null },
          body.waiting,
        ),
    },
  }),
];
