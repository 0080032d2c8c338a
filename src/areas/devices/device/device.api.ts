import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { deviceOfRequest, intakePath } from "../key/caller.service.ts";
import { addKey, revokeKey } from "../key/key.service.ts";
import { takeReadings } from "../reading/intake.service.ts";
import { batchAnswer, batchInput } from "../reading/reading.model.ts";
import { deviceSeries, seriesQuery } from "../reading/series.model.ts";
import { readSeries } from "../reading/series.service.ts";
import { followDevice } from "../follow.service.ts";
import { deviceList } from "./device.list.ts";
import {
  deviceDetail,
  deviceFields,
  deviceInput,
  devicePositions,
  deviceRow,
  muteInput,
  postInput,
  shownDeviceKey,
} from "./device.model.ts";
import { deviceNoun } from "./device.noun.ts";
import { devicesOnMap, readDevice } from "./device.read.service.ts";
import { changeDevice, enrollDevice, muteDevice, retireDevice } from "./device.service.ts";
import { postDevice } from "./post.service.ts";

const path = "/api/v1/devices";
const [read, keep] = ["device.read", "device.keep"] as const;
const written = z.object({ id: z.string() });

/** Devices, their keys, what they belong to, and what they measured. */
export const deviceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: intakePath,
    // The key of a device is asked by the call itself: it opens nothing else.
    permission: "public",
    summary: "A device sends readings by its key: what is answered is stored, row by row",
    status: 200,
    ownTransaction: true,
    unkept: true,
    body: batchInput,
    response: batchAnswer,
    handler: async ({ app, request, body }) => {
      const caller = await deviceOfRequest(app.database, request);
      const answer = await takeReadings(app, caller, body.readings);
      if (answer.stored > 0) followDevice(app, caller);
      return answer;
    },
  }),
  ...listEndpoints(path, read, deviceList, deviceRow),
  endpoint({
    method: "POST",
    path,
    permission: keep,
    summary: "Enroll a device; its first key is in this answer alone",
    ownTransaction: true,
    unkept: true,
    status: 201,
    body: deviceInput,
    response: shownDeviceKey,
    handler: ({ app, actor, body }) =>
      app.database.transaction(actor, (tx) => enrollDevice(tx, actor, body)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/device-positions",
    permission: read,
    summary: "Where devices are, by their own positions or by their place's",
    response: devicePositions,
    handler: ({ db }) => devicesOnMap(db),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A device with its newest readings, its keys and what it belongs to",
    params: idParams,
    response: deviceDetail,
    handler: ({ db, actor, params }) => readDevice(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: keep,
    summary: "Change what is said of a device",
    params: idParams,
    body: patchOf(deviceFields),
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeDevice(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/series`,
    permission: read,
    summary: "What a device measured up to now, with gaps and limits",
    params: idParams,
    query: seriesQuery,
    response: deviceSeries,
    handler: ({ db, params, query }) => readSeries(db, params.id, query),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/keys`,
    permission: keep,
    summary: "A second key of a device; its secret is in this answer alone",
    ownTransaction: true,
    unkept: true,
    status: 201,
    params: idParams,
    response: shownDeviceKey,
    handler: ({ app, actor, params }) =>
      app.database.transaction(actor, (tx) => addKey(tx, actor, params.id)),
  }),
  recordAct("/api/v1/device-keys", "revoke", {
    permission: keep,
    summary: "From now on the key opens nothing, and what is connected by it is cut off",
    response: written,
    handler: ({ tx, actor, params }) => revokeKey(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/posts`,
    permission: keep,
    summary: "Say what a device belongs to from a day on",
    status: 201,
    params: idParams,
    body: postInput,
    response: written,
    handler: ({ tx, actor, params, body }) => postDevice(tx, actor, params.id, body),
  }),
  recordAct(path, "mute", {
    permission: keep,
    summary: "Have the alarms of a device tell nobody for some minutes, or again (0)",
    body: muteInput,
    response: written,
    handler: ({ tx, actor, params, body }) => muteDevice(tx, actor, params.id, body),
  }),
  historyEndpoint(path, "device", read),
  ...stepEndpoints(deviceNoun, { retire: retireDevice }),
];
