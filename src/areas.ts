import type { Page } from "#kernel/access.ts";
import type { AreaManifest } from "#kernel/area.ts";
import { assetsArea } from "#areas/assets/assets.area.ts";
import { assistantArea } from "#areas/assistant/assistant.area.ts";
import { bankingArea } from "#areas/banking/banking.area.ts";
import { billingArea } from "#areas/billing/billing.area.ts";
import { communicationsArea } from "#areas/communications/communications.area.ts";
import { assuranceArea } from "#areas/assurance/assurance.area.ts";
import { servedArea } from "#areas/served/served.area.ts";
import { carbonArea } from "#areas/carbon/carbon.area.ts";
import { cardsArea } from "#areas/cards/cards.area.ts";
import { connectorsArea } from "#areas/connectors/connectors.area.ts";
import { capitalArea } from "#areas/capital/capital.area.ts";
import { contractsArea } from "#areas/contracts/contracts.area.ts";
import { booksArea } from "#areas/books/books.area.ts";
import { budgetArea } from "#areas/budget/budget.area.ts";
import { controlsArea } from "#areas/controls/controls.area.ts";
import { costingArea } from "#areas/costing/costing.area.ts";
import { devicesArea } from "#areas/devices/devices.area.ts";
import { directoryArea } from "#areas/directory/directory.area.ts";
import { engagementArea } from "#areas/engagement/engagement.area.ts";
import { financeArea } from "#areas/finance/finance.area.ts";
import { emergencyArea } from "#areas/emergency/emergency.area.ts";
import { evaluationArea } from "#areas/evaluation/evaluation.area.ts";
import { flowsArea } from "#areas/flows/flows.area.ts";
import { formsArea } from "#areas/forms/forms.area.ts";
import { governanceArea } from "#areas/governance/governance.area.ts";
import { grantsArea } from "#areas/grants/grants.area.ts";
import { identityArea } from "#areas/identity/identity.area.ts";
import { inventoryArea } from "#areas/inventory/inventory.area.ts";
import { marketArea } from "#areas/market/market.area.ts";
import { operationArea } from "#areas/operation/operation.area.ts";
import { organizationArea } from "#areas/organization/organization.area.ts";
import { preawardArea } from "#areas/preaward/preaward.area.ts";
import { disasterArea } from "#areas/disaster/disaster.area.ts";
import { passthroughArea } from "#areas/passthrough/passthrough.area.ts";
import { logisticsArea } from "#areas/logistics/logistics.area.ts";
import { placesArea } from "#areas/places/places.area.ts";
import { policiesArea } from "#areas/policies/policies.area.ts";
import { platformArea } from "#areas/platform/platform.area.ts";
import { procurementArea } from "#areas/procurement/procurement.area.ts";
import { programsArea } from "#areas/programs/programs.area.ts";
import { signOnArea } from "#areas/sign-on/sign-on.area.ts";
import { recoveryArea } from "#areas/recovery/recovery.area.ts";
import { reportingArea } from "#areas/reporting/reporting.area.ts";
import { rightsArea } from "#areas/rights/rights.area.ts";
import { projectsArea } from "#areas/projects/projects.area.ts";
import { securityArea } from "#areas/security/security.area.ts";
import { sourcingArea } from "#areas/sourcing/sourcing.area.ts";
import { trainingArea } from "#areas/training/training.area.ts";
import { vendorPortalArea } from "#areas/vendor-portal/vendor-portal.area.ts";
import { vendorsArea } from "#areas/vendors/vendors.area.ts";
import { workflowArea } from "#areas/workflow/workflow.area.ts";
import { unbuiltPages, unbuiltScreen } from "#areas/platform/unbuilt/unbuilt.pages.ts";
import { devPages } from "#web/dev/dev.pages.ts";
import { sitePages } from "#web/site/site.pages.ts";

/**
 * The areas, one line each. Router, guard, sidebar, server, permissions and tests read this list;
 * the server loads the door of each by its name.
 */
export const areas = [
  engagementArea,
  platformArea,
  identityArea,
  organizationArea,
  signOnArea,
  directoryArea,
  governanceArea,
  budgetArea,
  procurementArea,
  inventoryArea,
  evaluationArea,
  sourcingArea,
  marketArea,
  contractsArea,
  emergencyArea,
  financeArea,
  bankingArea,
  booksArea,
  grantsArea,
  preawardArea,
  passthroughArea,
  vendorsArea,
  vendorPortalArea,
  workflowArea,
  rightsArea,
  securityArea,
  programsArea,
  connectorsArea,
  formsArea,
  communicationsArea,
  flowsArea,
  assetsArea,
  capitalArea,
  controlsArea,
  costingArea,
  operationArea,
  placesArea,
  policiesArea,
  projectsArea,
  logisticsArea,
  devicesArea,
  carbonArea,
  cardsArea,
  servedArea,
  assuranceArea,
