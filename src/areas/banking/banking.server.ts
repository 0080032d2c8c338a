import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { bankingLeaving } from "./banking.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { closeChecks } from "#server/closing/close-checks.ts";
import { fileHolders } from "#server/files/holders.ts";
import { invariants } from "#server/operation/checking.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { bankingFigures } from "./banking.figures.ts";
import { bankingFacts } from "./banking.facts.ts";
import { seedBanking } from "./demo/banking.seed.ts";
import { matchedAtBank } from "#areas/finance/finance.server.ts";
import { matchEndpoints } from "./match/match.api.ts";
import { matchBehind, matchRules } from "./match/match.checks.ts";
import { bankingCloseChecks } from "./month/close.service.ts";
import { monthEndpoints } from "./month/month.api.ts";
import { monthRules } from "./month/month.checks.ts";
import { monthList } from "./month/month.read.service.ts";
import { monthNoun } from "./month/month.noun.ts";
import { cutOffClock } from "./positive/cut-off.clock.ts";
import { exceptionImporter } from "./positive/exception.importer.ts";
import { exceptionList } from "./positive/exception.list.ts";
import { exceptionNoun } from "./positive/exception.noun.ts";
import { positiveEndpoints } from "./positive/positive.api.ts";
import { exceptionViews } from "./positive/positive.labels.ts";
import { bankingFiles } from "./statement/files.service.ts";
import { bankLineImporter } from "./statement/line.importer.ts";
import { statementEndpoints } from "./statement/statement.api.ts";
import { statementRules } from "./statement/statement.checks.ts";
import { statementList } from "./statement/statement.list.ts";
import { statementNoun } from "./statement/statement.noun.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "banking",
  facts: bankingFacts,
  figures: bankingFigures,
  endpoints: [...statementEndpoints, ...matchEndpoints, ...monthEndpoints, ...positiveEndpoints],
  importers: [bankLineImporter, exceptionImporter],
  schedules: [cutOffClock],
  asked: [
    {
      list: exceptionList,
      permission: "bank.read",
      page: "/payments?tab=positive",
      views: exceptionViews,
    },
  ],
  seed: { after: ["finance"], tell: seedBanking },
  searches: [
    {
      kind: "bankStatement",
      list: statementList,
      permission: "bank.read",
      path: "/payments/statements",
      title: "account",
    },
    {
      kind: "bankMonth",
      list: monthList,
      permission: "bank.read",
      path: "/payments/reconciliations",
      title: "account",
    },
  ],
  brings: [
    agencyTables.of(...bankingLeaving),
    fileHolders.of(...bankingFiles),
    recordTopics.of(
      { noun: statementNoun, label: "Bank statements" },
      { noun: monthNoun, label: "Bank reconciliations" },
      { noun: exceptionNoun, label: "Check exceptions" },
    ),
    invariants.of(...statementRules, ...matchRules, ...monthRules),
    matchedAtBank.of(matchBehind),
    closeChecks.of(...bankingCloseChecks),
  ],
});
