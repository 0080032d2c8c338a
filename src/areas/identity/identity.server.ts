import { authEndpoints } from "./auth.api.ts";
import { seedIdentity } from "./identity.seed.ts";
import { identitySchedules } from "./mail.jobs.ts";

export { principalOf, resolvePrincipal } from "./principal.service.ts";
export { logSecurityEvent } from "./security-event.service.ts";
export { seedIdentity } from "./identity.seed.ts";

/** What the server mounts of this area. */
export const identity = { name: "identity", endpoints: authEndpoints, schedules: identitySchedules, seed: seedIdentity };
