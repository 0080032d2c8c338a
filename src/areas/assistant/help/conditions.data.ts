/**
 * Conditions that people name and that mean the same for every list. `flags` are tried in this order
 * among the filters of the list that is asked for; `of` says what the words mean where none fits.
 */
export const conditions: readonly {
  says: readonly string[];
  flags: readonly string[];
  of?: "unfinished";
}[] = [
  { says: ["author left", "buyer left", "requester left", "orphaned"], flags: ["authorLeft"] },
  { says: ["split warning", "split up", "suspected split"], flags: ["splitWarning"] },
  { says: ["federal", "federal money", "federally funded"], flags: ["federal"] },
  { says: ["awarded not ordered", "waiting for award"], flags: ["awardWaiting"] },
  { says: ["late", "behind"], flags: ["overdue", "late"] },
  {
    says: ["open", "unfinished", "pending", "outstanding", "current", "ongoing", "in progress"],
    flags: ["open", "outstanding"],
    of: "unfinished",
  },
  {
    says: ["unpaid", "not paid", "not yet paid", "owed", "owe"],
    flags: ["unpaid"],
    of: "unfinished",
  },
  { says: ["mine", "assigned to me"], flags: ["mine"] },
  { says: ["urgent", "emergency"], flags: ["emergency"] },
  { says: ["not invoiced", "not billed", "uninvoiced"], flags: ["uninvoiced"] },
  { says: ["to receive", "not received", "awaiting delivery"], flags: ["receivable"] },
  { says: ["retainage", "withheld"], flags: ["withheld"] },
];

/** What says that somebody asks for what waits for their own decision. */
export const waitingWords = new RegExp(
  `\\b(?:${[
    "(?:waits?|waiting|pending|open|left|needs?|need|there)(?: \\w+)?? (?:for|on|by) me",
    "(?:waits?|waiting|pending|open|needs?|need)(?: \\w+)?? my (?:approval|decision|attention|signature|ok|review)",
    "(?:waits?|waiting|pending)(?: \\w+)?? for my (?:approval|decision|attention|signature|ok|review)",
    "(?:i|me) (?:need|have|must|should|got|still have) to (?:approve|decide|sign|review|do|okay|sign off)",
    "should i (?:approve|decide|sign|review)",
    "(?:on|hit|reached|crossed) my (?:desk|plate|list|table)",
    "(?:waits?|waiting|left|stuck) (?:with|on) me",
    "(?:want|wants|need|needs|expects?) me to (?:approve|decide|sign|okay|review)",
    "(?:anything|something|things?|stuff|papers?) (?:for me|i (?:need|have|" +
      "still have) to) ?(?:to )?(?:sign|approve|do|okay|ok|decide)?",
    "(?:needs?|wants?|requires?|waiting for) my (?:signature|okay|blessing|go ahead|vote|sign off)",
    "my (?:tasks|to ?dos?|inbox|approvals|queue)",
    "what do i (?:need|have) to do",
  ].join("|")})\\b`,
);

/** What says that a list or a number is asked for. */
export const listWords =
  /^(?:which|what|list|show|find|see|open|view|any|all|count|give me|display|who)\b|\b(?:how many|number of|count of|list of|are there|do we have|is there any|show me|give me a list|whose)\b/;

const helper = "can|may|could|should|must|do|does|is|are|am";
const subject = "i|we|you|it|they|he|she|a|an|the|somebody|someone|anybody|anyone|one";
/** What says that somebody asks how something is done, or what it means. */
export const howWords = new RegExp(
  `\\b(?:${[
    "how (?!many|much)\\w+",
    "why|explain|whats",
    "what (?:does|is|are|happens|if|do|should)",
    `(?:${helper}) (?:${subject})`,
    "where (?:do|can|is|are)",
    "when (?:do|does|can|is|will)",
    "who (?:may|can|must|approves|decides|is)",
  ].join("|")})\\b`,
);

/** A span of days by its words; from the first to the last day, both belong to it. */
export const periods = [
  "today",
  "yesterday",
  "tomorrow",
  "this week",
  "last week",
  "next week",
  "this month",
  "last month",
  "next month",
  "this year",
  "last year",
] as const;

/** Words before an amount, by the end of the range that they mean. */
export const amountWords = {
  min: "over|above|north of|upwards of|in excess of|costing more than|worth more than|more than|greater than|larger than|bigger than|at least|exceeding|beyond|from|>=|>",
  max: "under|below|south of|less than|smaller than|at most|up to|cheaper than|<=|<",
} as const;
