import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { periodDetail, periodRow, softCloseInput } from "./period.model.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { periodPaper } from "./paper.service.ts";
import { periodNoun } from "./period.noun.ts";
import { periodList, readPeriod } from "./period.read.service.ts";
import { closePeriod, openPeriod, reopenPeriod, softClosePeriod } from "./period.service.ts";

const path = "/api/v1/accounting-periods";

export const periodEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "books.read", periodList, periodRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "books.read",
    summary: "A period of the books with what stops it and its trial balance",
    params: idParams,
    response: periodDetail,
    handler: ({ db, actor, params }) => readPeriod(db, actor, params.id),
  }),
  ...stepEndpoints(
    periodNoun,
    {
      softClose: step(softCloseInput, softClosePeriod, {
        summary: "Close a period for documents, with the reason for each thing that waits",
      }),
      open: { summary: "Open a period for documents again", take: openPeriod },
      close: { summary: "Close a period as another person, frozen", take: closePeriod },
      reopen: { summary: "Reopen the last closed period", take: reopenPeriod },
    },
    { response: periodDetail, read: readPeriod, versioned: true },
  ),
  historyEndpoint(path, "accountingPeriod", "books.read"),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: "books.read",
    summary: "The trial balance of a period as a PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { number, html } = await periodPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
];
