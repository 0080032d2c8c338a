import { closingMatters } from "#server/agencies/ending.ts";
import { holdsThatRefuseEnd } from "./hold/closing.service.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { governanceLeaving } from "./governance.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { governanceFiles } from "./evidence/files.service.ts";
import { seedGovernance } from "./governance.seed.ts";
import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { foundingParts, newOrganizations } from "#areas/organization/organization.server.ts";
import { stateRulesOfTemplate } from "./rule/template.service.ts";
import { ruleInput, ruleRow } from "./rule/rule.model.ts";
import { addRule, endRule, ensureFederalRules, listRules } from "./rule/rule.service.ts";
import { broughtLabels } from "./rule/shipped.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import type { App } from "#server/app.ts";
import { auditEndpoints } from "./audit/audit.api.ts";
import { holdEndpoints } from "./hold/hold.api.ts";
import { packageEndpoints, packageJob } from "./evidence/package.api.ts";

export { evidenceSummaries, type SummarySection } from "./evidence/summary.service.ts";
export { orderPackage } from "./evidence/package.api.ts";
export { packageMade } from "./evidence/package.service.ts";
export { evidencePapers } from "./evidence/papers.service.ts";
export { evidenceParts, withParts } from "./audit/evidence.ts";
export { PACKAGE_FORMAT, placeOf, type Listed } from "./evidence/package.model.ts";
export { zipOf, type Part } from "./evidence/zip.service.ts";
export { placeHold, liftHold } from "./hold/hold.service.ts";
export { shippedRules, type ShippedRule } from "./rule/shipped.ts";
export {
  addRule,
  ensureFederalRules,
  listRules,
  rulesOfKey,
  rulesOfKeys,
} from "./rule/rule.service.ts";

const rules: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/legal-rules",
    permission: "rule.read",
    summary: "Rules of law with dates, citations and sources",
    response: z.object({
      items: z.array(ruleRow),
      /** What keys are called that areas bring. */
      labels: z.record(z.string(), z.string()),
    }),
    handler: async ({ db }) => ({ items: [...(await listRules(db))], labels: broughtLabels() }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/legal-rules",
    permission: "organization.edit",
    summary: "Add a state or local rule",
    body: ruleInput,
    response: ruleRow,
    handler: ({ actor, tx, body }) => addRule(tx, actor, body),
  }),
  recordAct("/api/v1/legal-rules", "end", {
    permission: "organization.edit",
    summary: "End a state or local rule; one that has not begun is taken away",
    body: z.object({
      effectiveTo: z.iso.date("Enter the day from which it no longer holds."),
      reason: z.string().trim().min(3, "Say why it ends.").max(1000),
    }),
    response: z.object({ id: z.string() }),
    handler: async ({ actor, tx, params, body, ifMatch }) => {
      await endRule(tx, actor, params.id, body.effectiveTo, body.reason, ifMatch);
      return { id: params.id };
    },
  }),
];

/** What the server mounts of this area; the audit record's sequencer runs with the instance. */
export default defineArea({
  name: "governance",
  noFacts: "The audit ledger proves records; they are counted where they are.",
  seed: { after: ["organization"], tell: seedGovernance },
  endpoints: [...rules, ...auditEndpoints, ...packageEndpoints, ...holdEndpoints],
  jobs: [packageJob],
  brings: [
    agencyTables.of(...governanceLeaving),
    closingMatters.of({ label: "Legal holds", of: holdsThatRefuseEnd }),
    fileHolders.of(...governanceFiles),
    newOrganizations.of(ensureFederalRules),
    foundingParts.of(stateRulesOfTemplate),
  ],
  start: {
    afterRestore: "goes on",
    begin: async (app: App) => (await startSequencer({ database: app.database })).stop,
  },
});
