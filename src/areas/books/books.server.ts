import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { booksLeaving } from "./books.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { parcels } from "#areas/connectors/connectors.server.ts";
import { heldAfterRestore } from "#server/backup/holding.ts";
import { closeChecks } from "#server/closing/close-checks.ts";
import { invariants } from "#server/operation/checking.ts";
import { recordTraces } from "#server/origin/traces.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { booksEndpoints } from "./books.api.ts";
import { booksRules } from "./books.checks.ts";
import { booksFacts } from "./books.facts.ts";
import { booksFigures } from "./books.figures.ts";
import { seedBooks } from "./demo/books.seed.ts";
import { entryEndpoints } from "./entry/entry.api.ts";
import { entryImporter } from "./entry/entry.importer.ts";
import { entryNoun } from "./entry/entry.noun.ts";
import { entryList } from "./entry/entry.read.service.ts";
import { fmsEndpoints } from "./fms/fms.api.ts";
import { actualImporter } from "./fms/actual/actual.importer.ts";
import { answerImporter } from "./fms/answer/answer.importer.ts";
import { batchChecks } from "./fms/batch/batch.checks.ts";
import { batchNoun } from "./fms/batch/batch.noun.ts";
import { batchList } from "./fms/batch/batch.read.service.ts";
import { batchParcel } from "./fms/batch/outgoing.service.ts";
import { batchesAfterRestore } from "./fms/batch/restored.service.ts";
import { balanceImporter } from "./fms/balance/balance.service.ts";
import { codeImporter } from "./fms/code/code.importer.ts";
import { mappingImporter } from "./fms/mapping/mapping.importer.ts";
import { ledgerTrace } from "./ledger/traces.service.ts";
import { periodEndpoints } from "./period/period.api.ts";
import { periodNoun } from "./period/period.noun.ts";
import { periodList } from "./period/period.read.service.ts";
import { booksFollower } from "./posting/follower.jobs.ts";
import { bookChecks } from "./posting/pending.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "books",
  facts: booksFacts,
  figures: booksFigures,
  endpoints: [...booksEndpoints, ...periodEndpoints, ...entryEndpoints, ...fmsEndpoints],
  importers: [
    entryImporter,
    mappingImporter,
    balanceImporter,
    answerImporter,
    codeImporter,
    actualImporter,
  ],
  schedules: [booksFollower],
  seed: { after: ["finance", "banking"], tell: seedBooks },
  searches: [
    {
      kind: "journalEntry",
      list: entryList,
      permission: "books.read",
      path: "/budget-management/journal-entries",
    },
    {
      kind: "accountingPeriod",
      list: periodList,
      permission: "books.read",
      path: "/budget-management/close",
      title: "name",
    },
    {
      kind: "fmsBatch",
      list: batchList,
      permission: "books.read",
      path: "/budget-management/finance-system/batches",
      title: "period",
    },
  ],
  brings: [
    agencyTables.of(...booksLeaving),
    closeChecks.of(...bookChecks, ...batchChecks),
    recordTopics.of(
      { noun: entryNoun, label: "Journal entries" },
      { noun: periodNoun, label: "Periods of the books" },
      { noun: batchNoun, label: "Batches for the finance system" },
    ),
    invariants.of(...booksRules),
    recordTraces.of({ name: "ledger", permission: "books.read", find: ledgerTrace }),
    parcels.of(batchParcel),
    heldAfterRestore.of(batchesAfterRestore),
  ],
});
