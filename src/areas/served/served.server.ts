import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { servedLeaving } from "./served.leaving.data.ts";
import { hourFunders } from "#areas/assets/assets.server.ts";
import { claimers } from "#areas/finance/finance.server.ts";
import { approvables, deadlineSources, signables } from "#areas/workflow/workflow.server.ts";
import { defineArea } from "#server/area.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { agreementDeadlineSource } from "./agreement/agreement-deadlines.service.ts";
import { agreementEndpoints } from "./agreement/agreement.api.ts";
import { agreementViews } from "./agreement/agreement.labels.ts";
import { agreementList } from "./agreement/agreement.list.ts";
import { agreementApprovable, agreementSignable } from "./agreement/approval.service.ts";
import { billEndpoints } from "./bill/bill.api.ts";
import { billedHours } from "./bill/hours.service.ts";
import { billViews } from "./bill/bill.labels.ts";
import { billList } from "./bill/bill.list.ts";
import { billNoun } from "./bill/bill.noun.ts";
import { billClaimer } from "./bill/claimer.service.ts";
import { agreementPaperMaker } from "./agreement/paper.service.ts";
import { billPaperMaker } from "./bill/paper.service.ts";
import { boardEndpoints } from "./board/board.api.ts";
import { clientEndpoints } from "./client/client.api.ts";
import { clientViews } from "./client/client.labels.ts";
import { clientList } from "./client/client.list.ts";
import { linkEndpoints } from "./link/link.api.ts";
import { servedDay } from "./morning/morning.service.ts";
import { seedServed } from "./demo/served.seed.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { requestViews } from "./request/request.labels.ts";
import { requestList } from "./request/request.list.ts";
import { servedFacts } from "./served.facts.ts";

const permission = "served.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "served",
  facts: servedFacts,
  endpoints: [
    ...clientEndpoints,
    ...agreementEndpoints,
    ...requestEndpoints,
    ...billEndpoints,
    ...boardEndpoints,
    ...linkEndpoints,
  ],
  days: [servedDay],
  seed: { after: ["carbon"], tell: seedServed },
  searches: [
    { kind: "servedClient", list: clientList, permission, path: "/clients", title: "name" },
    {
      ...{ kind: "clientAgreement", list: agreementList, permission, title: "title" },
      path: "/clients/agreements",
    },
    {
      ...{ kind: "clientRequest", list: requestList, permission, title: "title" },
      path: "/clients/requests",
    },
    { kind: "clientBill", list: billList, permission, path: "/clients/bills", title: "client" },
  ],
  asked: [
    { list: clientList, permission, page: "/clients", views: clientViews },
    { list: agreementList, permission, page: "/clients/agreements", views: agreementViews },
    { list: requestList, permission, page: "/customer-management/requests", views: requestViews },
    { list: billList, permission, page: "/customer-management/bills", views: billViews },
  ],
  brings: [
    agencyTables.of(...servedLeaving),
    claimers.of(billClaimer),
    hourFunders.of({ name: "served", holds: billedHours }),
    approvables.of(agreementApprovable),
    signables.of(agreementSignable),
    deadlineSources.of(agreementDeadlineSource),
    paperMakers.of(billPaperMaker),
    paperMakers.of(agreementPaperMaker),
    recordTopics.of({ noun: billNoun, label: "Bills to clients" }),
  ],
});
