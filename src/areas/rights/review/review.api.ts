import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { startReview } from "./freeze.service.ts";
import { resultDocument } from "./result.service.ts";
import { answerInput, reviewInput, reviewPage, reviewRow } from "./review.model.ts";
import { answerItem, closeReview, csvOf, listReviews, readReview } from "./review.service.ts";

const path = "/api/v1/rights-reviews";

export const reviewEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "rightsReview.read",
    summary: "Reviews of rights that you manage, audit or answer in",
    response: z.object({ items: z.array(reviewRow) }),
    handler: async ({ db, actor }) => ({ items: await listReviews(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "rightsReview.manage",
    summary: "Freeze the rights of a scope and ask supervisors about each",
    body: reviewInput,
    response: z.object({ id: z.string(), number: z.string() }),
    handler: ({ tx, actor, body }) => startReview(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "rightsReview.read",
    summary: "A review with what it froze and what was answered",
    params: idParams,
    response: reviewPage,
    handler: ({ db, actor, params }) => readReview(db, actor, params.id),
  }),
  recordAct(`${path}/items`, "answer", {
    permission: "rightsReview.answer",
    summary: "Keep, shorten or end a right that a review froze; it holds at once",
    body: answerInput,
    response: z.object({ id: z.string(), reviewId: z.string() }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      answerItem(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "close", {
    permission: "rightsReview.manage",
    summary: "Close a review that is answered; its result stands in the audit record",
    response: z.object({ id: z.string(), digest: z.string() }),
    handler: ({ tx, actor, params, ifMatch }) => closeReview(tx, actor, params.id, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/result.csv`,
    permission: "rightsReview.read",
    summary: "The result of a review as CSV",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const { name, csv } = await csvOf(db, actor, params.id);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(csv);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/result.pdf`,
    permission: "rightsReview.read",
    summary: "The result of a review as PDF",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const [page, agency] = [await readReview(db, actor, params.id), await readOrganization(db)];
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${page.number}.pdf"`)
        .send(await makePdf(resultDocument(page, agency)));
    },
  }),
];
