import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { carbonLeaving } from "./carbon.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { creditEndpoints } from "./credit/credit.api.ts";
import { creditViews } from "./credit/credit.labels.ts";
import { creditList } from "./credit/credit.list.ts";
import { seedCarbon } from "./demo/carbon.seed.ts";
import { factorEndpoints } from "./factor/factor.api.ts";
import { factorViews } from "./factor/factor.labels.ts";
import { factorImporter } from "./factor/factor.importer.ts";
import { factorList } from "./factor/factor.list.ts";
import { lineImporter } from "./line/line.importer.ts";
import { yearEndpoints } from "./year/year.api.ts";
import { yearViews } from "./year/year.labels.ts";
import { yearList } from "./year/year.list.ts";
import { yearNoun } from "./year/year.noun.ts";
import { carbonOnPortal } from "./year/portal.service.ts";
import { recountJob } from "./year/recount.job.ts";

const permission = "carbon.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "carbon",
  noFacts: "Grams are added up by their year and version, and never across versions.",
  endpoints: [...yearEndpoints, ...factorEndpoints, ...creditEndpoints],
  jobs: [recountJob],
  importers: [factorImporter, lineImporter],
  seed: { after: ["logistics"], tell: seedCarbon },
  searches: [
    { kind: "carbonYear", list: yearList, permission, path: "/carbon/years", title: "title" },
    { kind: "carbonFactor", list: factorList, permission, path: "/carbon/factors" },
    {
      kind: "carbonCredit",
      list: creditList,
      permission,
      path: "/carbon/credits",
      title: "project",
    },
  ],
  asked: [
    { list: yearList, permission, page: "/carbon", views: yearViews },
    { list: factorList, permission, page: "/carbon/factors", views: factorViews },
    { list: creditList, permission, page: "/carbon", views: creditViews },
  ],
  brings: [
    agencyTables.of(...carbonLeaving),
    recordTopics.of({ noun: yearNoun, label: "Carbon years" }),
    citizenParts.of({ name: "carbon", part: carbonOnPortal }),
  ],
});
