import { marketEndpoints } from "./market/market.api.ts";
import { loadOcdsJob } from "./market/ocds-import.service.ts";

export { loadOcds } from "./market/ocds-import.service.ts";

/**
 * What the server mounts of market intelligence; a door of its own, since it reads what procurement
 * publishes, and finance reads vendors.
 */
export const market = { name: "market", endpoints: marketEndpoints, jobs: [loadOcdsJob] };
