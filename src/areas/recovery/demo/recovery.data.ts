import type { ConsiderationsInput as Considerations } from "../considerations/considerations.model.ts";
import type { z } from "zod";
import type { damageInput } from "../damage/damage.model.ts";

type Damage = Omit<z.input<typeof damageInput>, "declarationId" | "occurredOn"> & {
  days: number;
  by: string;
};

/** Damage of the flood twelve days ago, as crews saw it. */
export const floodDamage: readonly Damage[] = [
  {
    title: "County Road 14 washed out at the river bridge",
    location: "County Road 14, north approach of the river bridge",
    latitude: 44.7702,
    longitude: -93.5951,
    category: "C",
    cause: "Flood water over the road",
    responsibility: "County road, kept by Roads and Bridges",
    dimensions: "120 ft of shoulder, 24 ft wide, 3 ft deep",
    estimateCents: 186_400_00,
    days: -9,
    by: "works",
  },
  {
    title: "Shoulder of County Road 14 is gone",
    location: "County Road 14, north approach of the river bridge",
    latitude: 44.7703,
    longitude: -93.5952,
    category: "C",
    cause: "Flood water over the road",
    dimensions: "About 100 ft",
    estimateCents: 150_000_00,
    days: -8,
    by: "technician",
  },
  {
    title: "Controls of lift station 7 flooded",
    location: "Lift station 7, East Union",
    latitude: 44.7185,
    longitude: -93.6799,
    category: "F",
    cause: "Flood water in the dry well",
    responsibility: "County utility",
    dimensions: "One control cabinet, two level sensors",
    estimateCents: 48_200_00,
    insured: true,
    floodZone: true,
    days: -7,
    by: "technician",
  },
  {
    title: "Driftwood and silt on the boat landing",
    location: "Boat landing at the river park",
    latitude: 44.7812,
    longitude: -93.6009,
    category: "A",
    cause: "Debris left by the flood",
    dimensions: "About 900 cubic yards",
    estimateCents: 31_500_00,
    days: -6,
    by: "works",
  },
];

/** What last spring's flood damaged; `day` gives the day so many days from now. */
export const springDamage = (day: (days: number) => string) => ({
  title: "Four culverts of park roads washed out",
  location: "River park, roads P2 and P4",
  latitude: 44.7716,
  longitude: -93.6229,
  category: "C" as const,
  cause: "Flood water of spring",
  occurredOn: day(-228),
  responsibility: "County parks",
  dimensions: "Four culverts of 36 in",
  estimateCents: 165_000_00,
});

const no = { answer: "no", detail: "" } as const;
/** What was answered of the spring's roads: culverts in a creek, one size larger within 15%. */
export const springConsiderations: Considerations = {
  ehpAnswers: {
    ground: no,
    footprint: no,
    age: no,
    water: {
      answer: "yes",
      detail: "Four culverts carry Bevens Creek; the state's permit GP-2001-01 covers the repair.",
    },
    floodplain: no,
    species: no,
    hazardous: no,
    debris: no,
    begun: no,
  },
  mitigationStatement: "proposed",
  mitigationMeasures: [
    {
      description: "Riprap at the outlets of all four culverts",
      cents: 36_000_00,
      basis: "within15",
      ratio: null,
    },
  ],
};
