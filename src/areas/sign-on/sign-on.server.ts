import { defineArea } from "#server/area.ts";
import { attemptEndpoints } from "./attempt/attempt.api.ts";
import { domainEndpoints } from "./domain/domain.api.ts";
import { eventEndpoints } from "./log/event.api.ts";
import { mappingEndpoints } from "./mapping/mapping.api.ts";
import { providerEndpoints } from "./provider/provider.api.ts";

export { provedDomains } from "./domain/domain.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "sign-on",
  endpoints: [
    ...providerEndpoints,
    ...mappingEndpoints,
    ...domainEndpoints,
    ...attemptEndpoints,
    ...eventEndpoints,
  ],
});
