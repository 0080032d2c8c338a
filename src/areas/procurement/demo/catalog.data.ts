/**
 * What Carver County's departments buy in the demo story: description, commodity (NAICS), unit,
 * usual price in dollars, usual quantity, account code.
 */
export type DemoItem = {
  name: string;
  commodity: string;
  unit: string;
  price: number;
  quantity: number;
  account: string;
};

const item = (
  name: string,
  commodity: string,
  unit: string,
  price: number,
  quantity: number,
  account: string,
): DemoItem => ({ name, commodity, unit, price, quantity, account });

export const demoCatalog: Readonly<Record<string, readonly DemoItem[]>> = {
  RDB: [
    item("Culvert stone, 3 in minus", "212321", "t", 24.85, 180, "5340"),
    item("Corrugated steel culvert, 36 in", "332313", "ft", 61.4, 80, "5340"),
    item("Cold patch asphalt", "324121", "t", 142, 24, "5340"),
    item("Road salt", "212390", "t", 78.5, 120, "5340"),
    item("Guardrail section, W-beam 12.5 ft", "332999", "each", 118.6, 40, "5340"),
    item("Trailer pump 6 in, rental day", "532412", "day", 940, 12, "5420"),
    item("Diesel, off-road", "424720", "gal", 3.98, 1200, "5230"),
    item("Grader blade set", "333120", "set", 486, 6, "5350"),
    item("Traffic control signs and stands", "339950", "set", 212.5, 16, "5340"),
    item("Bridge inspection, underwater", "541330", "job", 8600, 1, "5410"),
  ],
  UTL: [
    item("Submersible pump, 25 hp", "333914", "each", 7480, 2, "5610"),
    item("Lift station control panel", "335313", "each", 12900, 1, "5610"),
    item("Chlorine, 150 lb cylinder", "325180", "each", 168, 20, "5330"),
    item("PVC main, C900 8 in", "326122", "ft", 19.75, 400, "5340"),
    item("Generator rental, 200 kW", "532412", "day", 615, 14, "5420"),
    item("Meter, 5/8 in with register", "334514", "each", 146.2, 60, "5350"),
    item("SCADA support, hours", "541512", "h", 165, 24, "5410"),
  ],
  SHF: [
    item("Patrol tires, pursuit rated", "423130", "each", 158.9, 32, "5350"),
    item("Body armor, level IIIA", "339113", "each", 845, 8, "5720"),
    item("Barricades and light towers, rental", "532490", "day", 74, 30, "5420"),
    item("Radio battery", "335910", "each", 92.4, 50, "5350"),
    item("Evidence storage boxes", "322211", "case", 38.6, 40, "5210"),
    item("Fleet fuel, unleaded", "424720", "gal", 3.42, 900, "5230"),
  ],
  PHL: [
    item("Tetanus vaccine, 10 dose", "325414", "box", 368, 12, "5720"),
    item("Nitrile gloves", "339113", "case", 74.25, 60, "5720"),
    item("Well water test kits", "334516", "each", 41.5, 120, "5720"),
    item("Mobile clinic rental", "532120", "day", 480, 10, "5420"),
    item("Mosquito larvicide briquets", "325320", "case", 512, 6, "5330"),
    item("Interpreter services", "541930", "h", 68, 40, "5410"),
  ],
  PRK: [
    item("Bank stabilization willow stakes", "111421", "each", 3.85, 900, "5340"),
    item("Tree removal, storm damage", "561730", "job", 2350, 4, "5410"),
    item("Picnic table, recycled plastic", "337126", "each", 689, 8, "5610"),
    item("Boat ramp aggregate", "212321", "t", 26.3, 60, "5340"),
    item("Portable restrooms, weekly", "562991", "week", 96, 24, "5420"),
  ],
  ADM: [
    item("Permit system renewal", "513210", "year", 18600, 1, "5510"),
    item("Office paper, 20 lb", "424120", "case", 42.9, 60, "5210"),
    item("Laptop computer", "334111", "each", 1184, 10, "5610"),
    item("Emergency operations meals", "722320", "day", 640, 8, "5410"),
    item("Desk, sit-stand", "337214", "each", 598, 6, "5610"),
    item("Levee crest survey", "541370", "job", 15750, 1, "5410"),
    item("Toner cartridges", "325992", "each", 86.75, 30, "5210"),
  ],
};
