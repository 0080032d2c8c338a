import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { securityLeaving } from "./security.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { answeredCalls } from "#server/http/answered.ts";
import { takenExports } from "#server/http/export.ts";
import { accessEndpoints } from "./access/access.api.ts";
import { alertViews } from "./alert/alert.labels.ts";
import { alertList } from "./alert/alert.list.ts";
import { securityClock } from "./alert/settle.service.ts";
import { seedSecurity } from "./demo/security.seed.ts";
import { watchCalls, watchExports } from "./event/watch.service.ts";
import { securityFigures } from "./security.figures.ts";
import { securityEndpoints } from "./security.api.ts";
import { ownEndpoints } from "./statement/own.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "security",
  noFacts:
    "Who may what is told of one person at a time, and what happened is looked into case by case.",
  endpoints: [...accessEndpoints, ...securityEndpoints, ...ownEndpoints],
  figures: securityFigures,
  schedules: [securityClock],
  asked: [
    {
      list: alertList,
      permission: "securityAlert.read",
      page: "/admin/security-audit",
      views: alertViews,
    },
  ],
  seed: { after: ["controls"], tell: seedSecurity },
  brings: [
    agencyTables.of(...securityLeaving),
    answeredCalls.of(watchCalls),
    takenExports.of(watchExports),
  ],
});
