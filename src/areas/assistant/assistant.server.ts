import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { assistantLeaving } from "./assistant.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { brandingEndpoints } from "./chat/branding.api.ts";
import { chatEndpoints } from "./chat/chat.api.ts";
import { copilotEndpoints } from "./copilot/copilot.api.ts";
import { copilotDay } from "./copilot/setting.service.ts";
import { helpEndpoints } from "./help/help.api.ts";
import { lookEndpoints } from "./look/look.api.ts";
import { modelEndpoints } from "./model/model.api.ts";
import { wordings } from "#areas/agents/agents.server.ts";
import { wordFinding } from "./model/wording.service.ts";
import { modelProbe } from "./model/model.probe.ts";
import { probes } from "#server/operation/checking.ts";
import { tutorialEndpoints } from "./tutorial/tutorial.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "assistant",
  noFacts: "It keeps what was asked of the product, nothing of the agency.",
  endpoints: [
    ...chatEndpoints,
    ...brandingEndpoints,
    ...helpEndpoints,
    ...tutorialEndpoints,
    ...copilotEndpoints,
    ...modelEndpoints,
    ...lookEndpoints,
  ],
  days: [copilotDay],
  brings: [agencyTables.of(...assistantLeaving), probes.of(modelProbe), wordings.of(wordFinding)],
});
