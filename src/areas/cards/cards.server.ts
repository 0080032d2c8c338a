import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { cardsLeaving } from "./cards.leaving.data.ts";
import { invoiceEndings } from "#areas/finance/finance.server.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { likeOutside } from "#areas/procurement/procurement.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { cardEndpoints } from "./card/card.api.ts";
import { cardHoldings } from "./card/card.holding.ts";
import { cardViews } from "./card/card.labels.ts";
import { cardList } from "./card/card.list.ts";
import { cardReferences } from "./card/vendor-merge.service.ts";
import { cardsFacts } from "./cards.facts.ts";
import { cycleDeadlineSource } from "./cycle/cycle-deadlines.service.ts";
import { cycleInvoiceEnded } from "./cycle/ending.service.ts";
import { cycleEndpoints } from "./cycle/cycle.api.ts";
import { cycleViews } from "./cycle/cycle.labels.ts";
import { cycleList } from "./cycle/cycle.list.ts";
import { cycleNoun } from "./cycle/cycle.noun.ts";
import { seedCards } from "./demo/cards.seed.ts";
import { findingEndpoints } from "./finding/finding.api.ts";
import { findingViews } from "./finding/finding.labels.ts";
import { findingList } from "./finding/finding.list.ts";
import { cardsDay } from "./finding/morning.ts";
import { cardFiles } from "./line/files.service.ts";
import { lineEndpoints } from "./line/line.api.ts";
import { lineImporter } from "./line/line.importer.ts";
import { lineViews } from "./line/line.labels.ts";
import { lineList } from "./line/line.list.ts";
import { lineNoun } from "./line/line.noun.ts";
import { cardsAlike } from "./line/lookback.service.ts";
import { cardRule } from "./rule/card-rule.data.ts";

const permission = "cards.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "cards",
  facts: cardsFacts,
  endpoints: [...cardEndpoints, ...lineEndpoints, ...findingEndpoints, ...cycleEndpoints],
  days: [cardsDay],
  seed: { after: ["finance", "assets", "logistics"], tell: seedCards },
  importers: [lineImporter],
  searches: [
    {
      kind: "purchaseCard",
      list: cardList,
      permission,
      path: "/payments/cards",
      title: "holderName",
    },
    {
      kind: "cardLine",
      list: lineList,
      permission,
      path: "/payments/card-lines",
      title: "merchant",
    },
    {
      kind: "cardCycle",
      list: cycleList,
      permission,
      path: "/payments/card-cycles",
      title: "bankName",
    },
  ],
  asked: [
    { list: lineList, permission, page: "/payments/card-lines", views: lineViews },
    { list: findingList, permission, page: "/payments/card-findings", views: findingViews },
    { list: cardList, permission, page: "/payments/cards", views: cardViews },
    { list: cycleList, permission, page: "/payments/card-cycles", views: cycleViews },
  ],
  brings: [
    agencyTables.of(...cardsLeaving),
    shippedRules.of(cardRule),
    holdings.of(...cardHoldings),
    likeOutside.of(cardsAlike),
    invoiceEndings.of(cycleInvoiceEnded),
    deadlineSources.of(cycleDeadlineSource),
    fileHolders.of(...cardFiles),
    vendorReferences.of(...cardReferences),
    recordTopics.of(
      { noun: lineNoun, label: "Card lines" },
      { noun: cycleNoun, label: "Card cycles" },
    ),
  ],
});
