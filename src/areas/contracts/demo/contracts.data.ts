import type { Basis, ContractKind, PriceType } from "../contract/contract.labels.ts";

/** How far the story takes a contract. */
export type Fate =
  | "requested"
  | "drafting"
  | "negotiation"
  | "legal_review"
  | "approved"
  | "out_for_signature"
  | "active"
  | "suspended"
  | "terminated"
  | "expired"
  | "closeout"
  | "closed";

/**
 * A contract of the demo county. `code`: NAICS of what it is for, by which its vendor is found;
 * `begun`: months since it began; `orders`: dollars of orders that draw on it, which charge
 * `account`.
 */
export type DemoContract = {
  title: string;
  code: string;
  department: string;
  account: string;
  kind: ContractKind;
  price: PriceType;
  basis: Basis;
  method: "simplified" | "sealed_bid" | "proposal" | "noncompetitive" | "micro_purchase";
  evidence: string;
  begun: number;
  months: number;
  dollars: number;
  fate: Fate;
  options?: readonly [count: number, months: number, noticeDays: number];
  orders?: readonly number[];
  determination?: string;
  federal?: string;
  retainage?: string;
  insurance?: boolean;
  vendor?: string;
  /**
   * The other agency's contract that it rests on. `lasts`: days beyond ours; `agreement`: our right to
   * use it is on file.
   */
  lead?: {
    leadAgency: string;
    leadNumber: string;
    competitionNote: string;
    rightNote: string;
    scope: string;
    quantityLeft?: string;
    amountLeft?: number;
    lasts?: number;
    agreement?: boolean;
  };
  /** Its rate sheet: item, words, unit, from which quantity, dollars. */
  rates?: readonly (readonly [string, string, string, number, number])[];
};

type Bought = Pick<DemoContract, "price" | "basis" | "method">;
export const bids: Bought = { price: "unit", basis: "award", method: "sealed_bid" };
export const lumpSum: Bought = { price: "fixed", basis: "award", method: "sealed_bid" };
export const proposals: Bought = { price: "fixed", basis: "award", method: "proposal" };
export const quotes: Bought = { price: "fixed", basis: "quotes", method: "simplified" };
export const joined: Bought = { price: "unit", basis: "cooperative", method: "sealed_bid" };

export const contract = (
  [title, code]: readonly [string, string],
  [department, account, kind]: readonly [string, string, ContractKind],
  bought: Bought & { evidence: string },
  [begun, months, dollars]: readonly [number, number, number],
  fate: Fate = "active",
  more: Partial<DemoContract> = {},
): DemoContract => ({
  title,
  code,
  department,
  account,
  kind,
  ...bought,
  begun,
  months,
  dollars,
  fate,
  ...more,
});

