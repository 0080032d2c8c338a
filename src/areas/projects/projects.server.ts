import { adoptedRequests } from "#areas/capital/capital.server.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { approvables, signables } from "#areas/workflow/workflow.server.ts";
import { defineArea } from "#server/area.ts";
import { invariants } from "#server/operation/checking.ts";
import { hangingRecords } from "#server/origin/ends.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { projectSignable } from "./completion/completion.service.ts";
import { seedProjects } from "./demo/projects.seed.ts";
import { projectRules } from "./money/money.checks.ts";
import { projectOfPlan } from "./project/adopted.service.ts";
import { chargedRecords, projectApproval, projectSummary } from "./project/course.service.ts";
import { projectHoldings } from "./project/leaving.service.ts";
import { projectEndpoints } from "./project/project.api.ts";
import { projectImporter } from "./project/project.importer.ts";
import { projectViews } from "./project/project.labels.ts";
import { projectList } from "./project/project.list.ts";
import { projectNoun } from "./project/project.noun.ts";

export { projectMatters, type Matter } from "./project/matters.service.ts";

const [permission, page] = ["project.read", "/projects"] as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "projects",
  noFacts: "Money of projects is the ledger's, and is added up there.",
  endpoints: projectEndpoints,
  importers: [projectImporter],
  seed: { after: ["capital", "contracts"], tell: seedProjects },
  searches: [{ kind: "project", list: projectList, permission, path: page, title: "name" }],
  asked: [{ list: projectList, permission, page, views: projectViews }],
  brings: [
    adoptedRequests.of(projectOfPlan),
    approvables.of({
      type: "project",
      href: (id) => `/projects/${id}`,
      ...projectApproval,
      summary: projectSummary,
    }),
    signables.of(projectSignable),
    hangingRecords.of(chargedRecords),
    holdings.of(...projectHoldings),
    invariants.of(...projectRules),
    placedRecords.of({
      noun: "project",
      label: "Projects",
      permission,
      list: projectList,
      page,
      href: (id) => `/projects/${id}`,
      title: "p.number || ' ' || p.name",
      about: "p.place",
      latitude: "p.latitude",
      longitude: "p.longitude",
      postalCode: "null",
      query: { open: true },
    }),
    recordTopics.of({ noun: projectNoun, label: "Projects" }),
  ],
});
