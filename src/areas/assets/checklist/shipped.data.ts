import type { z } from "zod";
import type { checklistInput } from "./checklist.model.ts";

type Shipped = z.input<typeof checklistInput>;
type Item = Shipped["items"][number];

const check = (key: string, section: string, label: string, onFail: Item["onFail"] = {}): Item => ({
  key,
  section,
  label,
  kind: "check",
  onFail,
});
const repair = { workOrder: "normal", takeOut: false, photo: false } as const;
const stop = { workOrder: "urgent", takeOut: true, photo: true } as const;
const urgent = { workOrder: "high", takeOut: false, photo: true } as const;

const vehicle: Shipped = {
  name: "Daily vehicle report",
  about:
    "What the driver looks at after the day. Modeled on 49 CFR 396.11; for a county it binds only where the law of its state says so.",
  citation: "49 CFR 396.11(a)(1), as a model",
  items: [
    {
      key: "odometer",
      section: "Vehicle",
      label: "Odometer",
      kind: "number",
      unit: "miles",
      least: 0,
    },
    check("serviceBrakes", "Vehicle", "Service brakes with trailer connections", stop),
    check("parkingBrake", "Vehicle", "Parking brake", stop),
    check("steering", "Vehicle", "Steering mechanism", stop),
    check("lights", "Vehicle", "Lights and reflectors", repair),
    check("tires", "Vehicle", "Tires", stop),
    check("horn", "Vehicle", "Horn", repair),
    check("wipers", "Vehicle", "Windshield wipers", repair),
    check("mirrors", "Vehicle", "Rear vision mirrors", repair),
    check("coupling", "Vehicle", "Coupling devices", stop),
    check("wheels", "Vehicle", "Wheels and rims", stop),
    check("emergency", "Vehicle", "Emergency equipment", repair),
    { key: "signed", section: "Signature", label: "Driver", kind: "signature" },
  ],
};

const lift: Shipped = {
  name: "Lift station round",
  about: "The weekly round of a wastewater lift station.",
  items: [
    check("fence", "Station", "Fence, gate and lock", repair),
    check("odor", "Station", "No unusual odor or noise", repair),
    {
      key: "level",
      section: "Wet well",
      label: "Level of the wet well",
      kind: "number",
      unit: "feet",
      least: 0,
      most: 12,
      onFail: urgent,
    },
    check("floats", "Wet well", "Floats free and clean", urgent),
    check("pumpA", "Pumps", "Pump A starts and stops", urgent),
    check("pumpB", "Pumps", "Pump B starts and stops", urgent),
    {
      key: "hoursA",
      section: "Pumps",
      label: "Hour meter of pump A",
      kind: "number",
      unit: "hours",
      least: 0,
      required: false,
    },
    check("alarm", "Alarm", "High-water alarm tested", urgent),
    check("generator", "Alarm", "Standby generator started", repair),
    { key: "photo", section: "Alarm", label: "Photo of the panel", kind: "photo", required: false },
  ],
};

const playground: Shipped = {
  name: "Playground",
  about: "The monthly look at a public playground, by the hazards that injure children most.",
  citation: "CPSC Public Playground Safety Handbook, publication 325",
  items: [
    check("surfacing", "Surface", "Loose fill is deep enough under fall heights", urgent),
    check("debris", "Surface", "No glass, debris or standing water", repair),
    check("hardware", "Equipment", "No protruding bolts, no sharp edges", urgent),
    check("entrapment", "Equipment", "No openings that trap a head", stop),
    check("chains", "Equipment", "Swing chains and hangers are not worn", stop),
    check("decks", "Equipment", "Guardrails and decks are sound", stop),
    check("heat", "Equipment", "Metal and slides are not hot to the touch", repair),
    check("signs", "Site", "Signs are there and legible", repair),
  ],
};

const bridge: Shipped = {
  name: "Bridge look",
  about:
    "A look between the inspections of 23 CFR part 650 subpart C, which it does not replace: those are done by a team leader who is qualified under it.",
  items: [
    {
      key: "deck",
      section: "Ratings",
      label: "Deck (NBI item 58)",
      kind: "number",
      least: 5,
      most: 9,
      onFail: urgent,
    },
    {
      key: "superstructure",
      section: "Ratings",
      label: "Superstructure (NBI item 59)",
      kind: "number",
      least: 5,
      most: 9,
      onFail: urgent,
    },
    {
      key: "substructure",
      section: "Ratings",
      label: "Substructure (NBI item 60)",
      kind: "number",
      least: 5,
      most: 9,
      onFail: urgent,
    },
    check("scour", "Water", "No new scour at piers and abutments", urgent),
    check("drift", "Water", "No drift against the piers", repair),
    check("railing", "Deck", "Railing and approach guardrail", urgent),
    check("joints", "Deck", "Joints and bearings", repair),
    check("posting", "Deck", "Load posting signs", urgent),
    { key: "photo", section: "Deck", label: "Photo of the elevation", kind: "photo" },
  ],
};

const extinguisher: Shipped = {
  name: "Fire extinguisher",
  about: "The monthly look at a portable fire extinguisher.",
  citation: "29 CFR 1910.157(e)(2)",
  items: [
    check("place", "Extinguisher", "In its place, visible, not blocked", repair),
    check("gauge", "Extinguisher", "Gauge in the green", {
      workOrder: "high",
      takeOut: true,
      photo: false,
    }),
    check("seal", "Extinguisher", "Pin and seal unbroken", {
      workOrder: "high",
      takeOut: true,
      photo: false,
    }),
    check("damage", "Extinguisher", "No dent, corrosion or leak", {
      workOrder: "high",
      takeOut: true,
      photo: true,
    }),
    check("tag", "Extinguisher", "Tag of the yearly maintenance is in its year", repair),
  ],
};

/** Checklists that come with the product, to be drafted and changed by the agency. */
export const shippedChecklists: readonly Shipped[] = [
  vehicle,
  lift,
  playground,
  bridge,
  extinguisher,
];
