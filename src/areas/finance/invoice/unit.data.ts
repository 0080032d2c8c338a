/**
 * What units of measure are called, one row a unit: the codes of UN/ECE Recommendation 20 (revision 17; packages by Recommendation 21 with an X before
 * them), which UBL and EN 16931 ask for (BT-130), those of ANSI X12 (element 355), which vendors in the United States write, and English words.
 * A code that the lists give different meanings is left out (CA can or case, PL pail or pallet, ST sheet or set, TN tin or net ton).
 * What is counted one by one is one row, whatever it is: pieces, items, jobs, lump sums.
 */
export const unitNames: readonly (readonly string[])[] = [
  ["EA", "C62", "H87", "PCE", "PC", "NAR", "E51", "LS", "each", "one", "piece", "pieces", "pcs", "item", "items", "unit", "units", "job", "jobs", "lump sum"],
  ["PR", "pair", "pairs"], ["DZN", "DZ", "dozen", "doz"], ["CEN", "hundred"], ["MIL", "thousand"], ["SET", "sets"], ["KT", "kit", "kits"],
  ["BX", "XBX", "box", "boxes"], ["CS", "XCS", "case", "cases"], ["CT", "XCT", "carton", "cartons", "ctn"], ["BG", "XBG", "bag", "bags"], ["PK", "XPK", "pack", "packs", "package", "packages", "pkg"],
  ["BO", "XBO", "bottle", "bottles"], ["RO", "XRO", "RL", "roll", "rolls"], ["PX", "XPX", "pallet", "pallets"], ["DR", "XDR", "drum", "drums"], ["RM", "ream", "reams"],
  ["HUR", "HR", "hrs", "h", "hour", "hours"], ["DAY", "DA", "days"], ["WEE", "WK", "week", "weeks"], ["MON", "MO", "month", "months"], ["ANN", "YR", "year", "years"],
  ["FOT", "FT", "LF", "lft", "foot", "feet", "linear ft", "linear foot", "linear feet"], ["INH", "IN", "inch", "inches"], ["YRD", "YD", "yard", "yards"], ["SMI", "mi", "mile", "miles"], ["MTR", "m", "metre", "metres", "meter", "meters"], ["KMT", "km"],
  ["FTK", "SF", "sq ft", "sqft", "ft2", "square foot", "square feet"], ["YDK", "SY", "sq yd", "yd2", "square yard", "square yards"], ["MTK", "m2", "sq m", "square metre", "square metres", "square meter", "square meters"], ["ACR", "AC", "acre", "acres"],
  ["FTQ", "CF", "cu ft", "ft3", "cubic foot", "cubic feet"], ["YDQ", "CY", "cu yd", "yd3", "cubic yard", "cubic yards"], ["MTQ", "m3", "cu m", "cubic metre", "cubic metres", "cubic meter", "cubic meters"],
  ["GLL", "GA", "gal", "gals", "gallon", "gallons"], ["LTR", "LT", "l", "litre", "litres", "liter", "liters"],
  ["LBR", "LB", "lbs", "pound", "pounds"], ["ONZ", "OZ", "ounce", "ounces"], ["STN", "ton", "tons", "short ton", "short tons", "net ton", "net tons"], ["TNE", "t", "tonne", "tonnes", "metric ton", "metric tons"], ["KGM", "kg", "kilogram", "kilograms"],
  ["KWH", "kilowatt hour", "kilowatt hours"],
];
