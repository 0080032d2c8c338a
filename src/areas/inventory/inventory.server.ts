import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { inventoryLeaving } from "./inventory.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { invariants } from "#server/operation/checking.ts";
import { drivenTransfers } from "#server/handover/driven.ts";
import { errandSources } from "#server/handover/errands.ts";
import { labelled } from "#server/labels/labelled.ts";
import {
  billListeners,
  receiptListeners,
  registerPartSource,
} from "#areas/procurement/procurement.server.ts";
import { costListeners } from "#areas/finance/finance.server.ts";
import { evidenceParts, shippedRules } from "#areas/governance/governance.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { arrivalEndpoints } from "./arrival/arrival.api.ts";
import { countEndpoints } from "./count/count.api.ts";
import { countImporter } from "./count/count.importer.ts";
import { countViews } from "./count/count.labels.ts";
import { countList } from "./count/count.list.ts";
import { countApproval, countSummary } from "./count/course.service.ts";
import { seedInventory } from "./demo/inventory.seed.ts";
import { itemEndpoints } from "./item/item.api.ts";
import { itemImporter } from "./item/item.importer.ts";
import { itemViews } from "./item/item.labels.ts";
import { itemList } from "./item/item.list.ts";
import { stockRules } from "./ledger/ledger.checks.ts";
import { policyEndpoints } from "./ledger/policy.api.ts";
import { stockLabelEndpoints } from "./label/label.api.ts";
import { labelledStock } from "./label/label.service.ts";
import { locationEndpoints } from "./location/location.api.ts";
import { locationImporter } from "./location/location.importer.ts";
import { locationList } from "./location/location.list.ts";
import { lotEndpoints } from "./lot/lot.api.ts";
import { lotViews } from "./lot/lot.labels.ts";
import { lotList } from "./lot/lot.list.ts";
import { stockBilled, stockCharged } from "./movement/billed.service.ts";
import { stockCame } from "./movement/came.service.ts";
import { evidenceOfMovements, stockEvidence } from "./movement/evidence.service.ts";
import { stockOfIncident } from "./movement/consumed-sums.ts";
import { movementEndpoints } from "./movement/movement.api.ts";
import { movementViews } from "./movement/movement.labels.ts";
import { movementList } from "./movement/movement.list.ts";
import { openingImporter } from "./opening/opening.importer.ts";
import { stockSource } from "./movement/part-source.service.ts";
import { stockReferences } from "./merge.service.ts";
import { reorderEndpoints } from "./reorder/reorder.api.ts";
import { holdsDay } from "./request/hold-end.service.ts";
import { holdRule } from "./request/hold-rule.data.ts";
import { transferEndpoints } from "./transfer/transfer.api.ts";
import { transferErrands } from "./transfer/errand.service.ts";
import { drivenTransfer } from "./transfer/driven.service.ts";
import { onTheWayRule } from "./transfer/transfer.checks.ts";
import { transferViews } from "./transfer/transfer.labels.ts";
import { transferList } from "./transfer/transfer.list.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { standingEndpoints } from "./standing/standing.api.ts";

export { availableOf } from "./ledger/balance.service.ts";
export { itemInput } from "./item/item.model.ts";
export { enterItem } from "./item/item.service.ts";
export { locationInput } from "./location/location.model.ts";
export { enterLocation } from "./location/location.service.ts";
export { movementInput } from "./movement/movement.model.ts";
export { itemsNumbered } from "./item/numbered.read.service.ts";
export { locationsNamed } from "./location/named.read.service.ts";
export { quarantineAt } from "./lot/quarantine.service.ts";
export { stockAtPlaces } from "./item/placed.read.service.ts";
export { evidenceOfMovements, stockOfIncident };
export { freeStock, holdStock } from "./movement/hold.service.ts";
export { issuedBetween, type IssuedQuantity } from "./movement/issued-between.read.service.ts";
export { issuedLines, issuedTo, type IssuedLine } from "./movement/issued.read.service.ts";
export { unusedOfOrders } from "./movement/left.read.service.ts";
export { postMovement, type Movement } from "./movement/post.service.ts";
export { namedLines } from "./movement/order-line.read.service.ts";
export { onOrderOf } from "./movement/order-line.service.ts";
export { repriceReceipt, reverseMovement } from "./movement/reverse.service.ts";

const [permission, page] = ["stock.read", "/inventory"] as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "inventory",
  noFacts: "Bags and gallons are not added up; items and movements tell quantity and value.",
  endpoints: [
    ...itemEndpoints,
    ...locationEndpoints,
    ...lotEndpoints,
    ...movementEndpoints,
    ...countEndpoints,
    ...transferEndpoints,
    ...arrivalEndpoints,
    ...policyEndpoints,
    ...reorderEndpoints,
    ...requestEndpoints,
    ...standingEndpoints,
    ...stockLabelEndpoints,
  ],
  importers: [itemImporter, locationImporter, openingImporter, countImporter],
  days: [holdsDay],
  seed: { after: ["assets", "disaster"], tell: seedInventory },
  searches: [
    { kind: "stockItem", list: itemList, permission, path: `${page}/items` },
    {
      kind: "stockLocation",
      list: locationList,
      permission,
      path: `${page}/locations`,
      number: "code",
    },
    {
      kind: "stockLot",
      list: lotList,
      permission,
      path: `${page}/lots`,
      number: "code",
      title: "item",
    },
    {
      kind: "stockMovement",
      list: movementList,
      permission,
      path: `${page}/movements`,
      title: "items",
    },
    { kind: "stockCount", list: countList, permission, path: `${page}/counts` },
    {
      kind: "stockTransfer",
      list: transferList,
      permission,
      path: `${page}/transfers`,
      title: "items",
    },
  ],
  asked: [
    { list: itemList, permission, page, views: itemViews },
    { list: lotList, permission, page: `${page}/lots`, views: lotViews },
    { list: movementList, permission, page: `${page}/movements`, views: movementViews },
    { list: countList, permission, page: `${page}/counts`, views: countViews },
    { list: transferList, permission, page: `${page}/transfers`, views: transferViews },
  ],
  brings: [
    agencyTables.of(...inventoryLeaving),
    invariants.of(...stockRules, onTheWayRule),
    approvables.of({
      type: "stockCount",
      href: (id) => `/inventory/counts/${id}`,
      ...countApproval,
      summary: countSummary,
    }),
    labelled.of(labelledStock),
    drivenTransfers.of(drivenTransfer),
    errandSources.of(transferErrands),
    billListeners.of(stockBilled),
    costListeners.of(stockCharged),
    evidenceParts.of(stockEvidence),
    shippedRules.of(holdRule),
    receiptListeners.of(stockCame),
    registerPartSource.of(stockSource),
    vendorReferences.of(...stockReferences),
  ],
});
