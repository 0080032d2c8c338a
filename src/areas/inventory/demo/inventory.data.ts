// What the stores of the county yard keep: names as they stand on the shelves of a public works store.
import type { ItemInput } from "../item/item.model.ts";

type Line = Pick<ItemInput, "name" | "unit" | "commodityCode" | "costClass" | "tracking"> & {
  reorderPoint: string | null;
  orderUpTo: string | null;
  shelfLifeDays: number | null;
  packs: ItemInput["packs"];
  /** What one cost when the stores were opened. */
  unitCents: number;
};

// name | unit | NAICS | class | told apart | shelf life in days | reorder at | order up to | packs | dollars
const text = `
Cold patch asphalt, 50 lb|bag|324121|road|lot|365|120|400|pallet=56|14.85
Crack sealant, 30 lb block|block|324121|road|lot|730|60|180|pallet=75|31.20
Class 5 aggregate|ton|212312|bulk|none||80|300||13.40
Washed sand|ton|212321|bulk|none||60|250||11.75
Road salt, treated|ton|325998|bulk|none||150|600||78.50
Calcium chloride, 55 gal|drum|325998|road|lot|540|6|24||412.00
Dust control lignin, 275 gal|tote|325998|road|lot|365|4|12||685.00
Culvert pipe, corrugated, 15 in × 20 ft|piece|332313|road|none||6|18||318.00
Culvert pipe, corrugated, 24 in × 20 ft|piece|332313|road|none||4|12||742.00
Culvert apron, 15 in|piece|332313|road|none||6|16||164.00
Riprap, class III|ton|212312|bulk|none||40|160||38.25
Geotextile fabric, 12.5 × 360 ft|roll|313230|road|none||3|10||389.00
Erosion control blanket, 8 × 112.5 ft|roll|313230|road|none||12|40||96.50
Silt fence, 3 × 100 ft|roll|313230|road|none||15|60||29.95
Sandbags, woven, filled, 40 lb|bag|314999|flood|none||500|3000|pallet=60|4.35
Sandbags, woven, empty|each|314999|flood|none||2000|10000|bale=1000|0.62
Polyethylene sheeting, 20 × 100 ft|roll|326199|flood|none||10|40||148.00
Flood barrier tube, 24 in × 50 ft|piece|326199|flood|serial||2|12||1860.00
Trash pump, 3 in, gasoline|each|333914|pump|serial||1|6||1495.00
Trash pump, 6 in, diesel, trailer|each|333914|pump|serial|||||38900.00
Submersible pump, 2 in, electric|each|333914|pump|serial||0|8||415.00
Suction hose, 3 in × 20 ft|piece|326220|pump|none||6|20||118.00
Discharge hose, 3 in × 50 ft|piece|326220|pump|none||8|30||92.00
Suction hose, 6 in × 20 ft|piece|326220|pump|none||3|8||286.00
Cam-lock coupling set, 3 in|set|332911|pump|none||10|30||57.40
Sign post, U-channel, 12 ft|piece|332312|sign|none||40|150|bundle=25|44.60
Sign post base, breakaway|piece|332312|sign|none||30|120||28.90
Sign, stop, 30 in, high intensity|each|332322|sign|none||12|40||49.75
Sign, road closed, 48 × 30 in|each|332322|sign|none||8|24||71.20
Sign, water over road, 36 in|each|332322|sign|none||8|24||64.10
Sign, road work ahead, 36 in|each|332322|sign|none||10|30||39.80
Sign, street name blank, 9 × 36 in|each|332322|sign|none||15|50||24.60
Barricade, type III, 8 ft|each|326199|sign|none||10|40||132.00
Traffic cone, 28 in, reflective|each|326199|sign|none||100|300||17.90
Traffic drum with base|each|326199|sign|none||60|200||61.50
Reflective sheeting, yellow, 24 in × 50 yd|roll|326199|sign|lot|1825|2|6||548.00
Traffic paint, white, waterborne, 5 gal|pail|325998|paint|lot|365|24|96|pallet=36|94.00
Traffic paint, yellow, waterborne, 5 gal|pail|325998|paint|lot|365|24|96|pallet=36|97.50
Glass beads, 50 lb|bag|325998|paint|none||40|160||23.80
Hydrant, 6 in, 7 ft bury|each|332911|water|serial||1|6||2985.00
Hydrant extension kit, 12 in|set|332911|water|none||3|9||412.00
Hydrant breakaway flange kit|set|332911|water|none||6|20||128.00
Hydrant main valve rubber, 5-1/4 in|each|332911|water|lot|3650|8|24||63.40
Gate valve, 6 in, mechanical joint|each|332911|water|serial||0|8||1185.00
Gate valve, 8 in, mechanical joint|each|332911|water|serial||2|6||1740.00
Repair clamp, 6 × 12 in|each|332996|water|none||8|24||148.00
Repair clamp, 8 × 12 in|each|332996|water|none||6|18||187.00
Curb stop, 3/4 in|each|332911|water|none||15|50||64.80
Copper tube, type K, 3/4 in|ft|332996|water|none||200|800|coil=60|6.95
Water meter, 5/8 × 3/4 in, radio|each|334514|water|serial||3|80||186.00
PVC pipe, C900, 6 in × 20 ft|piece|326122|water|none||8|30||289.00
Manhole ring and cover, 27 in|set|332999|water|none||4|12||342.00
Catch basin grate, 24 × 36 in|each|332999|water|none||4|12||318.00
Hydraulic oil, AW 46|gal|324110|fleet|lot|1095|110|440|drum=55|13.90
Engine oil, 15W-40|gal|324110|fleet|lot|1095|110|440|drum=55|15.60
Diesel exhaust fluid|gal|325998|fleet|lot|365|110|330|drum=55|3.85
Plow cutting edge, carbide, 4 ft|piece|332999|fleet|none||12|48||168.00
Hydraulic hose, 1/2 in, two-wire|ft|326220|fleet|none||150|500|reel=250|4.10
Safety vest, class 3|each|314999|safety|none||30|120|case=25|16.40
Nitrile gloves, 8 mil, box of 100|box|326199|safety|lot|1825|40|160|case=10|11.25
`;

