import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { engagementLeaving } from "./engagement.leaving.data.ts";
import { engagementFacts } from "./engagement.facts.ts";
import { outlookSeries } from "#server/outlook/sources.ts";
import { requestBacklog } from "./service/backlog.service.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { countedRecords } from "#server/operation/counted-records.ts";
import { inquiryList } from "./inquiry/inquiry.service.ts";
import { serviceList } from "./service/service.service.ts";
import { serviceViews } from "./service/service.labels.ts";
import { defineArea } from "#server/area.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedReports, capturedSteps } from "./service/field.service.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { fileHolders } from "#server/files/holders.ts";
import { errorTongues } from "#server/http/tongues.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { serviceFiles } from "./service/files.service.ts";
import { requestPaperMaker } from "./service/paper.service.ts";
import { solicitationEvents } from "#areas/sourcing/sourcing.server.ts";
import { announceBulletin } from "./bulletin/announce.service.ts";
import { bulletinEndpoints } from "./bulletin/bulletin.api.ts";
import { seedEngagement } from "./engagement.seed.ts";
import { featureEndpoints } from "./feature/feature.api.ts";
import { featurePage } from "./feature/feature.live.service.ts";
import { citizenPage, opportunitiesPage, vendorsPage } from "./published/published.live.service.ts";
import { open311Endpoints, open311Tongue } from "./service/open311.api.ts";
import { lateDay } from "./service/late.service.ts";
import { serviceEndpoints } from "./service/service.api.ts";
import { typeEndpoints } from "./service/type.api.ts";
import { visitEndpoints } from "./service/visit.api.ts";
import { feedbackEndpoints } from "./feedback/feedback.api.ts";
import { inquiryEndpoints } from "./inquiry/inquiry.api.ts";
import { serviceFlow } from "./service/service-flow.service.ts";

export { publicForm } from "./form.service.ts";
export { hostAgency, visitorIn } from "./host.service.ts";
export { citizenParts } from "./published/published.live.service.ts";
export { additionsOf, addToRequest, toldOfRequest } from "./service/addition.service.ts";
export { reporterKey, requestCrews, type RequestCrew } from "./service/parties.service.ts";
export { reportInput } from "./service/service.model.ts";
export {
  moveRequest,
  publicRequests,
  report,
  requestPlaced,
  workBegan,
  workEnded,
} from "./service/service.service.ts";
export { reportTags } from "./service/tag.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "engagement",
  facts: engagementFacts,
  endpoints: [
    ...inquiryEndpoints,
    ...featureEndpoints,
    ...bulletinEndpoints,
    ...feedbackEndpoints,
    ...serviceEndpoints,
    ...typeEndpoints,
    ...visitEndpoints,
    ...open311Endpoints,
  ],
  live: {
    "/feature-requests": featurePage,
    "/public-vendors": vendorsPage("/public-vendors"),
    "/vendors": vendorsPage("/vendors"),
    "/citizen-portal": citizenPage,
    "/public-opportunities": opportunitiesPage,
  },
  days: [lateDay],
  seed: { after: ["vendor-portal", "places"], tell: seedEngagement },
  brings: [
    agencyTables.of(...engagementLeaving),
    outlookSeries.of(requestBacklog),
    flowRecords.of(serviceFlow),
    fieldKinds.of(capturedReports, capturedSteps),
    fileHolders.of(...serviceFiles),
    paperMakers.of(requestPaperMaker),
    errorTongues.of(open311Tongue),
    placedRecords.of({
      noun: "serviceRequest",
      label: "Service requests",
      permission: "serviceRequest.read",
      list: serviceList,
      page: "/service-requests",
      href: (id) => `/service-requests/${id}`,
      title: "r.number",
      about: "y.name",
      latitude: "r.latitude",
      longitude: "r.longitude",
      postalCode: "null",
      query: { open: true },
    }),
    countedRecords.of(
      {
        name: "waitlist",
        group: "Sign-ups",
        label: "Waitlist",
        list: inquiryList,
        permission: "inquiry.read",
        page: "/admin/waitlist",
        day: "createdAt",
        fixed: "kind=waitlist",
      },
      {
        name: "demos",
        group: "Sign-ups",
        label: "Demo requests",
        list: inquiryList,
        permission: "inquiry.read",
        page: "/admin/demos",
        day: "createdAt",
        fixed: "kind=demo",
      },
    ),
    solicitationEvents.of(announceBulletin),
  ],
  searches: [
    {
      kind: "serviceRequest",
      list: serviceList,
      permission: "serviceRequest.read",
      path: "/service-requests",
      title: "description",
    },
  ],
  asked: [
    {
      list: serviceList,
      permission: "serviceRequest.read",
      page: "/service-requests",
      views: serviceViews,
    },
  ],
});
