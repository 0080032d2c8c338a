import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { sendFile } from "#server/files/send-file.ts";
import { oneFile } from "#server/files/upload.ts";
import { contractorPunch } from "./contractor.model.ts";
import {
  contractorPhoto,
  keepContractorPhoto,
  readContractorPunch,
  reportDone,
} from "./contractor.service.ts";
import { finishInput } from "./punch.model.ts";

const order = "/api/v1/vendor-orders/{orgId}/{id}";
const params = idParams.extend({ orgId: z.uuid() });
const [tag, act] = ["vendor-portal", "vendorPortal.act"] as const;

/** What a contractor reads and says of what it owes by a punch list. */
export const contractorPunchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${order}/punch-items`,
    permission: "vendorPortal.read",
    summary: "What is left for you to complete or correct under the contract of your order",
    tag,
    params,
    response: contractorPunch,
    handler: ({ app, actor, params: at }) => readContractorPunch(app, actor, at),
  }),
  endpoint({
    method: "GET",
    path: `${order}/punch-photos/{fileId}`,
    permission: "vendorPortal.read",
    summary: "A photo of what is left for you to complete or correct",
    tag,
    params: params.extend({ fileId: z.uuid() }),
    raw: true,
    handler: async ({ app, actor, params: at, reply }) =>
      sendFile(app.files, reply, await contractorPhoto(app, actor, at, at.fileId)),
  }),
  endpoint({
    method: "POST",
    path: `${order}/punch-photos`,
    permission: act,
    summary: "Upload a photo that shows what you completed (multipart: file)",
    tag,
    ownTransaction: true,
    params,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params: at, request }) =>
      keepContractorPhoto(app, actor, at, await oneFile(request, "Choose a photo.")),
  }),
  actAt(`${order}/punch-items/{itemId}`, "finish", {
    permission: act,
    summary: "Say that what you owe by the punch list is done, with the photo that shows it",
    tag,
    ownTransaction: true,
    params: params.extend({ itemId: z.uuid() }),
    body: finishInput,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) => {
      const { id, number, status, version } = await reportDone(app, actor, at, at.itemId, body);
      return { id, number, status, version };
    },
  }),
];
