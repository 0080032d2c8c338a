// What the stores of the county yard keep: names as they stand on the shelves of a public works store.
import type { ItemInput } from "../item/item.model.ts";

type Line = Pick<ItemInput, "name" | "unit" | "commodityCode" | "costClass" | "tracking"> & {
  reorderPoint: string | null;
  orderUpTo: string | null;
  shelfLifeDays: number | null;
  packs: ItemInput["packs"];
};

// name | unit | NAICS | class | told apart | shelf life in days | reorder at | order up to | packs
const text = `
Cold patch asphalt, 50 lb|bag|324121|road|lot|365|120|400|pallet=56
Crack sealant, 30 lb block|block|324121|road|lot|730|60|180|pallet=75
Class 5 aggregate|ton|212312|bulk|none||80|300|
Washed sand|ton|212321|bulk|none||60|250|
Road salt, treated|ton|325998|bulk|none||150|600|
Calcium chloride, 55 gal|drum|325998|road|lot|540|6|24|
Dust control lignin, 275 gal|tote|325998|road|lot|365|4|12|
Culvert pipe, corrugated, 15 in × 20 ft|piece|332313|road|none||6|18|
Culvert pipe, corrugated, 24 in × 20 ft|piece|332313|road|none||4|12|
Culvert apron, 15 in|piece|332313|road|none||6|16|
Riprap, class III|ton|212312|bulk|none||40|160|
Geotextile fabric, 12.5 × 360 ft|roll|313230|road|none||3|10|
Erosion control blanket, 8 × 112.5 ft|roll|313230|road|none||12|40|
Silt fence, 3 × 100 ft|roll|313230|road|none||15|60|
Sandbags, woven, filled, 40 lb|bag|314999|flood|none||500|3000|pallet=60
Sandbags, woven, empty|each|314999|flood|none||2000|10000|bale=1000
Polyethylene sheeting, 20 × 100 ft|roll|326199|flood|none||10|40|
Flood barrier tube, 24 in × 50 ft|piece|326199|flood|serial||4|12|
Trash pump, 3 in, gasoline|each|333914|pump|serial||2|6|
Trash pump, 6 in, diesel, trailer|each|333914|pump|serial||1|3|
Submersible pump, 2 in, electric|each|333914|pump|serial||2|8|
Suction hose, 3 in × 20 ft|piece|326220|pump|none||6|20|
Discharge hose, 3 in × 50 ft|piece|326220|pump|none||8|30|
Suction hose, 6 in × 20 ft|piece|326220|pump|none||3|8|
Cam-lock coupling set, 3 in|set|332911|pump|none||10|30|
Sign post, U-channel, 12 ft|piece|332312|sign|none||40|150|bundle=25
Sign post base, breakaway|piece|332312|sign|none||30|120|
Sign, stop, 30 in, high intensity|each|332322|sign|none||12|40|
Sign, road closed, 48 × 30 in|each|332322|sign|none||8|24|
Sign, water over road, 36 in|each|332322|sign|none||8|24|
Sign, road work ahead, 36 in|each|332322|sign|none||10|30|
Sign, street name blank, 9 × 36 in|each|332322|sign|none||15|50|
Barricade, type III, 8 ft|each|326199|sign|none||10|40|
Traffic cone, 28 in, reflective|each|326199|sign|none||100|300|
Traffic drum with base|each|326199|sign|none||60|200|
Reflective sheeting, yellow, 24 in × 50 yd|roll|326199|sign|lot|1825|2|6|
Traffic paint, white, waterborne, 5 gal|pail|325998|paint|lot|365|24|96|pallet=36
Traffic paint, yellow, waterborne, 5 gal|pail|325998|paint|lot|365|24|96|pallet=36
Glass beads, 50 lb|bag|325998|paint|none||40|160|
Hydrant, 6 in, 7 ft bury|each|332911|water|serial||2|6|
Hydrant extension kit, 12 in|set|332911|water|none||3|9|
Hydrant breakaway flange kit|set|332911|water|none||6|20|
Hydrant main valve rubber, 5-1/4 in|each|332911|water|lot|3650|8|24|
Gate valve, 6 in, mechanical joint|each|332911|water|serial||3|8|
Gate valve, 8 in, mechanical joint|each|332911|water|serial||2|6|
Repair clamp, 6 × 12 in|each|332996|water|none||8|24|
Repair clamp, 8 × 12 in|each|332996|water|none||6|18|
Curb stop, 3/4 in|each|332911|water|none||15|50|
Copper tube, type K, 3/4 in|ft|332996|water|none||200|800|coil=60
Water meter, 5/8 × 3/4 in, radio|each|334514|water|serial||20|80|
PVC pipe, C900, 6 in × 20 ft|piece|326122|water|none||8|30|
Manhole ring and cover, 27 in|set|332999|water|none||4|12|
Catch basin grate, 24 × 36 in|each|332999|water|none||4|12|
Hydraulic oil, AW 46|gal|324110|fleet|lot|1095|110|440|drum=55
Engine oil, 15W-40|gal|324110|fleet|lot|1095|110|440|drum=55
Diesel exhaust fluid|gal|325998|fleet|lot|365|110|330|drum=55
Plow cutting edge, carbide, 4 ft|piece|332999|fleet|none||12|48|
Hydraulic hose, 1/2 in, two-wire|ft|326220|fleet|none||150|500|reel=250
Safety vest, class 3|each|314999|safety|none||30|120|case=25
Nitrile gloves, 8 mil, box of 100|box|326199|safety|lot|1825|40|160|case=10
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
    const [name, unit, code, costClass, tracking, shelf, at, upTo, packs] = line.split("|");
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
    };
  });

type Room = {
  code: string;
  name: string;
  within?: string;
  place?: string;
  quarantine?: true;
  chargeAt?: "issue";
};

/** Where the county's stores are, each after the one that it is within. */
export const demoLocations: readonly Room[] = [
  { code: "YARD", name: "County yard", place: "County yard" },
  { code: "WH", name: "Warehouse", within: "YARD", chargeAt: "issue" },
  { code: "WH-A", name: "Aisle A, signs and safety", within: "WH", chargeAt: "issue" },
  { code: "WH-B", name: "Aisle B, water parts", within: "WH", chargeAt: "issue" },
  { code: "WH-C", name: "Aisle C, pumps and hoses", within: "WH", chargeAt: "issue" },
  { code: "WH-Q", name: "Quarantine cage", within: "WH", quarantine: true },
  { code: "BAYS", name: "Bulk bays", within: "YARD" },
  { code: "BAY-1", name: "Bay 1, aggregate", within: "BAYS" },
  { code: "BAY-2", name: "Bay 2, sand", within: "BAYS" },
  { code: "FLOOD", name: "Flood container", within: "YARD" },
  { code: "OIL", name: "Oil and fluids room", within: "YARD" },
  { code: "SALT", name: "Salt shed", place: "Salt shed" },
];

/** Lots and serial numbers: of which item, which number, how many days until it expires. */
export const demoLots: readonly (readonly [item: string, code: string, days: number | null])[] = [
  ["Cold patch asphalt, 50 lb", "CP-26-0918", 260],
  ["Cold patch asphalt, 50 lb", "CP-26-0411", 22],
  ["Crack sealant, 30 lb block", "CS-4417", 410],
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
