/**
 * One sentence for each public page, at most 160 characters: search results, previews and llms.txt
 * show it. Kept apart from the pages' data, which the app loads.
 */
export const descriptions: Readonly<Record<string, string>> = {
  "/": "Levee is where a public agency plans its budget, buys, manages vendors, pays, and keeps a record that any auditor can check without trusting anyone.",
  "/products":
    "Budget, requisitions, approvals, orders, invoices, payments, vendors and the audit ledger: what works in Levee today, and what is not built yet.",
  "/solutions":
    "Procurement, disaster recovery and grants on one record: begin with the work that your agency answers for, and see how far each part is.",
  "/solutions/government-procurement":
    "From the budget line to the payment, with the method, its section of law, every approval and a three-way match that hides nothing.",
  "/solutions/disaster-recovery-grants":
    "Each eligible cost with its order, invoice, timesheet and photo before the question comes: what works today and what is not built yet.",
  "/solutions/grant-management":
    "Awards as part of the account string, drawdowns tied to paid lines, reports that agree with the ledger: the idea and how far it is.",
  "/customer-stories":
    "Three scenarios of Carver County, the agency in the demo: an overcharge that was found, a bill before its goods, an auditor who trusted nobody.",
  "/about":
    "Levee is open-source software for public agencies, made so that the record of a purchase can answer for itself, without trust in its vendor.",
  "/careers":
    "No open positions at the moment. How to help without one: rules with their source, reports of what is wrong, code with its test.",
  "/investors":
    "What works, what is not built yet, how it is meant to sustain itself, and what we do not have. No offer of securities, no forecast.",
  "/pricing":
    "Three offers from 0 to 999 dollars a month for each agency, with no price by seat. What each includes and what is open for orders today.",
  "/trust-center":
    "What Levee promises about isolation, permissions, the audit record and sessions, how each is tested, and which reports do not exist yet.",
  "/accessibility":
    "Our aim is WCAG 2.2 AA. The state of conformance today, how it is examined, the limits we know, and how to report a barrier.",
  "/privacy":
    "What the software keeps about people, why and how long: no third-party scripts, no cookies on public pages, encrypted tax and bank numbers.",
  "/terms":
    "Terms of this website and the demo: Apache-2.0 software without warranty, a demo with made-up people, fair use, and no legal advice.",
  "/disaster-recovery":
    "Ordinary purchasing and recovery share one record, so that a claim begins with its evidence. What works now, what is not built yet, what to read.",
  "/blockchain-trust":
    "A Merkle tree for each agency, signed checkpoints and an offline verifier: how Levee's audit ledger shows any change, and what it cannot prove.",
  "/iot-intelligence":
    "What makes a sensor reading evidence: identity, time, accuracy and an entry in the ledger. The rules that Levee's device part follows.",
  "/quantum-ai-advantage":
    "No quantum computer: an award of lots that is proven to cost the least, worked out by hand, and how a solver proves it for large ones.",
  "/quantum-route-optimization":
    "How to know how far a delivery route is from the shortest one: a bound worked out by hand, and what real deliveries add to it.",
  "/carbon-credits":
    "Quantities from receipts times factors with their source: one line worked out, the three scopes, and what a ledger can say about credits.",
  "/iot-delivery-tracking":
    "Inside, outside or not known: how a geofence and a position's accuracy decide, and why the receipt still counts the pallets.",
  "/waitlist":
    "Join the waitlist for a Levee that is run for your agency. We confirm by mail and write for nothing else.",
  "/request-demo":
    "See a purchase of your own go from the need to the payment in half an hour, with the file that proves it.",
  "/schedule-demo":
    "Choose a free half hour for a demonstration of Levee, shown in your own time zone, with a calendar file and a link to cancel.",
  "/contact":
    "Write to the people who run this installation of Levee: sales, support, security, accessibility. Answered within two working days.",
  "/feature-requests":
    "What agencies wish for in Levee, where each wish stands, and one vote for each visitor. Add what is missing.",
  "/thank-you": "Your form arrived. Where a letter was promised, it is on its way to your mailbox.",
  "/blog":
    "Short articles on procurement, payables, grants and disaster recovery: what a rule says, where it stands, and what to write down.",
  "/documentation":
    "The user guide of Levee, searchable: signing in, requisitions, approvals, orders, vendors, invoices, payments, budget, audit.",
  "/public-vendors":
    "Vendors that chose to be seen, with what they supply, where they are, and the certificates that an agency has checked.",
  "/vendors":
    "How to sell to public agencies with one account: orders, deliveries, invoices and payments, and the vendors that chose to be seen.",
  "/public-opportunities":
    "What public agencies buy: solicitations by mail as soon as they are published, and the orders that went out, with their rule.",
  "/citizen-portal":
    "Report something to your agency and see where it stands; read its budget and its purchases in plain words.",
  "/nyc-aging-demo":
    "Try Levee as a city aging department: four demo accounts that work for 30 days, ten sample programs, four departments.",
};
