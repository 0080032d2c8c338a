import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { recoveryLeaving } from "./recovery.leaving.data.ts";
import { claimsAgent } from "./agent/claims.agent.ts";
import { hourFunders } from "#areas/assets/assets.server.ts";
import { claimedHours } from "./item/held.service.ts";
import { recoveryFacts } from "./recovery.facts.ts";
import { claimers } from "#areas/finance/finance.server.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedDamage } from "./damage/field.service.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { recoveryFiles } from "./bundle/files.service.ts";
import { invariants } from "#server/operation/checking.ts";
import { bundleEndpoints, bundleJob } from "./bundle/bundle.api.ts";
import { evidenceParts } from "#areas/governance/governance.server.ts";
import { adminMatters } from "#areas/organization/organization.server.ts";
import { crewEndpoints } from "./crew/crew.api.ts";
import { crewWeeksWaiting } from "./crew/crew.service.ts";
import { damageEndpoints } from "./damage/damage.api.ts";
import { damageImporter } from "./damage/damage.importer.ts";
import { obligationImporter } from "./project/obligation.importer.ts";
import { obligationEndpoints } from "./project/obligation.list.ts";
import { damageList } from "./damage/damage.list.ts";
import { declarationEndpoints } from "./declaration/declaration.api.ts";
import { allDeclarationDays } from "./declaration/declaration.service.ts";
import { scheduleEndpoints } from "./schedule/schedule.api.ts";
import { scheduleImporter } from "./schedule/schedule.importer.ts";
import { seedRecovery } from "./demo/recovery.seed.ts";
import { insuranceEndpoints } from "./insurance/insurance.api.ts";
import { floodEndpoints } from "./flood/flood.api.ts";
import { awardEndpoints } from "./award/award.api.ts";
import { recoveryFigures } from "./recovery.figures.ts";
import { forceEndpoints } from "./benefit/benefit.api.ts";
import { extensionEndpoints } from "./extension/extension.api.ts";
import { extensionApproval, extensionSummary } from "./extension/extension.service.ts";
import { formEndpoints } from "./forms/forms.api.ts";
import { itemEndpoints } from "./item/item.api.ts";
import { materialEvidence } from "./item/material-evidence.service.ts";
import { mitigationEndpoints } from "./mitigation/mitigation.api.ts";
import { openfemaEndpoints } from "./openfema/openfema.api.ts";
import { openfemaImporters } from "./openfema/published.importers.ts";
import { projectEndpoints } from "./project/project.api.ts";
import { projectList } from "./project/project.list.ts";
import { allProjectDays } from "./project/project.service.ts";
import { allAppealDays } from "./question/appeal.service.ts";
import { questionEndpoints } from "./question/question.api.ts";
import { allQuestionDays } from "./question/question.service.ts";
import { requestClaimer } from "./request/claimer.service.ts";
import { requestRules } from "./request/request.checks.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { declarationList } from "./declaration/declaration.list.ts";
import { requestList } from "./request/request.list.ts";
import { appealList } from "./question/question.list.ts";
import { mitigationList } from "./mitigation/mitigation.service.ts";

const permission = "recovery.read" as const;
const duty = "recovery" as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "recovery",
  facts: recoveryFacts,
  agents: [claimsAgent],
  endpoints: [
    ...declarationEndpoints,
    ...damageEndpoints,
    ...projectEndpoints,
    ...itemEndpoints,
    ...forceEndpoints,
    ...awardEndpoints,
    ...insuranceEndpoints,
    ...floodEndpoints,
    ...extensionEndpoints,
    ...crewEndpoints,
    ...scheduleEndpoints,
    ...requestEndpoints,
    ...bundleEndpoints,
    ...questionEndpoints,
    ...mitigationEndpoints,
    ...formEndpoints,
    ...openfemaEndpoints,
    ...obligationEndpoints,
  ],
  figures: recoveryFigures,
  jobs: [bundleJob],
  importers: [...openfemaImporters, damageImporter, obligationImporter, scheduleImporter],
  seed: { after: ["disaster", "assets", "grants", "inventory"], tell: seedRecovery },
  searches: [
    { kind: "paProject", list: projectList, permission, path: "/fema-grants-hub/projects" },
    {
      kind: "paDamage",
      list: damageList,
      permission: "recovery.capture",
      path: "/fema-grants-hub/damage",
    },
    {
      kind: "paDeclaration",
      list: declarationList,
      permission: permission,
      path: "/fema-grants-hub/declarations",
    },
    {
      kind: "paRequest",
      list: requestList,
      permission: permission,
      path: "/fema-grants-hub/requests",
      title: "projectTitle",
    },
    {
      kind: "paAppeal",
      list: appealList,
      permission: permission,
      path: "/fema-grants-hub/appeals",
      title: "subject",
    },
    {
      kind: "paMitigation",
      list: mitigationList,
      permission: permission,
      path: "/fema-grants-hub/mitigation",
    },
  ],
  asked: [
    { list: requestList, permission, page: "/fema-grants-hub?tab=reimbursement" },
    { list: projectList, permission, page: "/fema-grants-hub?tab=projects" },
    { list: declarationList, permission, page: "/fema-grants-hub" },
    { list: appealList, permission, page: "/fema-grants-hub?tab=appeals" },
    { list: damageList, permission: "recovery.capture", page: "/fema-grants-hub?tab=damage" },
  ],
  brings: [
    agencyTables.of(...recoveryLeaving),
    fieldKinds.of(capturedDamage),
    adminMatters.of(crewWeeksWaiting),
    fileHolders.of(...recoveryFiles),
    claimers.of(requestClaimer),
    hourFunders.of({ name: "recovery", holds: claimedHours }),
    evidenceParts.of(materialEvidence),
    invariants.of(...requestRules),
    approvables.of({
      type: "paExtension",
      href: (id) => `/fema-grants-hub/extensions/${id}`,
      ...extensionApproval,
      summary: extensionSummary,
    }),
    deadlineSources.of(
      {
        type: "paDeclaration",
        label: "Federal declaration",
        permission,
        duty,
        all: allDeclarationDays,
      },
      { type: "paProject", label: "Recovery project", permission, duty, all: allProjectDays },
      { type: "paQuestion", label: "Question of FEMA", permission, duty, all: allQuestionDays },
      { type: "paAppeal", label: "Appeal to FEMA", permission, duty, all: allAppealDays },
    ),
  ],
});
