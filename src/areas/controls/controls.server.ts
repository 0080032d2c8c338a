import { defineArea } from "#server/area.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { newOrganizations } from "#areas/organization/organization.server.ts";
import { controlEndpoints } from "./control/control.api.ts";
import { ensureControls } from "./control/control.service.ts";
import { controlFacts } from "./controls.facts.ts";
import { controlFigures } from "./controls.figures.ts";
import { failureEndpoints } from "./failure/failure.api.ts";
import { failureViews } from "./failure/failure.labels.ts";
import { failureList } from "./failure/failure.list.ts";
import { failureNoun } from "./failure/failure.noun.ts";
import { controlsClock } from "./judge/pass.service.ts";
import { seedControls } from "./demo/controls.seed.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "controls",
  facts: controlFacts,
  figures: controlFigures,
  endpoints: [...controlEndpoints, ...failureEndpoints],
  schedules: [controlsClock],
  seed: { after: ["books"], tell: seedControls },
  searches: [
    {
      kind: "controlFailure",
      list: failureList,
      permission: "controlFailure.read",
      path: "/compliance/failures",
      title: "title",
    },
  ],
  asked: [
    {
      list: failureList,
      permission: "controlFailure.read",
      page: "/compliance/failures",
      views: failureViews,
    },
  ],
  brings: [
    newOrganizations.of(ensureControls),
    recordTopics.of({ noun: failureNoun, label: "What breaks controls" }),
  ],
});