const packsOf = (said: string): ItemInput["packs"] =>
  said
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [name = "", quantity = ""] = one.split("=");
      return { name, quantity };
    });

/** The items of the county's stores. */
export const demoItems: readonly Line[] = text
  .trim()
  .split("\n")
  .map((line) => {
    const [name, unit, code, costClass, tracking, shelf, at, upTo, packs, dollars] =
      line.split("|");
    return {
      name: name!,
      unit: unit!,
      commodityCode: code || null,
      costClass: costClass!,
      tracking: tracking as Line["tracking"],
      shelfLifeDays: shelf ? Number(shelf) : null,
      reorderPoint: at || null,
      orderUpTo: upTo || null,
      packs: packsOf(packs ?? ""),
      unitCents: Math.round(Number(dollars) * 100),
    };
  });

type Room = {
  code: string;
  name: string;
  within?: string;
  place?: string;
  quarantine?: true;
};

/** Where the county's stores are, each after the one that it is within. */
export const demoLocations: readonly Room[] = [
  { code: "YARD", name: "County yard", place: "County yard" },
  { code: "WH", name: "Warehouse", within: "YARD" },
  { code: "WH-A", name: "Aisle A, signs and safety", within: "WH" },
  { code: "WH-B", name: "Aisle B, water parts", within: "WH" },
  { code: "WH-C", name: "Aisle C, pumps and hoses", within: "WH" },
  { code: "WH-Q", name: "Quarantine cage", within: "WH", quarantine: true },
  { code: "BAYS", name: "Bulk bays", within: "YARD" },
  { code: "BAY-1", name: "Bay 1, aggregate", within: "BAYS" },
  { code: "BAY-2", name: "Bay 2, sand", within: "BAYS" },
  { code: "FLOOD", name: "Flood container", within: "YARD" },
  { code: "OIL", name: "Oil and fluids room", within: "YARD" },
  { code: "SALT", name: "Salt shed", place: "Salt shed" },
];

/**
 * The counter whose goods the road department buys for everybody: who gets some bears it, on a line of
 * another fund too.
 */
export const demoCounter = {
  code: "COUNTER",
  name: "Supply counter",
  within: "WH",
  line: "210-RDB-5720",
  item: "Safety vest, class 3",
  quantity: "48",
  issues: [
    { days: 6, department: "UTL", line: "402-UTL-5720", quantity: "10" },
    { days: 2, department: "PRK", line: "101-PRK-5720", quantity: "6" },
  ],
} as const;

/** Where items of a class lie; those of the second list lie apart from their class. */
export const shelfOf: Readonly<Record<string, string>> = {
  road: "WH",
  bulk: "BAY-1",
  flood: "FLOOD",
  pump: "WH-C",
  sign: "WH-A",
  paint: "WH-A",
  water: "WH-B",
  fleet: "OIL",
  safety: "WH-A",
};
export const apart: Readonly<Record<string, string>> = {
  "Washed sand": "BAY-2",
  "Road salt, treated": "SALT",
  "Plow cutting edge, carbide, 4 ft": "WH",
};

/** How much of what is ordered up to lay there at first; of these less than the point is left. */
export const low: Readonly<Record<string, number>> = {
  "Sandbags, woven, empty": 0.19,
  "Sign post, U-channel, 12 ft": 0.26,
  "Diesel exhaust fluid": 0.33,
  "Hydrant breakaway flange kit": 0.3,
  "Traffic cone, 28 in, reflective": 0.32,
};

/**
 * What went out: so many days ago, to which department, of which item how much. The storekeeper of the yard
 * hands out to crews; the days are those of work weeks.
 */
