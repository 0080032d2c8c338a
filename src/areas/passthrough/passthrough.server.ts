import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { passthroughLeaving } from "./passthrough.leaving.data.ts";
import { passthroughFigures } from "./passthrough.figures.ts";
import { passthroughFacts } from "./passthrough.facts.ts";
import { childEnds } from "#server/origin/ends.ts";
import { subawardEnds } from "./subaward/ending.service.ts";
import { errorTongues } from "#server/http/tongues.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { applicationPaperMaker } from "./application/paper.service.ts";
import { defineArea } from "#server/area.ts";
import { programScopes } from "#server/program-scopes.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { findingSources } from "#areas/assurance/assurance.server.ts";
import { yearCarryovers } from "#areas/budget/budget.server.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { invoiceReserves } from "#areas/finance/finance.server.ts";
import { closeoutItems, drawdownHolds } from "#areas/grants/grants.server.ts";
import { vendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { programApplicationEndpoints } from "./application/application.api.ts";
import { programApplicationNoun } from "./application/application.noun.ts";
import { seedPassthrough } from "./demo/passthrough.seed.ts";
import { deskReviewFound } from "./desk-review/found.service.ts";
import { deskReviewEndpoints } from "./desk-review/desk-review.service.ts";
import { programApplication, subaward } from "./passthrough.tables.ts";
import { portalEndpoints } from "./portal/portal.api.ts";
import {
  questionedClosed,
  questionedEndpoints,
  questionedHolds,
} from "./questioned/questioned.service.ts";
import { grantsWaiting } from "./portal/portal.service.ts";
import { programEndpoints } from "./program/program.api.ts";
import { programViews } from "./program/program.labels.ts";
import { programList } from "./program/program.list.ts";
import { programNoun } from "./program/program.noun.ts";
import { commonGrantsEndpoints, commonGrantsTongue } from "./published/common-grants.ts";
import { programsOnPortal } from "./published/portal.live.service.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { requestNoun } from "./request/request.noun.ts";
import { reviewEndpoints } from "./review/review.api.ts";
import { subawardCarryover, subawardReserve } from "./subaward/money.service.ts";
import { subawardRules } from "./subaward/subaward.checks.ts";
import { subawardEndpoints } from "./subaward/subaward.api.ts";
import { subawardViews } from "./subaward/subaward.labels.ts";
import { subawardList } from "./subaward/subaward.list.ts";
import { subawardNoun } from "./subaward/subaward.noun.ts";
import { subawardDeadlines } from "./subaward/deadlines.service.ts";
import { subawardsClosed } from "./subaward/subaward.read.service.ts";
import { reportEndpoints } from "./subaward-report/report.service.ts";
import { reportViews } from "./subaward-report/report.labels.ts";
import { reportList } from "./subaward-report/report.list.ts";
import { invariants } from "#server/operation/checking.ts";
import { programApplicationList } from "./application/application.list.ts";
import { requestList } from "./request/request.list.ts";

export { subawardInput } from "./subaward/subaward.model.ts";
export { draftSubaward } from "./subaward/subaward.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "passthrough",
  facts: passthroughFacts,
  figures: passthroughFigures,
  endpoints: [
    ...programEndpoints,
    ...reviewEndpoints,
    ...programApplicationEndpoints,
    ...subawardEndpoints,
    ...reportEndpoints,
    ...requestEndpoints,
    ...deskReviewEndpoints,
    ...questionedEndpoints,
    ...portalEndpoints,
    ...commonGrantsEndpoints,
  ],
  seed: { after: ["grants"], tell: seedPassthrough },
  searches: [
    {
      kind: "grantProgram",
      list: programList,
      permission: "grantProgram.read",
      path: "/grant-management/programs",
    },
    {
      kind: "subaward",
      list: subawardList,
      permission: "subaward.read",
      path: "/grant-management/subawards",
    },
    {
      kind: "programApplication",
      list: programApplicationList,
      permission: "grantProgram.read",
      path: "/grant-management/program-applications",
    },
    {
      kind: "subawardRequest",
      list: requestList,
      permission: "subaward.read",
      path: "/grant-management/subaward-requests",
      title: "subrecipient",
    },
  ],
  asked: [
    {
      list: programList,
      permission: "grantProgram.read",
      page: "/grant-management?tab=reviewer",
      views: programViews,
    },
    {
      list: subawardList,
      permission: "subaward.read",
      page: "/grant-management?tab=recipient",
      views: subawardViews,
    },
    {
      list: reportList,
      permission: "subaward.read",
      page: "/grant-management/subaward-reports",
      views: reportViews,
    },
  ],
  brings: [
    agencyTables.of(...passthroughLeaving),
    findingSources.of({ source: "desk_review", read: deskReviewFound }),
    childEnds.of(subawardEnds),
    citizenParts.of({ name: "grants", part: programsOnPortal }),
    paperMakers.of(applicationPaperMaker),
    errorTongues.of(commonGrantsTongue),
    closeoutItems.of(subawardsClosed, questionedClosed),
    drawdownHolds.of(questionedHolds),
    deadlineSources.of(subawardDeadlines),
    invariants.of(...subawardRules),
    invoiceReserves.of(subawardReserve),
    programScopes.of({
      "grantProgram.read": {
        place: 91,
        noun: "Own grant programs",
        may: "Read programs and the applications to them",
      },
      "subaward.read": {
        place: 92,
        noun: "Subawards",
        may: "Read subawards, payment requests and desk reviews",
      },
    }),
    recordTopics.of(
      { noun: programNoun, label: "Own grant programs" },
      { noun: programApplicationNoun, label: "Applications to own programs" },
      { noun: subawardNoun, label: "Subawards" },
      { noun: requestNoun, label: "Payment requests of subrecipients" },
    ),
    vendorReferences.of(
      {
        table: programApplication,
        rule: "move",
        label: "Applications to own grant programs",
      },
      {
        table: subaward,
        rule: "move",
        label: "Subawards",
        href: (id) => `/grant-management?tab=recipient&vendorId=${id}`,
      },
    ),
    vendorWaits.of(grantsWaiting),
    yearCarryovers.of(subawardCarryover),
  ],
});
