import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { signOnLeaving } from "./sign-on.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { closings } from "#server/restored/closing.ts";
import { attemptEndpoints } from "./attempt/attempt.api.ts";
import { domainEndpoints } from "./domain/domain.api.ts";
import { domainDay } from "./domain/watch.service.ts";
import { enforcingEndpoints } from "./enforcing/enforcing.api.ts";
import { seedSignOn } from "./demo/sign-on.seed.ts";
import { conditionDay } from "./enforcing/kept.service.ts";
import { signOnAfterRestore } from "./enforcing/restored.service.ts";
import { breakGlassSchedule, certificateDay } from "./enforcing/watch.jobs.ts";
import { eventEndpoints } from "./log/event.api.ts";
import { mappingEndpoints } from "./mapping/mapping.api.ts";
import { providerEndpoints } from "./provider/provider.api.ts";

export { provedDomains } from "./domain/domain.service.ts";
export { liftSignIn } from "./enforcing/enforcing.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "sign-on",
  noFacts: "Its log is read event by event.",
  endpoints: [
    ...providerEndpoints,
    ...mappingEndpoints,
    ...domainEndpoints,
    ...enforcingEndpoints,
    ...attemptEndpoints,
    ...eventEndpoints,
  ],
  schedules: [breakGlassSchedule],
  days: [domainDay, certificateDay, conditionDay],
  brings: [agencyTables.of(...signOnLeaving), closings.of(signOnAfterRestore)],
  seed: { after: ["organization"], tell: seedSignOn },
});
