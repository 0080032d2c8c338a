/** The main action of an area: where it is, who has it, and the page of the guide that names it. */
type MainAction = { guide: string; who: string; path: string; button: string };

const by = (who: string, guide: string, path: string, ...buttons: string[]): MainAction[] =>
  buttons.map((button) => ({ guide, who, path, button }));

/** One or more for each area whose guide tells to press something; grouped by who goes there. */
export const mainActions: readonly MainAction[] = [
  ...by("manager", "communications", "/communications", "New notice"),
  ...by("manager", "communications", "/utilities/templates", "New template"),
  ...by("manager", "forms", "/utility-form-filler", "New form"),
  ...by("manager", "fill-pdf", "/utility-form-filler?tab=pdfStudio", "New PDF template"),
  ...by("manager", "workflows", "/workflow-designer", "New workflow"),
  ...by("manager", "vendors", "/vendor-directory", "New vendor"),
  ...by("manager", "contracts", "/contracts", "New contract"),
  ...by("works", "assets", "/asset-management", "New asset", "From a receipt"),
  ...by("works", "assets", "/asset-management/classes", "New code"),
  ...by("works", "assets", "/maintenance-management", "Ask for work"),
  ...by("works", "service-requests", "/service-requests", "Kinds of service"),
  ...by("user", "requisitions", "/smart-requisition", "New requisition"),
  ...by("works", "inspections", "/inspections-checklists", "Schedule an inspection"),
  ...by("admin", "team-and-roles", "/team", "Invite"),
  ...by("admin", "keeping-lists", "/master-data?tab=places", "Add a place"),
  ...by("budget", "budget", "/budget-management", "Move budget", "Adopt a line"),
  ...by("manager", "capital-planning", "/capital-planning-management", "New request"),
  ...by("buyer", "solicitations", "/rfq-builder", "New solicitation"),
  ...by("ap", "invoices", "/invoices", "New invoice", "Import"),
  ...by("grants", "grants", "/grant-management", "New award"),
  ...by("admin", "incidents", "/disaster", "Begin an incident"),
  ...by("admin", "emergency", "/emergency-procurement", "Declare"),
  ...by("recovery", "recovery", "/fema-grants-hub", "Enter a declaration"),
  ...by("ap", "payments", "/payments", "New run"),
  ...by("buyer", "purchase-orders", "/purchase-orders", "New purchase order"),
  ...by("grants", "grant-applications", "/grant-applications", "New application"),
  ...by("grants", "passing-on", "/grant-management?tab=recipient", "New subaward"),
  ...by("technician", "safety", "/safety-management", "Report an injury or near miss"),
];
