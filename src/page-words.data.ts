/**
 * Other words by which people ask for a page, by its address; apart from the frame, for only the palette and the
 * assistant look for pages.
 */
export const pageWords: Readonly<Record<string, string>> = {
  "/sourcing-agent":
    "AI, who sells this, vendors near us, short list of vendors, draft a solicitation",
  "/requisition-agent": "AI, what do you need, ask in plain words, draft a requisition from words",
  "/invoice-agent": "AI, why an invoice does not match, exceptions explained, three-way match",
  "/budget-agent": "AI, lines that run out, overspending, forecast",
  "/compliance-agent": "AI, what breaks a rule, missing paper",
  "/fema-claims-agent": "AI, missing receipts of FEMA costs, incomplete costs",
  "/vendor-risk-agent": "AI, risky vendors, insurance that ends, single source",
  "/maintenance-agent": "AI, assets that fail often, predictive maintenance",
  "/weather-agent": "AI, what lies in a storm, warnings and our sites",
  "/contract-agent":
    "AI, read a contract PDF, missing clauses, notice days, contract differs from its paper",
  "/ai-copilot": "AI assistant, chat, ask a question, why is it stuck, what changed",
  "/admin/gemini-ai-test": "LLM, language model, OpenAI, Gemini, tokens, API key of the model",
  "/grant-writer-agent":
    "AI, grant application checklist, match, missing attachments, narrative against the budget",
  "/bid-evaluation-agent":
    "AI, what a bid lacks, bid sums, price outliers, like errors of bidders, collusion",
  "/ai-agent-platform": "AI agents, bots, automation, set up an agent, pause an agent",
  "/mobile-app":
    "phone, tablet, install the app, PWA, offline, enroll a device, lost phone, revoke a device",
  "/mobile-field-operations":
    "offline, no signal, crew, capture, outbox, sync, conflicts, record in the field",
  "/payments/cards": "p-card, credit card, purchasing card",
  "/admin/quality":
    "quality control, control chart, SPC, defects, nonconformance, NCR, rejected goods, disposition",
  "/admin/growth":
    "days from need to payment, cycle time, bottleneck, slowest step, median, 90th percentile",
  "/admin/learning-analytics": "training coverage, pass rates, who is overdue by department",
  "/admin/training":
    "courses, classes, learning, quiz, enroll, requirements, who may do which work",
  "/admin/certifications": "licenses, qualifications, CDL, ICS, CPR, expiry, who is certified",
  "/billing": "subscription, hosting, what Levee costs, plan, software bill",
  "/billing/plans": "upgrade, downgrade, cancel, subscription, offers",
  "/business-plan-management": "hosting agreements, income, renewals, notice",
  "/pricing-plans": "offers, prices, public pricing page",
  "/clients": "agencies served, townships, customers, intergovernmental agreements",
  "/carbon": "emissions, greenhouse gas, credits",
  "/iot": "sensors, IoT, alarms",
  "/inventory": "stock, stores, warehouse, yard, materials on hand, items, lots, serial numbers",
  "/inventory/put-away": "putaway, receiving dock, rejected goods, serial numbers of deliveries",
  "/inventory/counts": "stocktaking, cycle count, inventory count, physical inventory",
  "/inventory/transfers": "stock transfer, in transit, goods on the way, interlocation transfer",
  "/inventory/rules": "weighted average, FIFO, first in first out, count tolerance",
  "/shipment-tracking": "deliveries, tracking, what arrives, carrier, proof of delivery",
  "/quantum-logistics": "trucks, drivers, dispatch",
  "/certifications-policies":
    "certificates, accreditation, bond rating, policies, acknowledgements",
  "/projects": "construction, capital projects, budget of a project, substantial completion",
  "/projects/pay": "pay estimate, progress payment, certify, contractor's application for payment",
  "/projects/logs": "inspector's diary, daily report, field report, weather delay",
  "/projects/transfers": "cost codes, move budget within a project, code budget",
  "/projects/rfis":
    "request for information, question of the contractor, ball in court, field question",
  "/projects/submittals": "shop drawings, product data, samples, submittal register, submittal log",
  "/construction-projects": "whose court, ball in court, what waits on site, today's log, certify",
  "/project-management":
    "schedules, Gantt, critical path, float, slip, look-ahead, milestones, baseline, P6, MS Project",
  "/projects/punch": "punch list, snag list, deficiencies, cost to complete, items to correct",
  "/projects/papers":
    "as-built drawings, operation manuals, warranties, IC134, withholding certificate",
  "/projects/payrolls": "WH-347, prevailing wages, Davis-Bacon, wage determination, weekly payroll",
  "/quantity-takeoff": "takeoff, plan sets, drawings, measure, bluebeam, quantities from plans",
  "/quantity-takeoff/measurements":
    "quantities measured, takeoff quantities, areas and lengths of plans",
  "/quantity-takeoff/assemblies": "takeoff, formulas, waste, packs, bill of materials",
  "/reports/budgetary-comparison": "variances explained, budget to actual, GASB 34 and 103",
  "/security-settings": "That was not me",
};
