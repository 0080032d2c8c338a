import { patchOf, wholeWith } from "#kernel/fields.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { verifyMany } from "./many.service.ts";
import { punchPaper } from "./paper.service.ts";
import { punchList } from "./punch.list.ts";
import {
  finishInput,
  publishInput,
  punchChange,
  punchDetail,
  punchFields,
  punchInput,
  punchRow,
  punchStanding,
  verifiedMany,
  verifyManyInput,
} from "./punch.model.ts";
import { punchNoun } from "./punch.noun.ts";
import { readItem, readStanding, typedItem } from "./punch.read.service.ts";
import {
  addItem,
  changeItem,
  dropItem,
  finishItem,
  publishPhotos,
  sendItemBack,
  verifyItem,
} from "./punch.service.ts";

const path = "/api/v1/punch-items";
const [read, edit] = ["project.read", "punchItem.edit"] as const;

export const punchEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, punchList, punchRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/punch",
    permission: read,
    summary: "The punch list of a project by place, what is left of it, and what may be withheld",
    params: idParams,
    response: punchStanding,
    handler: ({ db, actor, params }) => readStanding(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/punch-paper",
    permission: read,
    summary: "The punch list of a project, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await punchPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Add an item to the punch list of a project",
    status: 201,
    body: punchInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addItem(tx, actor, body),
  }),
  actAt(path, "verify", {
    permission: "punchItem.verify",
    summary: "Verify punch items that are said to be done, each for itself",
    status: 200,
    ownTransaction: true,
    body: verifyManyInput,
    response: verifiedMany,
    handler: ({ app, actor, body }) => verifyMany(app.database, actor, body.ids),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A punch item with its photos",
    params: idParams,
    response: punchDetail,
    handler: ({ db, actor, params }) => readItem(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a punch item that is to be done",
    params: idParams,
    body: patchOf(punchFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(punchChange, punchFields, await typedItem(tx, params.id), body);
      return changeItem(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "punchItem", read),
  recordAct(path, "publish", {
    permission: "project.edit",
    summary: "Choose the photos of a punch item that may be published",
    body: publishInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      publishPhotos(tx, actor, params.id, body.fileIds, ifMatch),
  }),
  ...stepEndpoints(punchNoun, {
    finish: step(finishInput, finishItem),
    verify: verifyItem,
    sendBack: sendItemBack,
    drop: dropItem,
  }),
];
