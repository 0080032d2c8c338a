import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { programsLeaving } from "./programs.leaving.data.ts";
import { bearers } from "#areas/identity/identity.server.ts";
import { adminMatters, holdings } from "#areas/organization/organization.server.ts";
import { closings } from "#server/restored/closing.ts";
import { keysAfterRestore, programsAfterRestore } from "./key/restored.service.ts";
import { defineArea } from "#server/area.ts";
import { answeredCalls } from "#server/http/answered.ts";
import { endingsOfPrograms, programHolding, restingPrograms } from "./account/leaving.service.ts";
import { programEndpoints } from "./account/program.api.ts";
import { wrongScopes } from "./account/scope.service.ts";
import { callsDay, noteCall, writeCalls } from "./key/call.service.ts";
import { seedPrograms } from "./demo/programs.seed.ts";
import { keyBearer } from "./key/caller.service.ts";
import { keyEndpoints } from "./key/key.api.ts";
import { programList } from "./account/program.service.ts";

export { grantableScopes } from "./account/scope.service.ts";
export { addProgram } from "./account/program.service.ts";
export { addKey } from "./key/key.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "programs",
  noFacts: "Calls of programs are counted at the program.",
  endpoints: [...programEndpoints, ...keyEndpoints],
  schedules: [endingsOfPrograms],
  days: [callsDay],
  start: { afterRestore: "goes on", begin: async (app) => async () => writeCalls(app.database) },
  missing: wrongScopes,
  seed: { after: ["organization", "finance", "forms"], tell: seedPrograms },
  searches: [
    {
      kind: "program",
      list: programList,
      permission: "program.read",
      path: "/api-connectors/programs",
    },
  ],
  brings: [
    agencyTables.of(...programsLeaving),
    closings.of(keysAfterRestore, programsAfterRestore),
    bearers.of(keyBearer),
    answeredCalls.of(noteCall),
    holdings.of(programHolding),
    adminMatters.of(restingPrograms),
  ],
});