/** What Carver County has under contract, and what is on its way there. */
export const demoContracts: readonly DemoContract[] = [
  contract(
    ["Road materials by the ton", "212321"],
    ["RDB", "5340", "goods"],
    { ...bids, evidence: "ITB of last winter, four bids" },
    [7, 12, 60_000],
    "active",
    {
      options: [3, 12, 60],
      orders: [9_400, 6_200],
      vendor: "Northline Aggregates LLC",
      rates: [
        ["10", "Crushed stone, 3/4 in, delivered", "t", 0, 12.5],
        ["10", "Crushed stone, 3/4 in, delivered", "t", 500, 11.75],
        ["20", "Class 5 gravel, delivered", "t", 0, 9.4],
        ["20", "Class 5 gravel, delivered", "t", 1_000, 8.9],
        ["30", "Rip-rap, class III, delivered", "t", 0, 31.2],
        ["40", "Washed sand, picked up", "t", 0, 7.85],
      ],
    },
  ),
  contract(
    ["Cold patch and hot mix asphalt", "324121"],
    ["RDB", "5340", "goods"],
    { ...bids, evidence: "ITB of last winter, three bids" },
    [6, 12, 12_000],
    "active",
    { options: [2, 12, 60], orders: [6_300, 4_900] },
  ),
  contract(
    ["Road salt, winter season", "212390"],
    ["RDB", "5340", "goods"],
    { ...joined, evidence: "State cooperative contract for de-icing salt" },
    [1, 6, 180_000],
    "active",
    {
      orders: [8_800],
      lead: {
        leadAgency: "State of Minnesota, Department of Administration",
        leadNumber: "SALT-2211",
        competitionNote: "Six sealed bids, opened in public",
        rightNote: "Section 9, political subdivisions of the state",
        scope:
          "De-icing salt delivered to sheds in this district, as the lead contract lists them.",
        quantityLeft: "2,400 t",
      },
    },
  ),
  contract(
    ["Lift station 7 rehabilitation", "237110"],
    ["UTL", "5610", "construction"],
    { ...lumpSum, evidence: "ITB for lift station 7, five bids" },
    [5, 14, 1_840_000],
    "active",
    {
      federal: "DR-4897, public assistance",
      retainage: "5",
      insurance: true,
      vendor: "Castor Electric Co-op",
    },
  ),
  contract(
    ["County Road 14 bridge, design", "541330"],
    ["RDB", "5410", "professional"],
    { ...proposals, evidence: "RFP for the bridge design, qualifications first" },
    [8, 24, 268_000],
    "active",
    { insurance: true },
  ),
  contract(
    ["County Road 14 bridge, construction", "237310"],
    ["RDB", "5340", "construction"],
    { ...lumpSum, evidence: "ITB for the bridge, three bids" },
    [0, 18, 4_250_000],
    "legal_review",
    { retainage: "5", insurance: true, federal: "DR-4897, public assistance" },
  ),
  contract(
    ["Debris hauling, pre-positioned", "562119"],
    ["RDB", "5420", "services"],
    { ...bids, evidence: "ITB before the season, six bids" },
    [9, 36, 900_000],
    "active",
    {
      options: [2, 12, 90],
      orders: [7_600],
      federal: "DR-4897, public assistance",
      vendor: "Quarry Hill Trucking",
    },
  ),
  contract(
    ["Debris monitoring", "541620"],
    ["RDB", "5410", "services"],
    {
      price: "time_and_materials",
      basis: "award",
      method: "proposal",
      evidence: "RFP before the season, two proposals",
    },
    [9, 36, 240_000],
    "active",
    {
      determination:
        "How many hours a flood takes cannot be told before it comes; no fixed or unit price would be fair to either side.",
      federal: "DR-4897, public assistance",
    },
  ),
  contract(
    ["Permit system", "513210"],
    ["ADM", "5510", "software"],
    { ...proposals, evidence: "RFP for the permit system, four proposals" },
    [10.5, 12, 86_000],
    "active",
    { options: [4, 12, 30] },
  ),
  contract(
    ["Fuel, state cooperative", "424720"],
    ["RDB", "5230", "cooperative"],
    { ...joined, evidence: "State cooperative contract for fuel; our participation is on file" },
    [4, 12, 310_000],
    "active",
    {
      orders: [4_776, 3_980],
      lead: {
        leadAgency: "State of Minnesota, Department of Administration",
        leadNumber: "FUEL-1874",
        competitionNote: "Four sealed bids by terminal, opened in public",
        rightNote: "Section 12, joint purchasing by counties",
        scope:
          "Unleaded and diesel by tank truck to county yards; both are items of the lead contract.",
        quantityLeft: "110,000 gallons",
        amountLeft: 310_000_00,
      },
    },
  ),
  contract(
    ["Janitorial services, courthouse and annex", "561720"],
    ["ADM", "5410", "services"],
    { ...lumpSum, evidence: "ITB for janitorial services, seven bids" },
    [10, 12, 144_000],
    "active",
    { options: [2, 12, 60], insurance: true },
  ),
  contract(
    ["Uniforms and laundry", "812332"],
    ["UTL", "5210", "services"],
    { ...quotes, evidence: "Three quotes, kept with the requisition" },
    [3, 24, 38_000],
  ),
  contract(
    ["Emergency generators, rental", "532412"],
    ["UTL", "5420", "services"],
    { ...bids, evidence: "ITB before the season, three bids" },
    [6, 24, 260_000],
    "active",
    { options: [1, 12, 60] },
  ),
  contract(
    ["Water treatment chemicals", "325180"],
    ["UTL", "5330", "goods"],
    { ...bids, evidence: "ITB with two neighboring cities" },
    [11.5, 12, 72_000],
    "active",
    { options: [2, 12, 30] },
  ),
  contract(
    ["SCADA support", "541512"],
    ["UTL", "5410", "professional"],
    { price: "time_and_materials", basis: "quotes", method: "simplified", evidence: "Two quotes" },
    [4, 12, 48_000],
    "active",
    { determination: "Faults are found and mended by the hour; what comes cannot be told before." },
  ),
  contract(
    ["Patrol vehicle upfitting", "423130"],
    ["SHF", "5350", "services"],
    { ...joined, evidence: "Sheriffs' cooperative contract" },
    [2, 12, 95_000],
    "active",
    {
      lead: {
        leadAgency: "Sheriffs' Purchasing Cooperative",
        leadNumber: "SPC-0392",
        competitionNote: "Sealed bids of five upfitters",
        rightNote: "Membership of the sheriff; the agreement is with the county attorney",
        scope: "Light bars, cages and radios of patrol vehicles.",
        agreement: false,
      },
    },
  ),
  contract(
    ["Body-worn cameras and storage", "541512"],
    ["SHF", "5510", "software"],
    {
      price: "fixed",
      basis: "noncompetitive",
      method: "noncompetitive",
      evidence:
        "Single source, 2 CFR 200.320(c)(2): the storage reads this maker's cameras only; notice was published and nobody answered.",
    },
    [9, 60, 420_000],
    "active",
    { options: [1, 12, 120] },
  ),
  contract(
    ["Vaccines and clinic supplies", "325414"],
    ["PHL", "5720", "goods"],
    { ...joined, evidence: "State public health cooperative" },
    [5, 12, 64_000],
    "active",
    {
      lead: {
        leadAgency: "State of Minnesota, Department of Health",
        leadNumber: "VAC-0610",
        competitionNote: "Sealed bids of three distributors",
        rightNote: "Section 4, local public health",
        scope: "Vaccines and clinic supplies on the list of the lead contract.",
      },
    },
  ),
  contract(
    ["Interpreter services", "541930"],
    ["PHL", "5410", "services"],
    { price: "unit", basis: "quotes", method: "simplified", evidence: "Three quotes" },
    [1, 12, 28_000],
    "out_for_signature",
  ),
  contract(
    ["Tree removal along the levee", "561730"],
    ["PRK", "5410", "services"],
    { ...quotes, evidence: "Four quotes" },
    [0, 12, 45_000],
    "approved",
    { insurance: true },
  ),
  contract(
    ["Levee crest survey", "541370"],
    ["ADM", "5410", "professional"],
    { ...proposals, evidence: "RFP for surveys" },
    [0, 12, 63_000],
    "negotiation",
  ),
  contract(
    ["Gravel hauling for flood repairs", "484220"],
    ["RDB", "5410", "services"],
    { ...quotes, evidence: "Three quotes of haulers" },
    [0, 12, 85_000],
    "negotiation",
    {
      federal: "DR-4897, public assistance",
      insurance: true,
      vendor: "Northline Aggregates LLC",
    },
  ),
  contract(
    ["Electric service of pump stations", "221122"],
    ["UTL", "5410", "services"],
    { ...quotes, evidence: "Rates filed with the state commission" },
    [0, 36, 210_000],
    "drafting",
    { vendor: "Castor Electric Co-op", insurance: true },
  ),
  contract(
    ["Playground replacement", "337126"],
    ["PRK", "5610", "construction"],
    { ...quotes, evidence: "" },
    [0, 6, 88_000],
    "requested",
  ),
  contract(
    ["Elevator maintenance", "238290"],
    ["ADM", "5410", "services"],
    { ...quotes, evidence: "Two quotes" },
    [8, 12, 18_000],
    "suspended",
    { insurance: true },
  ),
  contract(
    ["Street sweeping", "561790"],
    ["RDB", "5410", "services"],
    { ...quotes, evidence: "Three quotes" },
    [9, 12, 52_000],
    "terminated",
  ),
  contract(
    ["Aerial photographs", "541370"],
    ["ADM", "5410", "professional"],
    { ...quotes, evidence: "Three quotes" },
    [9, 8, 31_000],
    "expired",
  ),
  contract(
    ["Courthouse roof", "238160"],
    ["ADM", "5410", "construction"],
    { ...lumpSum, evidence: "ITB for the roof, four bids" },
    [9, 6, 214_000],
    "closeout",
    { retainage: "5" },
  ),
  contract(
    ["Voting equipment carts", "337214"],
    ["ADM", "5610", "goods"],
    { ...quotes, evidence: "Three quotes" },
    [9, 5, 14_000],
    "closed",
  ),
];
