import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { requireAgency } from "../device/device.service.ts";
import { correctCapture, settleByApplying, settleWithout } from "../review/settle.service.ts";
import { captureList } from "./capture.list.ts";
import {
  captureDetail,
  captureRow,
  capturesAnswer,
  capturesInput,
  correctionInput,
  photoInput,
} from "./capture.model.ts";
import { captureNoun } from "./capture.noun.ts";
import { readCapture } from "./capture.read.service.ts";
import { takeCaptures } from "./intake.service.ts";
import { takePhoto } from "./photo.service.ts";

const path = "/api/v1/field/captures";
const capture = "field.capture";

const photoAnswer = capturesAnswer.shape.results.element;

/** What comes in from the field, and what becomes of it. */
export const captureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/field/devices/{id}/captures",
    // What was captured is taken in whatever became of the role since: it goes to review then.
    permission: "signed-in",
    summary: "A device sends what it captured: stored first, judged behind that",
    status: 200,
    ownTransaction: true,
    // Number and content tell what is known, also once keys are swept.
    unkept: true,
    params: idParams,
    body: capturesInput,
    response: capturesAnswer,
    bodyLimit: 8 * 1024 * 1024,
    handler: ({ app, actor, params, body }) => {
      requireAgency(actor);
      return takeCaptures(app, actor, params.id, body);
    },
  }),
  ...listEndpoints(path, capture, captureList, captureRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: capture,
    summary: "A capture as it was seen, as it was given and as it stands now",
    params: idParams,
    response: captureDetail,
    handler: ({ db, actor, params }) => readCapture(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/photos`,
    permission: "signed-in",
    summary: "A photo of one's own capture that was uploaded; its hash must be the device's",
    status: 200,
    ownTransaction: true,
    unkept: true,
    params: idParams,
    body: photoInput,
    response: photoAnswer,
    handler: ({ app, actor, params, body }) => {
      requireAgency(actor);
      return takePhoto(app, actor, params.id, body);
    },
  }),
  recordAct(path, "correct", {
    permission: capture,
    summary: "Write other values beside the captured ones, which stay",
    body: correctionInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      correctCapture(tx, actor, { id: params.id, version: ifMatch }, body.values),
  }),
  historyEndpoint(path, "fieldCapture", capture),
  ...stepEndpoints(captureNoun, {
    apply: {
      summary: "Apply a capture in one's own name, by the same rules",
      body: z.object({}),
      ownTransaction: true,
      handler: ({ app, actor, params, ifMatch }) =>
        settleByApplying(app, actor, { id: params.id, version: ifMatch, reason: null }),
    },
    supersede: {
      summary: "End a capture, since what stands now holds",
      take: (tx, actor, at) => settleWithout(tx, actor, "supersede", at),
    },
    setAside: {
      summary: "Set a capture aside, with the reason",
      take: (tx, actor, at) => settleWithout(tx, actor, "setAside", at),
    },
  }),
];
