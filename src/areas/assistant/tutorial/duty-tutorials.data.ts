// Tutorials of the field, of disasters, and of what keeps the house.
import { step, tutorial } from "./tutorial.words.ts";
import type { Tutorial } from "./tutorial.model.ts";

/** From approvals and workflows to the safety record. */
export const dutyTutorials: readonly Tutorial[] = [
  tutorial(19, "workflow", "beginner", "Deciding what waits for you", [
    step(
      "What waits",
      "Waiting for me is ordered by due date. Choose one and what you need stands beside it: lines, files, budget, checks.",
      "/approvals-inbox",
    ),
    step(
      "Approve, return, reject",
      "Returning and rejecting ask for a reason and release what was reserved. Nobody decides what they asked for.",
    ),
    step(
      "Who decides what",
      "Policies say it by kind, amount and department. A starting set covers every kind in one press; Publish puts a draft in force.",
      "/approvals-inbox/policies",
    ),
    step("Days that count", "What is due, by when, and who owes it.", "/deadlines"),
    step(
      "While you are away",
      "Delegate your approvals for some days: the record says who decided for whom.",
    ),
  ]),
  tutorial(20, "forms", "intermediate", "A form from question to decision", [
    step(
      "Design",
      "Pages, sections and questions; a question may show only when another is answered so.",
      "/utility-form-filler",
    ),
    step(
      "Publish",
      "A published version stays as it is; what was begun goes on with the version that it began with.",
    ),
    step(
      "Fill in",
      "Everything is kept as you type; what is hidden again is never sent.",
      "/forms",
    ),
    step("Decide", "Another person than who filled it in decides, with a reason."),
    step("Answers", "What was answered, as figures and rows."),
  ]),
  tutorial(21, "flows", "advanced", "Work that goes on by itself", [
    step(
      "Draw",
      "A workflow is a row of steps; each says what it does and where it leads. All of it works by keyboard.",
      "/workflow-designer",
    ),
    step("What begins it", "Something that happens to a record, a time, or a person's hand."),
    step("Try it", "A trial runs the draft over the past and changes nothing."),
    step("Publish", "Runs that are under way stay on the version with which they began."),
    step(
      "Look after runs",
      "Each run says where it stands and why. What failed waits for a person.",
    ),
  ]),
  tutorial(22, "communications", "beginner", "Letters and notices", [
    step(
      "Templates",
      "A text with fields of a record. The preview names what must be mended.",
      "/utilities/templates",
    ),
    step("Write a letter", "Open a record and press Write a letter; the PDF stays with it."),
    step(
      "A notice to many",
      "To vendors, staff or the public: choose whom it is for.",
      "/communications",
    ),
    step("A second person", "Another person approves a notice before it goes out."),
    step(
      "What arrived",
      "The tab Recipients says what became of each letter: waiting, sent, refused and why.",
    ),
  ]),
  tutorial(23, "rights", "intermediate", "Who may do what, and is it still right", [
    step(
      "Everybody who may come in",
      "Role, duties, last sign-in, and when it ends.",
      "/user-management",
    ),
    step("Roles", "What each role and duty may do stands in one place.", "/admin/roles"),
    step(
      "Start a review",
      "Every right is frozen on a list and goes to whoever supervises the person.",
    ),
    step(
      "Keep, change, end",
      "A review makes rights shorter, never longer. Nobody reviews their own.",
    ),
    step("Close it", "The result is a PDF and a CSV whose hash stands in the audit record."),
  ]),
  tutorial(24, "connectors", "advanced", "Data that comes in by itself", [
    step("A connector", "A source, what it brings, and when it runs.", "/api-connectors"),
    step("Try it first", "A dry run says row by row what would come in."),
    step(
      "Only what is newer",
      "Name the field that says how new an item is; the highest value is asked for the next time.",
    ),
    step(
      "How often",
      "Every hour, day or week; one that is silent for too long stands under what needs an administrator.",
    ),
    step("Programs", "A program of yours calls with a part of its owner's rights."),
  ]),
  tutorial(25, "disaster", "intermediate", "An incident from warning to review", [
    step(
      "Warnings",
      "Those in force that touch the agency stand first; each lists who lies inside.",
      "/weather-alerts",
    ),
    step("The board", "What runs, who commands, what waits.", "/disaster-ops-hub"),
    step(
      "Begin an incident",
      "Name, kind, first day; positions are given out and handed over.",
      "/disaster",
    ),
    step(
      "Ask for resources",
      "Who asks, who approves and who reviews the money are three people.",
      "/disaster-response",
    ),
    step(
      "Deliveries in danger",
      "Orders that are late, or whose vendor or place lies inside a warning.",
      "/supply-chain-command-center",
    ),
  ]),
  tutorial(26, "emergency", "intermediate", "An order within a minute", [
    step(
      "The declaration",
      "It holds for the days that the rule says, and expires by itself unless the governing body continues it.",
      "/emergency-procurement",
    ),
    step(
      "What is prepared",
      "Kits on contracts in force, accounts, and who approves by telephone.",
      "/emergency-procurement/prepared",
    ),
    step("Six steps", "Declaration, kit, quantities, account, need, issue."),
    step(
      "What stops it",
      "The server refuses what stands there as Stops it; the rest is kept as a warning.",
    ),
    step(
      "Ratify",
      "The person who approved by telephone ratifies; the file names what it still lacks.",
    ),
  ]),
  tutorial(27, "recovery", "advanced", "Money of a federal disaster", [
    step(
      "The declaration",
      "Number, period, areas, federal share. The thresholds freeze by its fiscal year.",
      "/fema-grants-hub",
    ),
    step(
      "Damage",
      "On the phone: photographs, place, cause. What is missing before it is documented stands on its page.",
      "/fema-grants-hub/damage/new",
    ),
    step(
      "Crew hours",
      "A person's week is taken whole or not at all; each row names the rule that judged it.",
      "/fema-grants-hub/crew",
    ),
    step(
      "Projects and requests",
      "What stops one from being sent stands first on its page. Every cent of a request names its proof.",
    ),
    step("Forms", "The records fill FEMA's forms.", "/fema-forms"),
  ]),
  tutorial(28, "asset", "beginner", "Assets and their work", [
    step(
      "The register",
      "What the agency owns, where it stands, in which condition.",
      "/asset-management",
    ),
    step("From a receipt", "What came with a receipt is entered with its price and day, once."),
    step(
      "Ask for work",
      "Everybody may. The order goes to whoever plans.",
      "/maintenance-management",
    ),
    step("Book value", "The roll-forward between two days, by class.", "/asset-management/book"),
    step("How all of it stands", "Condition, work and cost over the whole register.", "/eam"),
  ]),
  tutorial(29, "maintenance", "beginner", "A day of work orders", [
    step(
      "Yours",
      "Under Mine stands what you lead; take what stands first.",
      "/maintenance-management?mine=true&open=true",
    ),
    step(
      "Start",
      "Where a permit is demanded, issue it first: it asks point for point what has to hold.",
    ),
    step("Hours and photos", "Enter your hours and add photos as you go."),
    step("Parts", "Add a part, and who buys sees it there."),
    step(
      "Complete",
      "Say what was done; what was wrong and why help the next one. What is mandatory and open stops it.",
    ),
  ]),
  tutorial(30, "inspection", "beginner", "Inspecting by a checklist", [
    step(
      "Checklists",
      "Those that come with Levee are drafts: change what you do otherwise.",
      "/inspections-checklists",
    ),
    step("Schedule", "Checklist, asset or place, who inspects, until when."),
    step("Inspect", "Answer section by section, on a phone too; a draft stays on the device."),
    step("What fails", "Becomes a finding, and a corrective work order where its rule says so."),
    step("Review", "Somebody other than who inspected reviews and closes."),
  ]),
  tutorial(31, "safety", "intermediate", "The safety record", [
    step(
      "Report",
      "Everybody reports injuries and near misses; a near miss may go without a name.",
      "/safety-management",
    ),
    step("Triage", "What must be told to OSHA at once shows its hour."),
    step("Recordable or not", "Each question is answered with its reason and its rule."),
    step("Days", "By first and last day; nobody types a number."),
    step(
      "Forms",
      "A year of an establishment, as OSHA's forms and files.",
      "/safety-management/forms",
    ),
  ]),
  tutorial(32, "service", "beginner", "What residents report", [
    step(
      "Reports",
      "Each has its kind, place, photo and how long it has waited.",
      "/service-requests",
    ),
    step(
      "Kinds of service",
      "What people can report, who hears of it, what is asked.",
      "/service-requests/types",
    ),
    step("Make a work order", "Address, words and photos go with it; the report follows the work."),
    step("Answer", "Who reported and who pressed Me too is told by letter."),
    step("Open again", "By the link of their letter, with words and a photo."),
  ]),
  tutorial(33, "costing", "advanced", "Cost centers and shared costs", [
    step("Centers", "Each has a code, an owner, a first and a last day.", "/cost-centers"),
    step("Move", "Puts one below another from a day on; the days before keep what stood then."),
    step(
      "Pools",
      "A pool is an account whose cost others bear, by stated percent or by positions.",
    ),
    step("Share out a month", "Sends a journal; the parts come to the whole to the cent."),
    step(
      "A second person",
      "Another person posts it. A month is shared out once; a reversed journal lets it be done again.",
    ),
  ]),
  tutorial(34, "market", "intermediate", "What was paid, and by whom", [
    step(
      "Prices",
      "Choose a commodity: what your agency paid, unit by unit, with a trend.",
      "/market-intelligence",
    ),
    step("Outliers", "Far from the trend: they are marked, never left out."),
    step("What others pay", "Lines of imported awards under the same code, per currency."),
    step("Concentration", "How spending is spread among suppliers, with the rows it is made of."),
    step("Imports", "Other agencies' awards as OCDS; the report says what was not understood."),
  ]),
  tutorial(35, "reporting", "intermediate", "A figure with its rows", [
    step(
      "Ready reports",
      "Those of your duty come first, each with its figure of now and how it is worked out.",
      "/reports",
    ),
    step(
      "A question of your own",
      "Figures, what they are parted by, which time counts, and which values.",
      "/enhanced-reporting",
    ),
    step("Open a figure", "Its list opens with exactly the rows that it counts."),
    step("Save and share", "Each reader gets the figures that they may read.", "/reports"),
    step("Keep a run", "Question, moment and figures with their hash; nobody changes them."),
  ]),
  tutorial(36, "compliance", "intermediate", "Which rules a purchase meets or breaks", [
    step(
      "What fails",
      "First what breaks a control among your own records; officers see above it where the agency's purchases fail.",
      "/compliance",
    ),
    step(
      "One failure",
      "What the control demands, its citation, what was found, and what satisfies it.",
      "/compliance/failures",
    ),
    step("Mend it", "Record the quotes on the order: within a minute the failure ends by itself."),
    step("Answer for it", "Where nothing can be mended any more, say what happened."),
    step(
      "The controls",
      "By family, with the law that holds today and how many records meet and break each.",
      "/advanced-compliance",
    ),
  ]),
  tutorial(39, "policies", "beginner", "Policies, from a draft to who confirmed them", [
    step(
      "What waits",
      "Reviews, approvals, confirmations that are missing, certificates that end.",
      "/certifications-policies",
    ),
    step("New policy", "Text or PDF, owner, next review, and who confirms it until when."),
    step("Send it for approval", "Another person decides; then publish it: nobody changes it."),
    step("Next version", "It is written beside the one that holds; each address keeps its own."),
    step("Confirmations", "Who has read it, and who has not yet; export the list."),
  ]),
  tutorial(40, "inventory", "beginner", "The stores, from an item to a lot in quarantine", [
    step("What waits", "Lots in quarantine, and what expires within thirty days.", "/inventory"),
    step("Locations", "A yard, a room, a shelf, a bin: each within another."),
    step("New item", "One unit, packs that hold it exactly, when more is ordered, who keeps it."),
    step(
      "Lots",
      "What is told apart by lot or serial number, and its last day.",
      "/inventory/lots",
    ),
    step("Quarantine", "It goes to nobody; another person releases it with a reason."),
  ]),
  tutorial(43, "route", "beginner", "The routes of a day, from what waits to what was driven", [
    step("What waits", "Transfers and work orders that are in no plan.", "/quantum-logistics"),
    step("Plan a day", "The day, the depot, and each vehicle with its driver and its shift."),
    step("Roads and closures", "What is closed is driven around.", "/quantum-logistics/closures"),
    step("Solve", "Proven, within a share of the bound, or the bound is too weak to say."),
    step("Release", "Drivers are told; each stop says later what differed from the plan."),
  ]),
  tutorial(44, "device", "beginner", "Devices, from the first key to an alarm", [
    step("Alarms that wait", "The worst first; acknowledge one where it stands.", "/iot"),
    step("Enroll a device", "Its key is shown once: give it to the device at once."),
    step(
      "What it belongs to",
      "A location, an asset, a shipment or a place, from a day on: alarms cause what fits.",
    ),
    step(
      "Write a rule",
      "Try it on the readings of the last thirty days before you publish it.",
      "/iot/rules",
    ),
    step("Silence", "It follows from the clock: nobody sets it, and nobody clears it."),
  ]),
  tutorial(46, "carbon", "beginner", "A year's emissions, from the bills to the portal", [
    step("The year", "How much, by scope and quality, against the years before.", "/carbon"),
    step("What is left over", "Not counted or counted twice: settle each row with a reason."),
    step("How it is counted", "Activities, each with one measuring point and its factor."),
    step("Emission factors", "Versions with their source; another person confirms them."),
    step("Review and publish", "Another person reviews; a published year is only restated."),
  ]),
  tutorial(47, "served", "beginner", "A township's request, from the answer to the money", [
    step("Who is served", "What each owes, by its age, and whose agreement ends.", "/clients"),
    step("The agreement", "Services, rates, term and ceiling; another person approves it."),
    step("The board", "From the request to the bill that is late.", "/customer-management"),
    step("Bill what is due", "Hours and fees of what is done; costs that nobody else took."),
    step("Money came in", "A posted receipt or a typed one moves the bill; no button does."),
  ]),
  tutorial(73, "billing", "beginner", "A bill for Levee, from its day to its payment", [
    step("What is owed", "What is late, what is due next, and on which plan you are.", "/billing"),
    step("Take it", "It becomes an invoice of your agency, with its data as its document."),
    step("A bill as it came", "Lines with their days, PDF and UBL.", "/billing/invoices"),
    step("It is wrong", "An administrator disputes it; its days stand still until the answer."),
    step("The plan", "An administrator compares offers; a change says its cents first."),
  ]),
  tutorial(61, "quality", "beginner", "Is the work as good as it should be", [
    step(
      "The charts",
      "One for each objective; what is out of limits stands first.",
      "/admin/quality",
    ),
    step("Behind a value", "The tab Values opens the records that make each of them."),
    step("A signal", "It proposes a corrective action once; open it, or say why not."),
    step("Report", "With a photo, or from the rejected line of a receipt. Anybody may."),
    step("Decide", "Contained first; then return, rework, scrap or use, by another person."),
  ]),
  tutorial(60, "training", "beginner", "Who may do the work, and until when", [
    step("Who holds what", "Days left of every certificate by person.", "/admin/certifications"),
    step("Verify", "Hold the file against what was typed; never one's own."),
    step("Courses and requirements", "Whom does it touch? Named before it is published."),
    step("Kept work", "From a day on, work is kept for people with these certificates."),
    step("Let somebody do it", "For some hours, by another person, with the reason."),
  ]),
  tutorial(41, "shipment", "beginner", "What arrives, and whether it did", [
    step(
      "What arrives today",
      "Late deliveries on top, then today, then the next days.",
      "/shipment-tracking",
    ),
    step("Record a delivery", "Write down when the goods were there, then receive them."),
    step("What was heard", "Events of the carrier, by their own time, whoever sent them."),
    step(
      "Link for the driver",
      "The driver hands one delivery over on a phone, without an account.",
    ),
    step("Who bears witness", "Receipt, quantity and place; when all agree it is verified."),
  ]),
  tutorial(42, "project", "beginner", "A project, from its code to its certificate", [
    step("What waits", "Projects beyond budget or time, and what is to be closed.", "/projects"),
    step("New project", "One code of the ledger, an engineer, contracts, place and days."),
    step("Send it for approval", "With a budget line; another person decides, then begin it."),
    step("Budget", "Every requisition, order and bill in its column, as the ledger has them."),
    step("Certify completion", "The day and what remains; somebody else signs it."),
  ]),
  tutorial(37, "security", "intermediate", "Who may do what, and whether it is so", [
    step(
      "The matrix",
      "Every permission with the roles and duties that hold it; open one to see its addresses and steps.",
      "/access-controls",
    ),
    step("Prove it", "The server is asked address by address, for every role with every duty."),
    step("Why may they", "A person and a permission: by which role or duty, and who gave it."),
    step("Separation", "Who holds both ends of what is kept apart, and who did both on one chain."),
    step("Give the other end", "It asks for a reason, and the day with which it ends.", "/team"),
  ]),
  tutorial(38, "security", "intermediate", "What happened to accounts and doors", [
    step(
      "The dashboard",
      "Alerts that wait, thirty days, and figures that open their rows.",
      "/security-dashboard",
    ),
    step("One alert", "What was found, by which count, with every event.", "/admin/security-audit"),
    step("Look at it", "Others see that you do; nobody answers for their own account."),
    step("Explain", "Say what it was: it does not come again for these events."),
    step("Open a case", "Officers alone read it; close it with what was found."),
  ]),
  tutorial(63, "field", "beginner", "A day in the field, without a line", [
    step("Enroll the phone", "A passphrase opens what is on it, for you alone.", "/mobile-app"),
    step(
      "What it can",
      "Kept storage, room, camera and place, and what follows where one is missing.",
    ),
    step(
      "Today’s work",
      "What is late first, then by distance; one press opens its form.",
      "/mobile-field-operations",
    ),
    step("Save on this device", "It has its number and lies on the phone, with or without a line."),
    step("The outbox", "What waits, what was sent, and what somebody must look at."),
  ]),
  tutorial(64, "agencies", "intermediate", "The life of your agency", [
    step("Its state", "Since when, why, and what that closes.", "/tenant-management"),
    step("What it uses", "People, stored files and calls beside what the plan includes."),
    step(
      "Let support in",
      "One person, chosen areas, eight hours at most; each read in your record.",
    ),
    step("End it", "They are out at their next step."),
    step(
      "Take everything along",
      "One ZIP that opens without Levee, with the ledger and its proofs.",
    ),
  ]),
];
