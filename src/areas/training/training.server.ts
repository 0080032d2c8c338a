import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { trainingLeaving } from "./training.leaving.data.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import {
  changedMembers,
  competenceSource,
  seatKeeper,
} from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { analyticsEndpoints } from "./analytics/analytics.api.ts";
import { certificateEndpoints } from "./certificate/certificate.api.ts";
import { certificateImporter } from "./certificate/certificate.importer.ts";
import { certificateViews } from "./certificate/certificate.labels.ts";
import { certificateList } from "./certificate/certificate.list.ts";
import { certificateNoun } from "./certificate/certificate.noun.ts";
import { competencesOf } from "./certificate/competence.service.ts";
import { certificateDay } from "./certificate/ending.service.ts";
import { trainingFiles } from "./certificate/files.service.ts";
import { hearVerified } from "./certificate/verified.ts";
import { courseEndpoints } from "./course/course.api.ts";
import { enrolmentViews } from "./course/enrolment.labels.ts";
import { enrolmentList } from "./course/enrolment.list.ts";
import { completeFor, enrolmentNoun } from "./course/enrolment.service.ts";
import { sessionViews } from "./course/session.labels.ts";
import { sessionList } from "./course/session.list.ts";
import { gateEndpoints } from "./gate/gate.api.ts";
import { overrideViews } from "./gate/gate.labels.ts";
import { closedFor } from "./gate/gate.service.ts";
import { overrideRule } from "./gate/override-rule.data.ts";
import { overrideList } from "./gate/override.list.ts";
import { followRequirements, requirementDay } from "./requirement/follow.service.ts";
import { requirementEndpoints } from "./requirement/requirement.api.ts";
import { seedTraining } from "./demo/training.seed.ts";
import { trainingFacts } from "./training.facts.ts";

const permission = "training.read";

hearVerified((tx, actor, { id, holderId, code }) =>
  completeFor(tx, actor, holderId, { code, certificateId: id }),
);

export { coursesProving } from "./course/proving.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "training",
  facts: trainingFacts,
  endpoints: [
    ...certificateEndpoints,
    ...gateEndpoints,
    ...courseEndpoints,
    ...requirementEndpoints,
    ...analyticsEndpoints,
  ],
  days: [certificateDay, requirementDay],
  seed: { after: ["assets", "policies"], tell: seedTraining },
  importers: [certificateImporter],
  searches: [
    {
      kind: "personCertificate",
      list: certificateList,
      permission,
      path: "/admin/certifications",
      title: "holderName",
    },
    {
      kind: "enrolment",
      list: enrolmentList,
      permission,
      path: "/admin/training/enrolments",
      title: "courseName",
    },
    {
      kind: "trainingSession",
      list: sessionList,
      permission,
      path: "/admin/training/sessions",
      title: "courseName",
    },
  ],
  asked: [
    { list: certificateList, permission, page: "/admin/certifications", views: certificateViews },
    { list: enrolmentList, permission, page: "/admin/training/enrolments", views: enrolmentViews },
    { list: sessionList, permission, page: "/admin/training", views: sessionViews },
    { list: overrideList, permission, page: "/admin/training", views: overrideViews },
  ],
  brings: [
    agencyTables.of(...trainingLeaving),
    competenceSource.of(competencesOf),
    seatKeeper.of(closedFor),
    shippedRules.of(overrideRule),
    changedMembers.of(async (tx, actor, personId) => {
      await followRequirements(tx, actor, businessDate(tx.scope), [personId]);
    }),
    fileHolders.of(...trainingFiles),
    recordTopics.of(
      { noun: certificateNoun, label: "Certificates of people" },
      { noun: enrolmentNoun, label: "Enrollments in courses" },
    ),
  ],
});
