/**
 * What people say of a list's records instead of its filter: "goods came but never billed" is the view
 * "received, not invoiced" of purchase orders. Tried in this order against the plain text of a question
 * (lower case, "hasn't been" and "nobody" are `not`); a list without such a filter is passed over, and
 * what the words leave of the question must be something that the list can say.
 */
export type Situation = {
  list: string;
  query: string;
  of: string;
  says: readonly string[];
  /** Where the words alone would say too little: what must stand in the question as well. */
  with?: string;
};

const order = "(?:orders?|pos?|purchase orders?)";
const bill = "(?:bills?|invoices?)";
const request = "(?:requests?|reqs?|requisitions?)";
const firms = "(?:vendors|suppliers|companies|firms|contractors|who|which vendor|which supplier)";
const some = "(?: \\w+){0,4}";
const few = "(?: \\w+){0,2}";

export const situations: readonly Situation[] = [
  {
    list: "invoices",
    query: "exception=no_receipt",
    of: "not received",
    says: [
      `(?:${bill}|billed|invoiced|charged)${some} not (?:received|arrived|come|here|delivered)`,
    ],
  },
  {
    list: "purchase-orders",
    query: "uninvoiced=true",
    of: "received, not invoiced",
    says: [
      `(?:came|come|arrived|got|received|delivered|here|in|goods|stuff|` +
        `things)${some} not${few} (?:billed|bill|invoiced|invoice|charged)(?: (?:us|yet|for|it|` +
        `them))*`,
      `(?:missing|waiting for|still need|no) (?:an? |the |their )?${bill} (?:for|on) (?:goods|stuff|` +
        `things|what|deliver\\w+)${few}`,
      "received not (?:invoiced|billed)",
    ],
  },
  {
    list: "purchase-orders",
    query: "overbilled=true",
    of: "billed beyond received",
    says: [
      `billed (?:us )?(?:for )?(?:more|too much|beyond)(?: than)?${few} (?:received|got|kept|came|delivered)`,
      "over ?billed",
    ],
  },
  {
    list: "purchase-orders",
    query: "late=true",
    of: "late",
    says: [
      "(?:should ?(?:ve|have|of)?|supposed to|meant to|ought to)(?: have| be| been| come)*(?: here|" +
        " arrived| arrive| delivered| come| in| by now| already)+",
      "(?:late|overdue) deliver\\w+",
      "deliver\\w+(?: that)?(?: is| are)? (?:late|overdue|behind)",
      "(?:is|are|running) (?:late|behind)(?: with)? deliver\\w+",
      `${order}(?: that)?(?: is| are)? running (?:late|behind)`,
      "behind schedule",
    ],
  },
  {
    list: "purchase-orders",
    query: "receivable=true",
    of: "to receive",
    says: [
      "not (?:yet )?(?:arrived|here|come in|come|shown up|showed up|delivered|received)(?: yet)?",
      "(?:still )?(?:on (?:its|their|the) way|in transit|to be delivered|to arrive)",
      "(?:are we |we are |we re )(?:still )?expecting",
    ],
  },
  {
    list: "purchase-orders",
    query: "status=approved",
    of: "to issue",
    says: [
      `${order}${few} (?:to go out|to be sent|to send|to be issued|not (?:sent|issued|gone|mailed)(?: out)?)`,
    ],
  },
  {
    list: "invoices",
    query: "exception=price",
    of: "price",
    says: [
      `(?:prices?|costs?)${some} (?:off|wrong|different|differs?|higher|too high|mismatch\\w*|` +
        `discrepanc\\w*|not (?:match\\w*|agree\\w*|right|the same|line up))(?: (?:from|than|with|to|` +
        `as|on|against|what))*(?: the| our| we)?(?: ${order})?(?: ordered| agreed)?`,
      "price (?:exceptions?|mismatch\\w*|differences?|problems?|issues?|discrepanc\\w*)",
    ],
    with: `${bill}|${order}|exception|mismatch|problem|issue`,
  },
  {
    list: "invoices",
    query: "exception=quantity",
    of: "quantity",
    says: [
      `(?:quantit\\w+|counts?)${some} (?:off|wrong|different|differs?|mismatch\\w*|not (?:match\\w*|` +
        `agree\\w*|right|the same))(?: (?:from|than|with|to|on|the))*(?: ${order})?`,
      "quantity (?:exceptions?|mismatch\\w*|differences?|problems?|issues?)",
    ],
    with: `${bill}|${order}|exception|mismatch|problem|issue`,
  },
  {
    list: "invoices",
    query: "exception=duplicate",
    of: "possible duplicate",
    says: [
      `(?:possible|likely|suspected) (?:duplicates?|doubles)${few}`,
      "duplicate (?:bills|invoices)",
    ],
  },
  {
    list: "invoices",
    query: "status=exception",
    of: "exceptions",
    says: [
      `(?:bills|invoices)${few} (?:with|have|having|in|got) (?:an? |any )?(?:problems?|issues?|` +
        `exceptions?|mismatch\\w*|errors?|trouble)`,
      "problem (?:bills|invoices)",
      `(?:bills|invoices)${few} not (?:match\\w*|agree\\w*)(?: with)?(?: the| their)?(?: ${order})?`,
    ],
  },
  {
    list: "invoices",
    query: "overdue=true",
    of: "overdue",
    says: [
      "should ?(?:ve|have) been paid(?: already| by now)?",
      `(?:bills|invoices)${few} past (?:its|their|the) (?:due )?date`,
    ],
  },
  {
    list: "invoices",
    query: "status=approved",
    of: "payable",
    says: [`(?:ready|cleared|good|free) (?:to (?:pay|be paid)|for payment)`],
    with: bill,
  },
  {
    list: "invoices",
    query: "unpaid=true",
    of: "unpaid",
    says: [
      `(?:${firms}|anybody|anyone|${bill})${some} not (?:paid|settled)(?: off)?`,
      "(?:do|does)? ?(?:we|the agency|the county|the city)(?: still)? owe(?: money)?(?: to)?",
      `(?:is|are) (?:still )?(?:owed|waiting for|waiting on|waiting to get|` +
        `waiting to be)${few} (?:money|payment|paid|checks?)`,
      `(?:bills|invoices)${few} (?:left|still)? ?to (?:pay|be paid)`,
      "(?:left|still) to be paid",
    ],
  },
  {
    list: "invoices",
    query: "withheld=true",
    of: "retainage withheld",
    says: [
      "(?:are |do )?we (?:still )?(?:holding|keeping|hold|keep|sitting on|held|" +
        "kept)(?: some)?(?: money)? ?(?:back)? (?:money )?(?:from|on)",
      "(?:holding|held|keeping|kept) (?:money )?back(?: from)?",
    ],
    with: "contractors?|vendors?|suppliers?|money|who|whom",
  },
  {
    list: "requisitions",
    query: "status=approved,partly_ordered",
    of: "to order",
    says: [
      `(?:approved |okayed )?${request}${some} (?:not ordered|to be ordered|to order|still to order|` +
        `ready to order)(?: yet)?`,
      "(?:approved|okayed) (?:but )?not ordered(?: yet)?",
    ],
  },
  {
    list: "requisitions",
    query: "status=returned",
    of: "returned",
    says: [
      `(?:requests|reqs|requisitions)${some} (?:sent back|came back|kicked back|bounced(?: back)?|thrown back)`,
    ],
  },
  {
    list: "requisitions",
    query: "overrideAsked=true",
    of: "override asked",
    says: [
      `(?:asked|asking|waiting|want|wants)(?: for)?(?: an?| the)?(?: budget)? (?:override|exception to the budget)`,
    ],
  },
  {
    list: "requisitions",
    query: "mine=true",
    of: "yours",
    says: [
      `(?:requests|reqs|requisitions|things|stuff|what|everything)${few} i(?: ve| have)? (?:put in|` +
        `asked for|requested|made|submitted|sent in|filed|wrote|entered)`,
      "my requests",
    ],
  },
  {
    list: "purchase-orders",
    query: "mine=true",
    of: "yours",
    says: [
      "(?:orders|pos|purchase orders|what|things|everything) (?:that )?i(?: ve| have)? (?:ordered|" +
        "placed|issued|bought|wrote)",
      "have i (?:ordered|bought|placed)",
    ],
  },
  {
    list: "budget-lines",
    query: "nearLimit=true",
    of: "near the limit",
    says: [
      "(?:almost|nearly|close to|about) (?:to )?(?:be )?(?:out of (?:money|budget|cash)|used up|" +
        "spent|gone|empty|exhausted|the limit|run out|running out|run dry)",
      "(?:running|getting) (?:low|short|tight|out of (?:money|budget|cash))",
      "low on (?:money|cash|funds|budget)",
    ],
    with: "accounts?|lines?|budgets?|departments?|funds?|who|money|cash",
  },
  {
    list: "budget-lines",
    query: "over=true",
    of: "overdrawn",
    says: [
      "(?:in the red|overdrawn|overspent|over ?budget|below zero|negative|out of money|" +
        "gone over(?: budget)?|went over(?: budget)?|spent too much|over their limit)",
    ],
    with: "which|accounts|lines|budgets|departments|who|show|list|any",
  },
  {
    list: "solicitations",
    query: "status=closed",
    of: "to open",
    says: [
      `(?:bids|quotes|offers|solicitations)${few} (?:to (?:be )?open(?:ed)?|not opened|` +
        `ready to (?:be )?open(?:ed)?|waiting to be opened)`,
    ],
  },
  {
    list: "solicitations",
    query: "open=true",
    of: "open",
    says: [
      "(?:out (?:to|for) bids?|taking bids|accepting bids|open for bids?)(?: right now| now| at the moment)?",
    ],
    with: "what|which|show|list|anything|how many|any",
  },
  {
    list: "vendors",
    query: "insuranceEnding=true",
    of: "insurance ending",
    says: [
      "insurances?(?: \\w+){0,4} (?:run(?:s|ning)? out|expir\\w+|end(?:s|ing)|laps\\w+|renew\\w*)(?: soon)?",
      "(?:expir\\w+|ending|lapsing) insurances?",
    ],
    with: "vendors|suppliers|companies|contractors|firms|who|whose|insurances|list|show",
  },
  {
    list: "vendors",
    query: "registrationEnding=true",
    of: "registration ending",
    says: [
      "registrations?(?: \\w+){0,4} (?:run(?:s|ning)? out|expir\\w+|end(?:s|ing)|laps\\w+|renew\\w*)(?: soon)?",
    ],
    with: "vendors|suppliers|companies|contractors|firms|who|whose|registrations|list|show",
  },
  {
    list: "vendors",
    query: "bankChange=true",
    of: "bank changes",
    says: [
      `${firms}${few} (?:changed|switched|changing|switching|new|different)${few} banks?(?: accounts?| details)?`,
      "bank changes",
    ],
  },
  {
    list: "vendors",
    query: "screening=possible,excluded",
    of: "possible matches",
    says: [
      `${firms}${few} (?:flagged|on the (?:exclusion |debarment |federal )?(?:black)?list|` +
        `banned by the (?:feds|government)|might be (?:banned|debarred|excluded))`,
      "(?:screening|exclusion) hits",
    ],
  },
  {
    list: "payments",
    query: "status=voided,returned",
    of: "voided or returned",
    says: [`(?:checks|payments|achs?)${few} (?:bounced|came back|returned|voided|failed)`],
  },
  {
    list: "payments",
    query: "status=released",
    of: "outstanding",
    says: [
      `(?:checks|payments)${few} (?:not (?:cleared|cashed|gone through|deposited)|uncashed|still out)`,
      "uncashed checks",
    ],
  },
  {
    list: "reimbursement-requests",
    query: "status=submitted",
    of: "sent, not paid",
    says: [
      `(?:fema|state)${some} not${few} (?:paid|pay|reimbursed|sent)(?: us)?`,
      "(?:fema|state) (?:still )?owes?(?: us)?",
      "reimbursement requests? not (?:paid|reimbursed)",
    ],
  },
  {
    list: "grant-reports",
    query: "status=due,prepared,certified",
    of: "to send",
    says: [
      "(?:awards?|grants?) (?:have to |must |should |need to |that )?report(?:s|ing)?(?: (?:due|to send))?",
      "reports? (?:are |is )?(?:due|to send|we owe|owed)(?: to (?:the )?grantors?)?",
    ],
  },
  {
    list: "payment-runs",
    query: "status=approved",
    of: "to release",
    says: [
      `(?:runs?|batch(?:es)?|payments)${few} (?:to (?:be )?released?|ready to (?:go|release)|` +
        `waiting (?:for|on) (?:the )?(?:treasurer|release)|not released)`,
    ],
  },
  {
    list: "service-requests",
    query: "status=received,acknowledged,in_progress",
    of: "open",
    says: [
      `(?:complaints|reports|potholes|service requests)${few} (?:open|not (?:fixed|done|dealt with|` +
        `closed|answered)|unresolved|pending|left)`,
      "open (?:complaints|reports|potholes)",
    ],
  },
];

/** What may be left beside such words: they only say of what it is said. */
export const saidAlongside =
  "goods stuff delivery vendor company arrive come receive order purchase order bill request" +
  " thing still yet already truck money today right now account budget line department fund" +
  " contractor";

/** Other names of lists, in the plural; where the list's own name is not said. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  solicitations: ["bids", "tenders", "rfqs", "rfps", "itbs", "quotes"],
  requisitions: ["requests"],
  "purchase-orders": ["deliveries", "shipments"],
  vendors: ["companies", "firms", "businesses"],
  payments: ["checks"],
  "payment-runs": ["batches", "check runs"],
  "service-requests": ["complaints", "potholes", "citizen reports"],
  "budget-lines": ["accounts", "budgets"],
  approvals: ["sign offs", "signatures"],
};

/** Words for the day of a column, beside its own name. */
export const dayWords: Readonly<Record<string, string>> = {
  dueAt: "due closing closes close ending ends end",
  dueOn: "due payable",
  receivedOn: "received came arrived got in",
  paidOn: "paid went out",
  promisedOn: "promised expected arriving coming arrive",
  orderedOn: "ordered placed",
  requestedOn: "requested asked for",
  neededOn: "needed",
};
