// Twelve cards of Carver County and four hundred purchases by them, the same at every start.

/** Who holds a card, who approves its lines, and what it is charged to unless its holder says otherwise. */
export const demoCards = [
  { holder: "holder", approver: "parks.head", four: "4471", account: "101-PRK-5210" },
  { holder: "inspector", approver: "parks.head", four: "4480", account: "101-PRK-5230" },
  { holder: "technician", approver: "utilities.head", four: "4512", account: "402-UTL-5230" },
  { holder: "crew1", approver: "roads.head", four: "4529", account: "210-RDB-5230" },
  { holder: "crew2", approver: "roads.head", four: "4535", account: "210-RDB-5230" },
  { holder: "works", approver: "roads.head", four: "4550", account: "210-RDB-5230" },
  { holder: "stores", approver: "roads.head", four: "4563", account: "210-RDB-5230" },
  { holder: "dispatcher", approver: "roads.head", four: "4578", account: "210-RDB-5230" },
  { holder: "devices", approver: "roads.head", four: "4591", account: "210-RDB-5230" },
  { holder: "sustainability", approver: "director", four: "4606", account: "101-ADM-5210" },
  { holder: "safety", approver: "director", four: "4618", account: "101-ADM-5210" },
  { holder: "pio", approver: "director", four: "4620", account: "101-ADM-5210" },
] as const;

/** Groups of merchant category codes (ISO 18245) of the county. */
export const demoGroups = [
  { name: "Hardware and supplies", codes: "5200, 5211, 5231, 5251, 5943", blocked: false },
  { name: "Fuel and vehicles", codes: "5533, 5541-5542, 7538", blocked: false },
  { name: "Bars and liquor", codes: "5813, 5921", blocked: true },
  { name: "Cash and gambling", codes: "6010-6012, 7800-7802, 7995", blocked: true },
] as const;

const merchants = [
  ["Lakeland Hardware #14", "5251", "Fasteners and paint"],
  ["Chaska Lumber", "5211", "Boards for a fence"],
  ["Midtown Paper #201", "5943", "Paper and folders"],
  ["Prairie Fuel", "5541", "Fuel for a crew truck"],
  ["Northstar Auto Parts", "5533", "Filters and wipers"],
  ["Waconia Garden Center", "5261", "Mulch for beds"],
  ["Carver Rentals", "7394", "Compactor for a day"],
  ["Tri-County Safety", "5099", "Gloves and vests"],
] as const;

/** A purchase: days before today, cents, and how far it is. */
export type DemoLine = {
  reference: string;
  four: string;
  daysAgo: number;
  merchant: string;
  category: string;
  purpose: string;
  cents: number;
  stage: "posted" | "sent" | "approved";
  receipt: boolean;
};

const perCard = 33;
/** So many days ago the cycle before the running one ended. */
export const closedDaysAgo = 21;

const stageOf = (n: number, daysAgo: number): DemoLine["stage"] => {
  if (daysAgo >= closedDaysAgo) return "approved";
  return n % 9 === 0 ? "sent" : n % 4 === 0 ? "approved" : "posted";
};

const usual = (card: number, n: number): DemoLine => {
  const at = card * perCard + n;
  const [merchant, category, purpose] = merchants[(card + n * 3) % merchants.length]!;
  const daysAgo = 2 + Math.floor((n * 47) / perCard);
  return {
    ...{ reference: `FRB-${String(260_000 + at * 7)}`, four: demoCards[card]!.four, daysAgo },
    ...{ merchant, category, purpose, cents: 18_40 + ((at * 7919) % 21_000) },
    ...{ stage: stageOf(n, daysAgo), receipt: at % 11 !== 0 },
  };
};

const own = (reference: string, over: Partial<DemoLine>): DemoLine => ({
  ...{ reference, four: "4471", daysAgo: 5, merchant: "Playground Works", category: "5251" },
  ...{ purpose: "Swings for Baylor Park", cents: 1_480_00, stage: "posted", receipt: true },
  ...over,
});

/** All of them: one purchase divided in two, and one in a blocked category, among the usual ones. */
export const demoLines: readonly DemoLine[] = [
  ...demoCards.flatMap((_, card) => Array.from({ length: perCard }, (_each, n) => usual(card, n))),
  own("FRB-270001", { daysAgo: 6 }),
  own("FRB-270002", { daysAgo: 5, cents: 1_390_00 }),
  own("FRB-270003", {
    ...{ four: "4606", merchant: "Corner Tap", category: "5813", cents: 64_20 },
    ...{ purpose: "", receipt: false },
  }),
  own("FRB-270004", {
    ...{ four: "4563", daysAgo: 4, merchant: "Chaska Lumber", category: "5211", cents: -42_10 },
    purpose: "",
  }),
];