export const demoIssues: readonly (readonly [
  days: number,
  department: string,
  item: string,
  quantity: string,
])[] = [
  [88, "RDB", "Cold patch asphalt, 50 lb", "24"],
  [87, "UTL", "Repair clamp, 6 × 12 in", "3"],
  [85, "RDB", "Sign, stop, 30 in, high intensity", "4"],
  [82, "PRK", "Safety vest, class 3", "12"],
  [81, "RDB", "Class 5 aggregate", "36.5"],
  [78, "UTL", "Copper tube, type K, 3/4 in", "120"],
  [75, "RDB", "Sign post, U-channel, 12 ft", "6"],
  [74, "RDB", "Hydraulic oil, AW 46", "22.5"],
  [71, "UTL", "Curb stop, 3/4 in", "8"],
  [68, "RDB", "Traffic paint, white, waterborne, 5 gal", "14"],
  [67, "RDB", "Glass beads, 50 lb", "28"],
  [64, "PRK", "Erosion control blanket, 8 × 112.5 ft", "4"],
  [61, "RDB", "Cold patch asphalt, 50 lb", "32"],
  [60, "UTL", "Hydrant breakaway flange kit", "2"],
  [57, "RDB", "Riprap, class III", "22"],
  [54, "RDB", "Engine oil, 15W-40", "31"],
  [50, "UTL", "Manhole ring and cover, 27 in", "2"],
  [47, "RDB", "Culvert pipe, corrugated, 15 in × 20 ft", "3"],
  [46, "RDB", "Culvert apron, 15 in", "2"],
  [43, "PRK", "Nitrile gloves, 8 mil, box of 100", "10"],
  [40, "RDB", "Traffic cone, 28 in, reflective", "20"],
  [36, "UTL", "PVC pipe, C900, 6 in × 20 ft", "5"],
  [33, "RDB", "Washed sand", "40"],
  [30, "RDB", "Silt fence, 3 × 100 ft", "9"],
  [26, "UTL", "Repair clamp, 8 × 12 in", "2"],
  [22, "RDB", "Diesel exhaust fluid", "28"],
  [19, "RDB", "Plow cutting edge, carbide, 4 ft", "8"],
  [15, "RDB", "Cold patch asphalt, 50 lb", "18"],
  [11, "UTL", "Hydrant extension kit, 12 in", "1"],
  [8, "RDB", "Road salt, treated", "75"],
  [4, "RDB", "Barricade, type III, 8 ft", "6"],
  [2, "PRK", "Trash pump, 3 in, gasoline", "1"],
];

/** What went to the flood: sandbags, sheeting, and what pumps need. */
export const floodIssues: readonly (readonly [days: number, item: string, quantity: string])[] = [
  [11, "Sandbags, woven, filled, 40 lb", "900"],
  [11, "Polyethylene sheeting, 20 × 100 ft", "8"],
  [10, "Submersible pump, 2 in, electric", "1"],
  [10, "Discharge hose, 3 in × 50 ft", "6"],
];

/** Lots and serial numbers: of which item, which number, how many days until it expires. */
export const demoLots: readonly (readonly [item: string, code: string, days: number | null])[] = [
  ["Cold patch asphalt, 50 lb", "CP-26-0918", 260],
  ["Cold patch asphalt, 50 lb", "CP-26-0411", 22],
  ["Crack sealant, 30 lb block", "CS-4417", 410],
  ["Crack sealant, 30 lb block", "CS-4389", 300],
  ["Traffic paint, white, waterborne, 5 gal", "W-2231", 95],
  ["Traffic paint, white, waterborne, 5 gal", "W-2107", 18],
  ["Traffic paint, yellow, waterborne, 5 gal", "Y-1884", 140],
  ["Diesel exhaust fluid", "DEF-0626", 27],
  ["Diesel exhaust fluid", "DEF-1026", 250],
  ["Hydraulic oil, AW 46", "AW-77120", 700],
  ["Nitrile gloves, 8 mil, box of 100", "NG-5523", 1400],
  ["Hydrant main valve rubber, 5-1/4 in", "MVR-19", 3000],
  ["Trash pump, 3 in, gasoline", "TP3-10442", null],
  ["Trash pump, 3 in, gasoline", "TP3-10443", null],
  ["Trash pump, 3 in, gasoline", "TP3-10518", null],
  ["Trash pump, 6 in, diesel, trailer", "TP6-2201", null],
  ["Submersible pump, 2 in, electric", "SP2-8810", null],
  ["Submersible pump, 2 in, electric", "SP2-8811", null],
  ["Hydrant, 6 in, 7 ft bury", "HYD-66031", null],
  ["Hydrant, 6 in, 7 ft bury", "HYD-66032", null],
  ["Gate valve, 6 in, mechanical joint", "GV6-3107", null],
];

/** The lot that its maker recalls where the story has no order to which a recall leads back. */
export const recalledLot = "CS-4389";

/**
 * What the county bought, put into its stores and handed out before its maker recalled it: the words of the
 * order's line, the item, where it is put, what stands on the boxes, and who got how many, so many days ago.
 */
export const recalledPurchase = {
  line: "Nitrile gloves",
  item: "Nitrile gloves, 8 mil, box of 100",
  room: "WH-A",
  code: "NG-7718",
  handedOut: [
    [9, "PHL", "24"],
    [6, "UTL", "10"],
    [3, "PRK", "6"],
  ],
} as const;
