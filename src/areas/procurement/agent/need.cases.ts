import type { AgentCase } from "#server/agents/agent.ts";

/** What was bought before, as the lines of orders said it, the newest last. */
export const boughtBefore: readonly { id: string; description: string }[] = [
  ...[
    ["212321", "Culvert stone, 3 in minus"],
    ["332313", "Corrugated steel culvert, 36 in"],
    ["332313b", "Corrugated steel culvert, 24 in"],
    ["324121", "Cold patch asphalt"],
    ["212390", "Road salt"],
    ["333120b", "Salt spreader chain"],
    ["332999", "Guardrail section, W-beam 12.5 ft"],
    ["532412", "Trailer pump 6 in, rental day"],
    ["424720", "Diesel, off-road"],
    ["333120", "Grader blade set"],
    ["339950", "Traffic control signs and stands"],
    ["333914", "Submersible pump, 25 hp"],
    ["325180", "Chlorine, 150 lb cylinder"],
    ["326122", "PVC main, C900 8 in"],
    ["532412b", "Generator rental, 200 kW"],
    ["423130", "Patrol tires, pursuit rated"],
    ["322211", "Evidence storage boxes"],
    ["339113", "Nitrile gloves"],
    ["424120", "Office paper, 20 lb"],
    ["334111", "Laptop computer"],
    ["325992", "Toner cartridges"],
    ["541930", "Interpreter services"],
    ["562991", "Portable restrooms, weekly"],
  ].map(([id, description]) => ({ id: id!, description: description! })),
];
export const casePlaces = [
  { id: "north", name: "North Yard" },
  { id: "south", name: "South Yard" },
  { id: "shop", name: "Highway Shop, Main Street" },
];
/** Monday, the day on which the cases are asked. */
export const caseDay = "2026-11-30";

const asked = (given: string, right: string): AgentCase => ({ name: given, given, right });

/** Needs as crews and offices say them; by hand what they ask for, and which past line says the same. */
export const needCases: readonly AgentCase[] = [
  asked(
    "40 tons of road salt and a pallet of cold patch by Friday for the north yard",
    "40 ton 212390 | 1 pallet 324121 | 2026-12-04 | north",
  ),
  asked("We need 80 feet of 36 inch culvert pipe by 12/15", "80 ft 332313 | 2026-12-15 | -"),
  asked("24-inch corrugated culvert, 60 ft", "60 ft 332313b | - | -"),
  asked("salt", "- - 212390 | - | -"),
  asked("a chain for the salt spreader", "1 - 333120b | - | -"),
  asked(
    "1,200 gal of diesel tomorrow, delivered to the highway shop",
    "1200 gal 424720 | 2026-12-01 | shop",
  ),
  asked(
    "Two submersible pumps at $7,480 each by December 20",
    "2 - 333914 at 7480 | 2026-12-20 | -",
  ),
  asked(
    "3 boxes of nitrile gloves, 10 cases of office paper",
    "3 box 339113 | 10 case 424120 | - | -",
  ),
  asked("2 dozen patrol tires", "24 - 423130 | - | -"),
  asked("toner and paper", "- - none | - | -"),
  asked("Rent a 200 kW generator for two weeks", "- - 532412b | - | -"),
  asked("14 days of trailer pump rental in 3 days", "14 day 532412 | 2026-12-03 | -"),
  asked("20 hp motor for the lift station", "- - none | - | -"),
  asked("12 picnic tables for the park", "12 - none | - | -"),
  asked("signs and stands for the detour", "- - 339950 | - | -"),
  asked("2 1/2 tons of riprap to the south yard next week", "2.5 ton 212321 | 2026-12-11 | south"),
  asked(
    "ten cases of evidence boxes. 5 laptops by end of the month",
    "10 case 322211 | 5 - 334111 | 2026-11-30 | -",
  ),
  asked("20 cylinders of chlorine, 150 lb", "20 cylinder 325180 | - | -"),
  asked("400 ft 8 in PVC main", "400 ft 326122 | - | -"),
  asked("6 rolls of duct tape asap", "6 roll none | - | -"),
  asked(
    "I need 15 gallons of off road diesel for the generator at the south yard",
    "15 gal 424720 | - | south",
  ),
  asked(
    "Please order 4 sets of grader blades, needed by 1/8/2027",
    "4 set 333120 | 2027-01-08 | -",
  ),
  asked(
    "50 W-beam guardrail sections & 10 tons of cold patch",
    "50 - 332999 | 10 ton 324121 | - | -",
  ),
  asked("half a ton of salt within a week", "0.5 ton 212390 | 2026-12-07 | -"),
  asked("new laptops for the permit counter, 3 of them", "3 - 334111 | - | -"),
  asked("can we get another 30 storage boxes for evidence", "30 - 322211 | - | -"),
  asked("1 000 ft of guardrail", "1000 ft 332999 | - | -"),
  asked(
    "40 hours of interpreter services; 24 weeks of portable restrooms",
    "40 h 541930 | 24 week 562991 | - | -",
  ),
];
