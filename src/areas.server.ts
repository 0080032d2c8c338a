import { assistant } from "#areas/assistant/assistant.server.ts";
import { budget } from "#areas/budget/budget.server.ts";
import { engagement } from "#areas/engagement/engagement.server.ts";
import { finance } from "#areas/finance/finance.server.ts";
import { governance } from "#areas/governance/governance.server.ts";
import { identity } from "#areas/identity/identity.server.ts";
import { organization } from "#areas/organization/organization.server.ts";
import { platform } from "#areas/platform/platform.server.ts";
import { procurement } from "#areas/procurement/procurement.server.ts";
import { sourcing } from "#areas/sourcing/sourcing.server.ts";
import { vendorPortal } from "#areas/vendor-portal/vendor-portal.server.ts";
import { vendors } from "#areas/vendors/vendors.server.ts";
import { workflow } from "#areas/workflow/workflow.server.ts";
import type { Schedule, JobDefinition } from "#server/jobs/jobs.ts";
import type { App } from "#server/http/app.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import type { LivePage } from "#server/http/live.ts";
import { housekeeping } from "#server/jobs/housekeeping.ts";
import { platformEndpoints } from "#server/http/platform.ts";
import { importEndpoints } from "#server/import/import.api.ts";
import { commitJob, validateJob } from "#server/import/import.jobs.ts";

/** What an area's server door mounts. */
export type AreaServer = {
  name: string;
  endpoints: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
  schedules?: readonly Schedule[];
  /** Its chapter of the demo story; runs once, in the order of this list. */
  seed?: (app: App, log: (line: string) => void) => Promise<void>;
  /** What its public pages show of the database, by path. */
  live?: Readonly<Record<string, LivePage>>;
  /** Something that runs with the instance; gives the function that stops it. */
  start?: (app: App) => Promise<() => Promise<void>>;
};

export const areaServers: readonly AreaServer[] = [
  {
    name: "platform",
    endpoints: [...platformEndpoints, ...importEndpoints],
    jobs: [validateJob, commitJob],
    schedules: [housekeeping],
  },
  identity,
  organization,
  governance,
  budget,
  workflow,
  vendors,
  procurement,
  sourcing,
  finance,
  vendorPortal,
  engagement,
  assistant,
  platform,
];
