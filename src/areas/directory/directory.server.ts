import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { directoryLeaving } from "./directory.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { errorTongues } from "#server/http/tongues.ts";
import { closings } from "#server/restored/closing.ts";
import { connectionEndpoints } from "./connection/connection.api.ts";
import { callsDay } from "./connection/connection.service.ts";
import { directoriesAfterRestore, tokensAfterRestore } from "./connection/restored.service.ts";
import { scimTongue } from "./scim/call.service.ts";
import { scimEndpoints } from "./scim/scim.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "directory",
  noFacts: "It keeps who comes and goes, nothing that is added up.",
  endpoints: [...connectionEndpoints, ...scimEndpoints],
  days: [callsDay],
  brings: [
    agencyTables.of(...directoryLeaving),
    closings.of(tokensAfterRestore, directoriesAfterRestore),
    errorTongues.of(scimTongue),
  ],
});
