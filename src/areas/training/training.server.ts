import { competenceSource } from "#areas/organization/organization.server.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { certificateEndpoints } from "./certificate/certificate.api.ts";
import { certificateImporter } from "./certificate/certificate.importer.ts";
import { certificateViews } from "./certificate/certificate.labels.ts";
import { certificateList } from "./certificate/certificate.list.ts";
import { certificateNoun } from "./certificate/certificate.noun.ts";
import { competencesOf } from "./certificate/competence.service.ts";
import { certificateDay } from "./certificate/ending.service.ts";
import { trainingFiles } from "./certificate/files.service.ts";
import { seedTraining } from "./demo/training.seed.ts";
import { trainingFacts } from "./training.facts.ts";

const permission = "training.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "training",
  facts: trainingFacts,
  endpoints: [...certificateEndpoints],
  days: [certificateDay],
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
  ],
  asked: [
    { list: certificateList, permission, page: "/admin/certifications", views: certificateViews },
  ],
  brings: [
    competenceSource.of(competencesOf),
    fileHolders.of(...trainingFiles),
    recordTopics.of({ noun: certificateNoun, label: "Certificates of people" }),
  ],
});
